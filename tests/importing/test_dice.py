"""Dice in imported texts, which become inline dice where a button can be."""

from __future__ import annotations

import pytest

from hooks.importing import dice
from hooks.importing.report import Line, Note


def convert(text: str, kinds: dice.Kinds = "all") -> tuple[str, list[Note]]:
    lines = [Line(each, at) for at, each in enumerate(text.split("\n"), 1)]
    result, notes = dice.convert(lines, "a.md", kinds=kinds)
    assert [line.number for line in result] == [line.number for line in lines]
    return "\n".join(line.text for line in result), notes


@pytest.mark.parametrize(
    "text, expected",
    [
        ("Roll a d6.", "Roll a `#!dice d6`."),
        ("It deals 2d6+3 fire damage.", "It deals `#!dice 2d6+3` fire damage."),
        ("Find 1d6 x 100 coins, 2d8*10 nails", "Find `#!dice 1d6 x 100` coins, `#!dice 2d8*10` nails"),
        ("(d8+d8, *blast*) or **D20**", "(`#!dice d8+d8`, *blast*) or **`#!dice D20`**"),
        ("Roll d66, d% or 4dF", "Roll `#!dice d66`, `#!dice d%` or `#!dice 4dF`"),
        ("Keep 2d20kh1; -d6 WIL", "Keep `#!dice 2d20kh1`; -`#!dice d6` WIL"),
        ("Lose d4 - 1 hp, or 2d6 + Strength", "Lose `#!dice d4 - 1` hp, or `#!dice 2d6` + Strength"),
        (
            "Roll 2d6! Or 3d6!, d8!!\nA d20!”",
            "Roll `#!dice 2d6`! Or `#!dice 3d6!`, `#!dice d8`!!\nA `#!dice d20`!”",
        ),
        ("1. d4 rats\n   and d6 cats", "1. `#!dice d4` rats\n   and `#!dice d6` cats"),
        ("> Roll d6", "> Roll `#!dice d6`"),
        ("| d6 | Loot |\n|--|--|\n| 1 | d8 coins |", "| d6 | Loot |\n|--|--|\n| 1 | `#!dice d8` coins |"),
    ],
)
def test_written_dice_become_inline_dice(text: str, expected: str) -> None:
    converted, notes = convert(text)
    assert converted == expected
    assert {note.what for note in notes} == {"dice in the text"}
    assert len(notes) == expected.count("#!dice")


@pytest.mark.parametrize(
    "text",
    [
        "# Roll a d6",
        "Roll a d6\n---------",
        "`2d6` and ``d8``",
        "```\nd6\n```",
        "Text\n\n    d6 in code",
        "[roll d6](x.md) or [[Roll d6]]",
        "See [x](d6.md), https://example.org/d6 and <a id='d6'>",
        "All d6s, a d8/lvl, d6-d8, Red6, d6a and v1.d6",
        "The d20 system and a d6 game",
        "Already `#!dice d6`",
        "Words only. ^d6",
        "A d0 and a d5000",
        '<div title="d6">',
    ],
)
def test_other_text_stays(text: str) -> None:
    assert convert(text) == (text, [])


@pytest.mark.parametrize(
    "text, expected",
    [
        ("`dice: 2d6` damage", "`#!dice 2d6` damage"),
        ("`dice:7d10`damage", "`#!dice 7d10`damage"),
        ("`dice-hidden: 1d20+5|avg`", "`#!dice 1d20+5`"),
        ("[[/r 2d6]]", "`#!dice 2d6`"),
        ("[[/roll 1d20 + 5 # to hit]]{Attack}", "Attack `#!dice 1d20 + 5`"),
    ],
)
@pytest.mark.parametrize("kinds", ["all", "obsidian"])
def test_marked_up_dice_become_inline_dice(text: str, expected: str, kinds: dice.Kinds) -> None:
    converted, [note] = convert(text, kinds)
    assert converted == expected and note.what == "dice that were marked up"


def test_roll_on_a_table_becomes_its_name() -> None:
    converted, [note] = convert("Roll `dice: [[Moods#^table]]`.")
    assert converted == "Roll Moods." and note.kind == "mapped"


def test_dice_that_cannot_be_read_become_text_with_the_reason() -> None:
    converted, [note] = convert("Hit `dice: 1d20+@mod`, 100d100")
    assert converted == "Hit 1d20+@mod, 100d100"
    assert (note.kind, note.line) == ("by hand", 1) and "@mod" in note.advice


def test_kinds_select_which_dice_are_converted() -> None:
    text = "Roll d6, `dice: 2d6` or [[/r d8]]{Claw}"
    assert convert(text, "none")[0] == "Roll d6, 2d6 or Claw"
    assert convert(text, "obsidian")[0] == "Roll d6, `#!dice 2d6` or Claw `#!dice d8`"
