"""The EPUB of each book: valid, complete, and the same for the same commit."""

import json
import subprocess
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

import pytest
from bs4 import BeautifulSoup
from selectolax.lexbor import LexborHTMLParser

from tests.export.book_text import BOOKS, chapters, example_blocks, html_words, printed_blocks
from tests.site.browsers import ROOT, Browser, in_chromium

pytestmark = pytest.mark.site
of_each_book = pytest.mark.parametrize("game", BOOKS)

CHAPTERS = r"EPUB/([^_/]+)\.xhtml"
PHRASES = ":is(p, span, strong, em, small, h1, h2, h3, a, code, dt, figcaption, caption)"
BLOCKS = ":is(p, div, ul, ol, dl, table, section, figure, pre)"


@pytest.fixture
def epub(site: Path, game: str) -> Path:
    return site / "downloads" / f"{game}.epub"


def whole_tables(text: str) -> str:
    """Return a page with each table that is in parts in one: the first, with the cells of the others."""
    page = BeautifulSoup(text, "html.parser")
    for parts in page.select("div.parts"):
        first, *others = parts.find_all("table")
        for other in others:
            for row, more in zip(first.find_all("tr"), other.find_all("tr"), strict=True):
                cells = more.find_all(["th", "td"])
                before = row.find_all(["th", "td"])
                if cells[0].get_text() == before[0].get_text():
                    cells = cells[1:]
                if cells and cells[0].has_attr("colspan") and cells[0].get_text() == before[-1].get_text():
                    cells = cells[1:]
                row.extend(cell.extract() for cell in cells)
            other.decompose()
    return str(page)


@of_each_book
def test_epubcheck_finds_nothing(epub: Path, node: str) -> None:
    checker = ROOT / "node_modules/@likecoin/epubcheck-ts/bin/epubcheck.js"
    command = [node, checker, epub, "--usage", "--json", "-", "--quiet"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    report = json.loads(result.stdout)
    assert report["messages"] == []
    assert result.returncode == 0


@of_each_book
def test_xhtml_has_no_block_in_a_phrase(epub: Path) -> None:
    """EPUBCheck for Node doesn't know which elements may be in which."""
    for name, text in chapters(epub, CHAPTERS).items():
        page = LexborHTMLParser(text)
        assert page.css(f"{PHRASES} {BLOCKS}") == [], name
        assert page.css("ul > :not(li), ol > :not(li), dl > :not(dt, dd, div), tr > :not(td, th)") == [], name


@of_each_book
def test_drawings_and_pictures_have_descriptions(epub: Path) -> None:
    for name, text in chapters(epub, CHAPTERS).items():
        page = LexborHTMLParser(text)
        drawings = page.css("svg:not([aria-hidden], [role=img][aria-label], svg svg), img:not([alt])")
        assert drawings == [], name


@of_each_book
def test_chapters_have_every_block_of_the_print_edition(epub: Path, game: str) -> None:
    texts = {name: html_words(whole_tables(text)) for name, text in chapters(epub, CHAPTERS).items()}
    missing = [(name, block) for name, block in printed_blocks(game) if block not in texts[name]]
    assert missing == []


@of_each_book
def test_chapters_have_the_results_of_every_example(epub: Path, game: str) -> None:
    texts = {name: html_words(whole_tables(text)) for name, text in chapters(epub, CHAPTERS).items()}
    results = list(example_blocks(game, texts))
    assert len(results) > 20
    assert [(name, block) for name, block in results if block not in texts[name]] == []


@of_each_book
def test_links_lead_to_places_in_the_book(epub: Path) -> None:
    pages = {name: LexborHTMLParser(text) for name, text in chapters(epub, r"EPUB/(\w[^/]*)\.xhtml").items()}
    places = {name: {each.attributes["id"] for each in page.css("[id]")} for name, page in pages.items()}
    within = 0
    for name, page in pages.items():
        for link in page.css("a[href]"):
            home, _, place = str(link.attributes["href"]).partition("#")
            if "//" not in home:
                within += 1
                assert not place or place in places[home.removesuffix(".xhtml") or name]
    assert within > 200


BROKEN = """
return [...document.querySelectorAll("th")].filter((heading) => {
    const text = document.createRange();
    text.selectNodeContents(heading);
    const lines = new Set([...text.getClientRects()].map(({bottom}) => Math.round(bottom / 4)));
    return /^[A-Za-z]+$/.test(heading.textContent.trim()) && lines.size > 1;
}).map(({textContent}) => textContent);
"""


@of_each_book
@in_chromium
def test_pages_fit_a_phone(epub: Path, tmp_path: Path, browser: Browser) -> None:
    with ZipFile(epub) as archive:
        archive.extractall(tmp_path)
    browser.serve(tmp_path)
    browser.viewport(360, 780)
    widths, broken = {}, {}
    for path in sorted(tmp_path.glob("EPUB/*.xhtml")):
        browser.open(f"EPUB/{path.name}")
        widths[path.name] = browser.eval("return document.documentElement.scrollWidth")
        broken[path.name] = browser.eval(BROKEN)
    assert {name: width for name, width in widths.items() if width > 360} == {}
    assert {name: headings for name, headings in broken.items() if headings} == {}


@of_each_book
def test_epub_is_small_and_starts_with_its_type(epub: Path) -> None:
    assert epub.stat().st_size < 200_000
    with ZipFile(epub) as archive:
        first, *others = archive.infolist()
        assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
        assert {each.date_time for each in others} == {first.date_time}
