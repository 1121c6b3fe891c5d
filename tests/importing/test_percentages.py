"""Percentages of imported texts, which are compared with the chances of the page's dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hooks.importing import percentages
from hooks.importing.report import Line, Note
from rules_py.analysis.number_refs import is_rounded


def convert(text: str) -> tuple[str, list[Note]]:
    lines = [Line(each, at) for at, each in enumerate(text.split("\n"), 1)]
    result, notes = percentages.convert(lines, "a.md")
    return "\n".join(line.text for line in result), notes


@pytest.mark.parametrize(
    "text, chance",
    [
        ("Four Fudge dice.\n\n| 4 | 1.23% |", "4dF grade=4 printed=1.23%"),
        ("Roll `#!dice 4dF`.\n\n| −2 | 93,83 % |", '4dF at_least=-2 printed="93,83 %"'),
        ("Roll `#!dice 2d6`: 16.7% are a 7", "2d6 grade=7 printed=16.7%"),
        ("A 58% chance of 7 or more on `#!dice 2d6`", "2d6 at_least=7 printed=58%"),
        ("With `#!dice 2d6 + d4` it is 0.7%", '"2d6 + 1d4" grade=3 printed=0.7%'),
    ],
)
def test_chance_of_the_dice_is_calculated(text: str, chance: str) -> None:
    converted, [note] = convert(text)
    assert f"`#!chance tools.throw notation={chance}`" in converted
    assert (note.kind, note.what) == ("mapped", "percentage, calculated as a chance")


@pytest.mark.parametrize(
    "text",
    [
        "There is a 50% chance of rain.",
        "A 50% chance, else `#!dice d6` damage",
        "Roll `#!dice 1d4 + 3` for your 4th spell; a 25% chance that it fails",
        "Roll `#!dice d20` and heal 10% of 20",
        "Roll `#!dice 2d6`. Others say 12.3%",
        "`#!dice d100` 12.0% chance of 89",
        "`#!dice 2d6` and `#!dice 2d8`: 20.3% or 2.7%",
    ],
)
def test_other_percentages_stay_with_a_note(text: str) -> None:
    converted, notes = convert(text)
    assert converted == text
    assert {note.what for note in notes} == {"percentage that is no chance of the dice, kept"}


@pytest.mark.parametrize(
    "text",
    [
        "`#!dice 2d6` [x](a%20b.md) <i title='16.7%'> https://example.org/16.7%25 `16.7%`",
        "`#!dice 2d6`\n```\n16.7%\n```",
        r"`#!dice 2d6` 16.7\%",
    ],
)
def test_code_addresses_and_escaped_percentages_stay(text: str) -> None:
    assert convert(text) == (text, [])


def test_is_rounded_compares_the_printed_digits() -> None:
    assert is_rounded(Fraction(1, 81), "1.23") and is_rounded(Fraction(1, 81), "1,2")
    assert not is_rounded(Fraction(1, 81), "1.24") and not is_rounded(Fraction(1, 81), "1.230")
    assert is_rounded(Fraction(1, 8), "12") and is_rounded(Fraction(1, 8), "13")
