"""The words of a book in order, which are the same in any format."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from zipfile import ZipFile

from selectolax.lexbor import LexborHTMLParser, LexborNode

from hooks.directives import from_pages
from rules_py.systems import registry
from tests.site.browsers import SITE

BOOKS = [game.id for game in registry.games() if from_pages.is_book(game)]

_BLOCKS = "p, h1, h2, h3, h4, li, tr, dt, dd, caption, figcaption, pre"
_LEFT_OUT = (
    "[hidden], [aria-hidden=true], [role=status], button, form, progress, script, svg, dice-plot, dice-sheet, "
    "dice-tracker, a.button, .calc__message, .calc__place, .calc__status, .calc__roller, .claim__condition, "
    ".entry__details + .entry__action, .fraction, .framed, .grid--long .grid__exactly, "
    ".grid__worse + .visually-hidden, .headerlink, .note-line > summary, .page-header, .plot caption, "
    ".reference__count, .reference__filters, .ruling__option, .saved, .sheet-head, .table-wrap > summary"
)
"""The parts that work only on the site or are there twice, and fractions too long to read."""
_EDGES = re.compile(
    r"<(?=/?(?:address|aside|blockquote|br|caption|d[ldt]|div|fig\w+|h\d|li|[ou]l|p|pre|section|t[dhr])\b)"
)
_SITE_LINKS = re.compile(r"\]\([^)\s]*\)|<a id=\"[^\"]*\"></a>|[\\*`|]")


def words(text: str) -> str:
    """Return the words and numbers of a text in one line, between spaces."""
    return f" {' '.join(re.findall(r'[^\W_]+(?:[.,]\d+)*%?', text))} "


def html_words(html: str) -> str:
    """Return the words of some HTML."""
    return words(_parse(html).text())


def markdown_words(text: str) -> str:
    """Return the words of some Markdown."""
    return words(_SITE_LINKS.sub("", text))


def printed_blocks(game: str) -> Iterator[tuple[str, str]]:
    """Yield the chapter and the words of each paragraph, row and the like in the print edition."""
    for chapter in _read(SITE / "print" / game / "index.html").css(".print-book__chapter"):
        yield from ((str(chapter.id), block) for block in _block_words(chapter))


def example_blocks(game: str, chapters: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the chapter and the words of each paragraph, row and the like in the results of examples."""
    for name in chapters:
        page = _read(SITE / game / ("" if name == "index" else name) / "index.html")
        for example in page.css("article .example"):
            code = example.css_first(".example__code")
            if code and example.css(
                "[class^=example__]:not(.example__name, .example__code, .example__title)"
            ):
                code.decompose()
            yield from ((name, block) for block in _block_words(example))


def chapters(archive: Path, name: str) -> dict[str, str]:
    """Return the content of the archive's files whose path matches `name`, by its first group."""
    with ZipFile(archive) as opened:
        matches = {path: re.fullmatch(name, path) for path in opened.namelist()}
        return {match[1]: opened.read(path).decode() for path, match in matches.items() if match}


def _read(path: Path) -> LexborHTMLParser:
    return _parse(path.read_text("utf-8"))


def _parse(html: str) -> LexborHTMLParser:
    """Return the page with a space at the edges of each block, which keep words apart."""
    return LexborHTMLParser(_EDGES.sub(" <", html))


def _block_words(part: LexborNode) -> Iterator[str]:
    for each in part.css(_LEFT_OUT):
        each.decompose()
    for block in part.css(_BLOCKS):
        if block.css(_BLOCKS) == [block] and (text := words(block.text())).strip():
            yield text
