"""Markup of other programs, reported with its line and a replacement."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup

from hooks.directives import fences, markup
from hooks.directives.book_checks import check_page, check_syntax, warnings
from hooks.directives.pages import Page
from tests.directives.conftest import TinyBook

HEAD = "---\ntitle: Moves\ndescription: What you can do.\n---\n"


def faults(text: str) -> list[str]:
    """Return the mistakes in the text of a page."""
    page, lines = Page("docs/ember/moves.md", title="T", description="D"), tuple(text.split("\n"))
    return [*map(str, check_syntax(page, lines)), *map(str, check_page(page, lines))]


FOREIGN = {
    "See [[Combat|fights]].": "double brackets",
    "![[map.png]]": "double brackets",
    "Roll [[/r 2d6]].": "double brackets",
    "A rule. ^moves-1": "block id",
    "> [!note]- Folded\n> Text": "callout",
    "> > [!warning] Nested": "callout",
    "{{note\nText\n}}": "template",
    "{% include dice.html %}": "template",
    "{{ page.title }}": "template",
    "{@dice 2d6}": "template",
    "{!moves.md!}": "included file",
    "::: {.note}\nText\n:::": "block",
    "+++ {.note}\nText\n+++": "block",
    "A %%hidden%% word": "comment",
    "%%\nhidden\n%%": "comment",
    "\\page": "command",
    "\\vspace{1em}": "command",
    "A \\emph{bold} word": "command",
    "a\\ b": "escaped space",
    ":": "spacer",
    "+---+---+\n| a | b |\n+===+===+": "grid table",
    "----- ------\n1     Fall\n----- ------": "simple table",
    "| A line\n| and another": "line block",
    "[small]{.smallcaps}": "span",
    "![map](map.png){width:50%}": "style",
    "![map](map.png){width=1inch}": "size",
    "`<b>`{=html}": "raw format",
    "```{=latex}\nx\n```": "raw format",
    "As in [@smith2020].": "citation",
    "(@) An example": "numbered example",
    "Text^[a note]": "footnote",
    "Text[^1]": "footnote",
    "[Text][]": "link",
    "[Text][here]": "link",
    "Armour:: 2": "field",
    "Roll `dice: 2d6`.": "inline code",
}


@pytest.mark.parametrize("text", FOREIGN)
def test_foreign_markup_is_reported_with_its_line(text: str) -> None:
    mistakes = faults(f"A paragraph.\n\n{text}\n")
    assert mistakes and mistakes[0].startswith(f"docs/ember/moves.md:3: {FOREIGN[text]}: expected ")


@pytest.mark.parametrize(
    "text",
    [
        r"\[[Combat]] \{{note}} \{% a %} ^x^ H~2~O",
        "```text\n[[Combat]] {{note}}\n```",
        "`[[Combat]]` and `{{note}}`, 1+++2, a:::b, 10 \\%\\%, C:\\temp",
        "A word[^1] and [Text][here] and [here].\n\n[^1]: The note.\n\n[here]: https://example.org/",
        "| d6 | Result |\n|----|--------|\n| 1  | Fall   |",
        "Term\n:   Its definition",
        "***\n\n---\n\n- - -",
        "## Moves { #moves .wide }",
        "![map](map.png){ .wide width=50% }",
        "Stress: [1][2][3]",
        "`#!dice d8`:\n\n`a` -- `b`",
    ],
)
def test_supported_markdown_is_no_mistake(text: str) -> None:
    assert faults(text) == []


def test_message_suggests_inline_dice_for_a_roll_in_code() -> None:
    assert "expected `#!dice 2d6+1`, got 'dice: 2d6+1'" in faults("Roll `dice: 2d6+1`.")[0]


DOUBTFUL = {
    "You may\n- run\n- hide": "2: list",
    "- run\n  - fast\n  - slow\n\n1. hide\n   - behind": "2: nested list",
    "1) run\n2) hide": "1: numbered list",
    "Text\n\n#rules and more": "3: heading",
}


@pytest.mark.parametrize("text", DOUBTFUL)
def test_probably_misread_markdown_is_reported_once(text: str) -> None:
    page = Page("docs/ember/moves.md")
    doubts = [*markup.doubts(fences.split(text.split("\n"), page.start), page.start)]
    assert len(doubts) == 1
    assert doubts[0].startswith(f"docs/ember/moves.md:{DOUBTFUL[text]}: expected ")


@pytest.mark.parametrize(
    "text",
    [
        "You may\n\n- run\n- hide in\nthe dark\n- wait",
        "# You may\n- run",
        "- run\n    - fast\n\n    Text.\n\n- hide",
        "!!! note\n    - run",
        "A long paragraph, in the year\n1984. And on.",
        "```text\na\n- b\n  - c\n#d\n```",
    ],
)
def test_unambiguous_lists_are_not_reported(text: str) -> None:
    page = Page("docs/ember/moves.md")
    assert [*markup.doubts(fences.split(text.split("\n"), page.start), page.start)] == []


def test_backslash_breaks_a_line(page: Callable[[str], str]) -> None:
    html = BeautifulSoup(page("One line\\\nand another, `a\\`\nend"), "html.parser")
    assert len(html.find_all("br")) == 1
    assert "\\" not in html.p.get_text().replace(html.code.get_text(), "")


@pytest.mark.parametrize(
    "text",
    [
        "[start](#in%C3%ADcio) and [it](a%20b.md 'the title')",
        "![map](maps%2010%25.png)",
        "<https://example.org/3%20b> and https://example.org/3%20b",
        '<img alt="" src="maps.svg" width="50%">',
        "[here]\n\n[here]: a%203%20b.md",
        "`10%` and <!-- 10% -->",
    ],
)
def test_percent_sign_in_markup_is_no_mistake(text: str) -> None:
    assert faults(text) == []


@pytest.mark.parametrize("text", ["10%", "12.5 %", "[about 10%](odds.md)", "a 10 per cent chance", "| 10% |"])
def test_typed_percentage_is_a_mistake(text: str) -> None:
    assert [each for each in faults(text) if r"or `\%` for a percentage that isn't a chance" in each]


def test_percentages_that_are_no_chances_are_listed(book: TinyBook) -> None:
    book.write("ember/moves.md", HEAD + "\n# Moves\n\n10 \\% slower, `5 \\%`.\n\nAll of it, 100\\%.\n")
    book.write("ember/index.md", HEAD.replace("Moves", "Ember") + "\n# Ember\n\nNone.\n")
    assert [each for each in warnings(book.open()) if "moves.md" in each or "index.md" in each] == [
        "docs/ember/moves.md:8: percentages that aren't chances: 10 % (line 8), 100% (line 10)"
    ]
