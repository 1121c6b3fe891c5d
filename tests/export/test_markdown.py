"""The Markdown of each book: complete, with links that lead somewhere, and no HTML but anchors."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt
from markdown_it.token import Token

from hooks.export.markdown.converter import to_markdown
from hooks.export.text.plain import plain_html
from rules_py.systems import registry
from tests.export.book_text import BOOKS, chapters, example_blocks, markdown_words, printed_blocks

of_each_book = pytest.mark.parametrize("game", BOOKS)
ANCHOR = re.compile(r'<a id="([^"]+)">|</a>')


@pytest.fixture
def files(site: Path, game: str) -> dict[str, str]:
    return chapters(site / "downloads" / f"{game}-markdown.zip", rf"{game}/(\w[^/]*)\.md")


def markdown(html: str, *anchors: str) -> str:
    return to_markdown(plain_html(html), anchors)


def inline(text: str) -> list[Token]:
    blocks = MarkdownIt("gfm-like", {"linkify": False}).parse(text)
    assert [each.content for each in blocks if each.type == "html_block"] == []
    return [child for each in blocks for child in each.children or ()]


def headings(text: str) -> list[str]:
    """Return the anchors that GitHub gives to the headings."""
    html = BeautifulSoup(MarkdownIt("gfm-like", {"linkify": False}).render(text), "html.parser")
    titles = (each.get_text().lower() for each in html.find_all(re.compile("^h[1-6]$")))
    return [re.sub(r"[^\w -]", "", title).replace(" ", "-") for title in titles]


@of_each_book
def test_chapters_have_every_block_of_the_print_edition(files: dict[str, str], game: str) -> None:
    texts = {name: markdown_words(text) for name, text in files.items()}
    missing = [(name, block) for name, block in printed_blocks(game) if block not in texts[name]]
    assert missing == []


@of_each_book
def test_chapters_have_the_results_of_every_example(files: dict[str, str], game: str) -> None:
    texts = {name: markdown_words(text) for name, text in files.items() if name != "README"}
    results = list(example_blocks(game, texts))
    assert len(results) > 20
    assert [(name, block) for name, block in results if block not in texts[name]] == []


@of_each_book
def test_every_rule_has_an_anchor(files: dict[str, str], game: str) -> None:
    anchors = {anchor for text in files.values() for anchor in ANCHOR.findall(text)}
    assert set(registry.game(game).numbers) <= anchors


@of_each_book
def test_links_lead_to_files_and_anchors(files: dict[str, str]) -> None:
    tokens = {name: inline(text) for name, text in files.items()}
    places = {name: {*ANCHOR.findall(text), *headings(text)} for name, text in files.items()}
    for name, listed in tokens.items():
        for link in (each for each in listed if each.type == "link_open"):
            home, _, place = unquote(str(link.attrs["href"])).partition("#")
            if "//" not in home:
                assert not place or place in places[home.removesuffix(".md") or name], (name, home, place)


@of_each_book
def test_no_markup_is_shown_and_no_html_but_anchors(files: dict[str, str]) -> None:
    for name, text in files.items():
        for each in inline(text):
            if each.type == "html_inline":
                assert ANCHOR.fullmatch(each.content), name
            elif each.type == "text":
                assert not re.search(r"\*\*|\]\(|`|~~|^#+ ", each.content), (name, each.content)


def test_linked_footnote_reference_stays_in_its_paragraph() -> None:
    html = (
        '<p>Lost cargo.<sup id="fnref:cost"><a class="footnote-ref" href="#fn:cost">1</a></sup> The end.</p>'
        '<div class="footnote"><ol><li id="fn:cost"><p>A debt. <a href="#fnref:cost">↩</a></p></li></ol></div>'
    )
    assert markdown(html, "fnref:cost") == "Lost cargo.[^1] The end.\n\n[^1]: A debt.\n"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>1. no list</p>", "1\\. no list\n"),
        (
            "<p>Roll 2d6.<br>Add *luck* and snake_case, [2d6] &lt;b&gt; &amp;amp;</p>",
            "Roll 2d6.  \nAdd \\*luck\\* and snake_case, \\[2d6\\] \\<b> \\&amp;\n",
        ),
        ("<h2>1. A step</h2>", "## 1. A step\n"),
        ("<p>A\nline</p>", "A line\n"),
        (
            "<dl><dt id='gm'>GM</dt><dt>host</dt><dd>Runs it.</dd><dd>Also: referee.</dd></dl>",
            '- <a id="gm"></a>**GM**, **host**: Runs it. Also: referee.\n',
        ),
        ("<p><img src='../map.png' alt='The map'></p>", "![The map](../map.png)\n"),
        (
            '<p>So<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup>.</p><div class="footnote"><hr>'
            '<ol><li id="fn:1"><p>A <em>note</em>.&#160;<a class="footnote-backref" href="#fnref:1">↩</a></p></li></ol></div>',
            "So[^1].\n\n[^1]: A *note*.\n",
        ),
        (
            "<table><caption>Odds</caption><thead><tr><td></td><th colspan=2>Chance</th></tr><tr><th>DC</th>"
            "<th class='number'>Plain</th><th>a|b</th></tr></thead><tbody><tr><th>7</th><td>1%</td><td>x</td></tr></tbody></table>",
            "*Odds: Chance*\n\n| DC | Plain | a\\|b |\n| --- | --: | --- |\n| 7 | 1% | x |\n",
        ),
        ('<details class="note"><summary>More</summary><p>text</p></details>', "> **More**\n>\n> text\n"),
        (
            '<details class="warning"><summary>The <strong>sea</strong></summary><p>text</p></details>',
            "> **The sea**\n>\n> text\n",
        ),
        ("<details><summary>More</summary><p>text</p></details>", "> **More**\n>\n> text\n"),
        ('<details class="fold"><summary>More</summary><p>text</p></details>', "More\n\ntext\n"),
        (
            '<p>See <a class="rule-mark" id="L-001" href="#L-001">L-001</a></p>',
            'See <a id="L-001"></a>L-001\n',
        ),
    ],
)
def test_markdown_reads_as_the_page_does(html: str, text: str) -> None:
    assert markdown(html, "gm") == text
