"""Inline dice, `#!dice 2d6+3`: what a page shows of them, and what stops the build."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from bs4 import BeautifulSoup, Tag

from hooks.directives import AuthorError
from rules_py import odds, present
from rules_py.base.errors import DeclarationError
from rules_py.present.inline_dice import prose_with_dice


def dice(page, text: str) -> list[Tag]:
    return BeautifulSoup(page(text), "html.parser").find_all("dice-inline")


def test_inline_dice_are_part_of_the_sentence(page) -> None:
    paragraph = BeautifulSoup(page("A claw, `#!dice 2d6-1 fire damage`, and it *burns*."), "html.parser").p
    assert paragraph.get_text() == "A claw, 2d6−1 fire damage, and it burns."
    (one,) = paragraph.find_all("dice-inline")
    assert one.get_text() == "2d6−1"
    assert (one["data-calculator"], json.loads(one["data-inputs"])) == (
        "tools.throw",
        {"notation": "2d6 - 1"},
    )
    assert (one["data-label"], one["data-name"]) == ("fire damage", "Roll 2d6−1")


@pytest.mark.parametrize("text", ("8d6 [Fire breath]", "8d6[Fire breath]"))
def test_name_in_brackets_is_shown_only_in_the_tray(page, text: str) -> None:
    (one,) = dice(page, f"It takes `#!dice {text}` off you.")
    assert one.parent.get_text() == "It takes 8d6 off you."
    assert (one["data-label"], one["data-name"]) == ("Fire breath", "Roll 8d6, Fire breath")


def test_card_has_exact_odds_in_at_most_12_rows(page) -> None:
    few, many = dice(page, "`#!dice 2d4` or `#!dice 8d6`")
    assert json.loads(few["data-odds"]) == {
        "name": "2d4",
        "text": "Mean 5 · Least 2 · Greatest 8",
        "chances": [
            ["2", "6.3%", 25],
            ["3", "12.5%", 50],
            ["4", "18.8%", 75],
            ["5", "25%", 100],
            ["6", "18.8%", 75],
            ["7", "12.5%", 50],
            ["8", "6.3%", 25],
        ],
    }
    chances = json.loads(many["data-odds"])["chances"]
    assert len(chances) == 12
    assert chances[0][0].endswith("or less") and chances[-1][0].endswith("or more")
    assert chances[0][2] == chances[-1][2] == 0 and max(bar for _, _, bar in chances) == 100


ALONE = """
Some text and `#!dice 1d4`.

`#!dice 1d6 guards`

- `#!dice 1d8`
- no `#!dice 1d10`
- `#!dice 1d12`

| `#!dice 1d20` | and `#!dice 2d4` |
|---|---|
| `#!dice 2d6 wolves` | `#!dice 2d8`, hungry |
"""


def test_inline_dice_alone_on_a_line_or_in_a_cell_are_larger(page) -> None:
    is_alone_by_text = {one.get_text(): "inline-dice--alone" in one["class"] for one in dice(page, ALONE)}
    assert [name for name, is_alone in is_alone_by_text.items() if is_alone] == [
        "1d6",
        "1d8",
        "1d12",
        "1d20",
        "2d6",
    ]
    assert len(is_alone_by_text) == 9


@pytest.mark.parametrize(
    "text",
    (
        '!!! ruling "[#R-4] One step at most"\n\n    Roll `#!dice 2d6`.',
        "!!! note\n\n    Roll `#!dice 2d6`.",
        "1. Roll `#!dice 2d6`.",
        "> Roll `#!dice 2d6`.",
        "Term\n:   Roll `#!dice 2d6`.",
    ),
)
def test_inline_dice_work_wherever_text_does(page, text: str) -> None:
    assert [one.get_text() for one in dice(page, text)] == ["2d6"]


def test_other_code_stays_code(page) -> None:
    html = page("`2d6`, ``#!dice 2d6`` and\n\n```markdown\n`#!dice 2d6`\n```")
    assert "dice-inline" not in html


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("Roll `#!dice 2dd6 fire`.", "3: inline dice '2dd6 fire': "),
        ("Roll `#!dice 2d6 3 fire`.", "3: inline dice '2d6 3 fire': Add + or −"),
        ("Roll `#!dice`.", "3: inline dice needs 'notation' (such as `#!dice 2d6 + 3`)"),
        ("## Roll `#!dice 2d6`", "3: inline dice in a heading: expected inline dice in the text below it"),
        ('??? note "`#!dice 2d6`"\n\n    Text', "3: inline dice in a title: expected"),
        ("Roll `#!dcie 2d6`.", "3: inline code: unknown language 'dcie'"),
        ("Roll `!dice 2d6`.", "3: inline code: expected `#!dice …`, with nothing before it"),
    ),
)
def test_mistake_stops_the_build_with_its_line(page, text: str, message: str) -> None:
    with pytest.raises(AuthorError) as error:
        page(f"# Page\n\n{text}")
    assert str(error.value).startswith(f"docs/core_rules/page.md:{message}")


def test_entry_of_a_random_table_can_hold_dice(book) -> None:
    book.write("recipes/road.md", "# Road\n\n```table\ntable: recipes.meeting\n```\n")
    road = BeautifulSoup(book.render("recipes/road.md"), "html.parser")
    assert [one["data-name"] for one in road.select("#meeting-71-95 dice-inline")] == ["Roll 2d4"]
    text = "2d4 soldiers, who turn out your bags"
    assert road.select_one("#meeting-71-95 .reference__name").get_text() == f"{text}."
    assert odds("recipes.meeting").chance(lambda result: result.verdict == text) == Fraction(1, 4)


def test_prose_outside_pages_shows_dice_as_text() -> None:
    assert (
        present.prose("core_rules", "`#!dice 2d6+1 guards`, and `#!dice d4 [Dogs]`") == "2d6+1 guards, and d4"
    )


def test_mistake_in_text_of_a_game_names_the_dice() -> None:
    with pytest.raises(DeclarationError, match="inline dice: expected dice such as .*, got '2dd6'"):
        prose_with_dice("recipes", "Roll `#!dice 2dd6`")


def test_unreadable_notation_is_not_taken_as_a_label(page) -> None:
    with pytest.raises(AuthorError, match="inline dice '4d6 best'"):
        page("`#!dice 4d6 best`")
