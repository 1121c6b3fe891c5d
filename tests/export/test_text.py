"""Books as plain text, and the files that are made of them, on small books of their own."""

from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

from hooks.export import Edition, Format, epub, markdown
from hooks.export.text import read_chapters
from hooks.export.text.credits import credit
from hooks.export.text.plain import plain_html
from rules_py.systems.game import Game

PIXEL = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
COVER = '<h1 id="lantern">Lantern &amp; Reed</h1><p><a href="fights/#flight">Flee</a></p>'
FIGHTS = """<h1 id="fights">Fights</h1><h2 id="flight">Flight</h2><p><img src="../map.gif" alt="The marsh"></p>
<p><a href="../#lantern">Start</a> <a href="?light=2#flight">there</a> <a href="../#form">form</a>
<a href="../sheet/">sheet</a> <a href="https://example.org/?a=1&amp;b=2">more</a></p>"""


def page(name: str, title: str, content: str) -> SimpleNamespace:
    url = "lantern/" if name == "index" else f"lantern/{name}/"
    path = f"lantern/{name}.md"
    file = SimpleNamespace(name=name, url=url, src_uri=path, dest_uri=f"{url}index.html")
    return SimpleNamespace(title=title, content=content, markdown="", meta={}, file=file)


@pytest.fixture
def edition(tmp_path: Path) -> Edition:
    folder = tmp_path / "lantern"
    folder.mkdir()
    (folder / "index.html").write_text('<!doctype html>\n<html lang="de" class="no-js">', "utf-8")
    (folder / "map.gif").write_bytes(PIXEL)
    pages = [
        page("index", "Lantern &amp; Reed", COVER),
        page("fights", "Fights", FIGHTS),
        page("sheet", "Sheet", "<h1>Sheet</h1><dice-sheet></dice-sheet>"),
    ]
    game = Game("lantern", "Lantern & Reed", "Light <against> dark.", order=1)
    licence = {"what": "The text.", "terms": "CC BY 4.0"}
    return Edition(game, pages, tmp_path, None, {}, {"lantern/fights.md": 1}, licence)  # type: ignore[arg-type]  # no library is needed


def links(edition: Edition) -> list[tuple[str, str]]:
    _, fights = read_chapters(edition, ".md")
    return [(str(each["href"]), each.get_text()) for each in fights.body.select("a")]


def test_links_lead_to_files_and_become_text_without_a_place(edition: Edition) -> None:
    assert links(edition) == [
        ("index.md#lantern", "Start"),
        ("#flight", "there"),
        ("index.md", "form"),
        ("https://example.org/?a=1&b=2", "more"),
    ]


def test_links_to_other_pages_use_the_address_of_the_site(edition: Edition) -> None:
    object.__setattr__(edition, "site_url", "https://reed.example/")
    assert ("https://reed.example/lantern/sheet/", "sheet") in links(edition)


@pytest.mark.parametrize("form", [epub.FORMAT, markdown.FORMAT], ids=lambda form: form.label)
def test_file_has_the_pictures_and_the_same_bytes_each_time(
    form: Format, edition: Edition, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    first, second = tmp_path / "first", tmp_path / "second"
    for path in (first, second):
        form.write(edition, path)
    assert first.read_bytes() == second.read_bytes()
    with ZipFile(first) as archive:
        [picture] = [name for name in archive.namelist() if name.endswith("/lantern/map.gif")]
        assert archive.read(picture) == PIXEL


def test_epub_names_title_language_licence_and_date(
    edition: Edition, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    epub.FORMAT.write(edition, tmp_path / "book")
    with ZipFile(tmp_path / "book") as archive:
        package = archive.read("EPUB/package.opf").decode()
        contents = archive.read("EPUB/_contents.xhtml").decode()
    for text in ("Lantern &amp; Reed</dc:title>", ">de</dc:language>", "CC BY 4.0", "2023-11-14T22:13:20Z"):
        assert text in package
    assert 'href="lantern/map.gif" media-type="image/gif"' in package
    assert '<a href="fights.xhtml">1. Fights</a><ol><li><a href="fights.xhtml#flight">' in contents


@pytest.mark.parametrize(("seconds", "is_dated"), [("315532800", False), ("1700000000", True)])
def test_credit_leaves_out_the_date_of_a_book_without_a_commit(
    seconds: str, is_dated: bool, edition: Edition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
    assert ("Edition" in dict(credit(edition))) == is_dated


def test_readme_has_the_licence_and_the_contents(edition: Edition, tmp_path: Path) -> None:
    markdown.FORMAT.write(edition, tmp_path / "book")
    with ZipFile(tmp_path / "book") as archive:
        readme = archive.read("lantern/README.md").decode()
    assert readme.startswith("# Lantern & Reed\n\nLight \\<against> dark.\n")
    assert "- **Licence:** CC BY 4.0. The text." in readme
    assert "- [1. Fights](fights.md)" in readme


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('<p hidden>no</p><p aria-hidden="true">no</p><button>no</button><!-- no --><p>yes</p>', "yes"),
        ('<details class="fold"><summary>Open</summary><p>yes</p></details>', "Open yes"),
        ('<p>Place<span class="visually-hidden"> of refuge</span></p>', "Place of refuge"),
        (
            '<div class="example"><p class="example__name">A</p><div class="example__code"><pre>1 + 1</pre></div></div>',
            "Example: A 1 + 1",
        ),
        (
            '<div class="example"><div class="example__answer">2</div><div class="example__code"><pre>1</pre></div></div>',
            "2",
        ),
        (
            '<p>No fire<span class="ruling__about">on <a href="#A-1">A-1</a> <a class="ruling__option">House rule</a></span></p>',
            "No fire ( on A-1 )",
        ),
        ('<p>Fire<span class="ruling__about"><a class="ruling__option">House rule</a></span></p>', "Fire"),
        (
            '<p>Ten cells. <span class="on-screen">Select one.</span></p><p class="on-screen">Tap.</p>',
            "Ten cells.",
        ),
    ],
)
def test_page_becomes_what_can_be_read(html: str, text: str) -> None:
    assert " ".join(plain_html(html).get_text(" ").split()) == text


@pytest.mark.parametrize(
    ("table", "count"),
    [
        ("", 1),
        (
            '<section id="table-sky"><table class="reference__table"><tr><td>Sun</td></tr></table></section>',
            2,
        ),
        (
            '<section id="table-sky"><table class="reference__table"><tr><td>Sun <b class="chance">25%</b></td></tr>'
            "</table></section>",
            1,
        ),
    ],
)
def test_roller_leaves_out_odds_that_its_table_has(table: str, count: int) -> None:
    odds = '<tr><th class="grade">Sun</th><td class="odds__percent">25%</td></tr>'
    roller = f'<p class="calc__title">Sky</p><table class="odds"><tbody>{odds}</tbody></table>'
    text = plain_html(f'<dice-roller class="calc">{roller}</dice-roller>{table}').get_text(" ")
    assert text.count("Sun") == count
