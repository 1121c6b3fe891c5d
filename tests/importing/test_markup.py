"""Blocks by the rules of CommonMark, raw HTML, tables and escapes."""

from __future__ import annotations

import re
import string

import pytest
from markdown import Markdown

from hooks.base.errors import Place
from hooks.directives.fences import split
from hooks.directives.markup import faults
from hooks.importing.markup import commonmark, escapes, html, wide_tables
from hooks.importing.report import Line, Note


def lines(text: str) -> list[Line]:
    return [Line(each, at) for at, each in enumerate(text.split("\n"), 1)]


def to_html(text: str) -> str:
    """Return the HTML of a text after the steps that all dialects share."""
    result = lines(text)
    for step in (html.lift, wide_tables.lift, escapes.rename_fences, escapes.convert, commonmark.convert):
        result, _ = step(result, "page.md")
    extensions = ["admonition", "def_list", "footnotes", "md_in_html", "pymdownx.superfences", "tables"]
    md = Markdown(extensions=extensions)
    md.ESCAPED_CHARS = [*string.punctuation]
    html_text = md.convert("\n".join(line.text for line in result))
    return re.sub(r">\s+<", "><", html_text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Text\n- a\n- b", "<p>Text</p><ul><li>a</li><li>b</li></ul>"),
        ("- a\n  - b\n    1. c", "<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li></ul>"),
        ("1) a\n2) b", "<ol><li>a</li><li>b</li></ol>"),
        ("a\\\nb", "<p>a<br />\nb</p>"),
        ("* a\n\n1. b", "<ul><li>a</li></ul><!-- --><ol><li>b</li></ol>"),
        ("5. a\n6. b", '<ol start="5"><li><p>a</p></li><li><p>b</p></li></ol>'),
        ("> a\n\n> b", "<blockquote><p>a</p></blockquote><!-- --><blockquote><p>b</p></blockquote>"),
        ("#tag of a text", "<p>#tag of a text</p>"),
        ("the year\n1986. A storm", "<p>the year\n1986. A storm</p>"),
        ("- a\n\n  more", "<ul><li><p>a</p><p>more</p></li></ul>"),
        ("[a][b\nc] and [d][e]\n\n[e]: f.md", '<p>[a][b\nc] and <a href="f.md">d</a></p>'),
        ("Term\n: meaning", "<dl><dt>Term</dt><dd>meaning</dd></dl>"),
    ],
)
def test_blocks_follow_commonmark(text: str, expected: str) -> None:
    assert to_html(text) == expected


def test_code_in_quotes_and_unknown_languages_stay_code() -> None:
    assert "<pre><code>x\n</code></pre>" in to_html("> ```\n> x\n> ```")
    assert "roll: 3" in to_html("```mechanic\nroll: 3\n```")
    assert [*escapes.rename_fences(lines("```mechanic\nx\n```"), "p.md")[0]][0].text == "```text"


def test_nested_list_that_starts_late_is_reported() -> None:
    _, notes = commonmark.convert(lines("- a\n\n  3. b"), "p.md")
    assert notes == [
        Note(
            "by hand",
            "p.md",
            3,
            "nested list that starts at 3, numbered from 1",
            "Join it with the list before",
        )
    ]


def test_rows_longer_than_their_heading_keep_their_cells() -> None:
    assert "<td>lost</td>" in to_html("| a |\n|---|\n| 1 | lost |")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<div align="center">\n\n**a**\n\n</div>', "<p><strong>a</strong></p>"),
        ('<h2 id="x">A <i>b</i></h2>', "<h2>A <i>b</i> {#x}</h2>"),
        ('<a href="b.md">c</a>', '<p><a href="b.md">c</a></p>'),
        ('<img src="m.png" style="width: 3em" alt="map">', '<p><img alt="map" src="m.png" /></p>'),
        ("cast <spell> now", "<p>cast &lt;spell&gt; now</p>"),
        ("a<br/>b", "<p>a<br>b</p>"),
    ],
)
def test_html_becomes_markdown(text: str, expected: str) -> None:
    assert to_html(text) == expected


def test_scripts_and_frames_are_reported() -> None:
    text = '<script>\nalert(1)\n</script>\n<iframe src="https://v.example/1"></iframe>\n<b style="color: red">c</b>'
    result, notes = html.lift(lines(text), "p.md")
    assert [(note.kind, note.line) for note in notes] == [
        ("dropped", 1),
        ("dropped", 2),
        ("dropped", 3),
        ("by hand", 4),
    ]
    assert [line.text for line in result if line.text] == ["<https://v.example/1>", "<b>c</b>"]


def test_tags_in_code_hide_no_text() -> None:
    text = "Write it without `<style>` tags.\nThen<STYLE>b {}</STYLE> go `on<script>`.\n\nAll is told."
    result, notes = html.lift(lines(text), "p.md")
    assert [line.text for line in result] == [
        "Write it without `<style>` tags.",
        "Then go `on<script>`.",
        "",
        "All is told.",
    ]
    assert [(note.line, note.what) for note in notes] == [(2, "HTML <style>")]


def test_details_become_a_collapsible_note() -> None:
    result, _ = html.lift(lines('<details open>\n<summary id="s">More</summary>\n\n- a\n</details>'), "p.md")
    assert '???+ note "More"' in [line.text for line in result]
    assert '<a id="s"></a>' in [line.text for line in result]


def test_escaped_text_passes_the_checks_of_a_page() -> None:
    text = "A {brace}, :smile:, $x^2$, 50 %, [A-1] and [#A-2]\n\n*[HP]: hit points\n\n/// note\n"
    result, notes = escapes.convert(lines(text), "p.md")
    texts = [line.text for line in result]
    start = Place("p.md", 1)
    assert [*faults(split(texts, start), start)] == []
    assert [note.what for note in notes] == ["formula, shown as it was typed"]
    rendered_html = to_html(text)
    assert all(
        each in rendered_html
        for each in ("{brace}", ":smile:", "$x^2$", "[A-1]", "*[HP]: hit points", "/// note")
    )


def test_unhandled_markup_is_shown_and_reported() -> None:
    text = (
        "See [@sec:one], [^none] and [two][gone].\n\nArmour:: 2\n\n(@x) Go on.\n\n::: note\n\n"
        "d%% isn't %%hidden%%, nor `[@code]`.\n\n| one\n| two"
    )
    result, notes = escapes.escape_rest(lines(text), "p.md")
    texts = [line.text for line in result]
    start = Place("p.md", 1)
    assert [*faults(split(texts, start), start)] == []
    assert re.sub(r"\\(?=\W)", "", "\n".join(texts)) == text
    assert [(note.kind, note.line) for note in notes] == [("by hand", n) for n in (7, 9, 11, 1, 5, 3, 1, 1)]


def test_unclosed_comment_hides_no_text() -> None:
    result, notes = html.lift(lines("A <!-- b --> c\n\nd <!-- e\n\nAll is told."), "p.md")
    assert result[2].text == r"d \<!-- e" and result[0].text == "A <!-- b --> c"
    assert [(note.kind, note.line) for note in notes] == [("by hand", 3)]


def test_dice_in_a_heading_lose_the_mark_of_the_plugin() -> None:
    assert escapes.convert(lines("# Roll `dice: 1d6`"), "p.md")[0] == [Line("# Roll 1d6", 1)]


def test_escapes_leave_addresses_and_code_alone() -> None:
    text = "[a](b%20c.md) `50 %` <https://x.example/5%25>"
    assert [line.text for line in escapes.convert(lines(text), "p.md")[0]] == [text]
