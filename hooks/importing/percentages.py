"""Percentages of imported texts, converted to calculated chances if they are chances of the page's dice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Literal

from hooks.importing.report import Line, Note
from hooks.importing.text import in_fences, substitute
from rules_py.analysis.number_refs import is_rounded
from rules_py.base.errors import InputError
from rules_py.dice import notation
from rules_py.dice.notation.odds import roll_weights
from rules_py.systems import registry

_PERCENTAGE = re.compile(
    r"\]\([^()]*\)|<[^<>]*>|https?://\S+|(?<![\w.,\\])(?P<number>\d{1,3}(?:[.,]\d{1,4})?)(?P<space>\s?)%(?!\w)"
)
"""A percentage, or markup in which none is searched: addresses and HTML."""
_NUMBER = re.compile(r"(?<![\w.,])[-−]?\d{1,3}(?![\d.,]*[\dd]|\s?%)")
_LEAST = re.compile(r"(?<![\w.,])(\d{1,3})\s?(?:\+(?!\s?\w)|or (?:more|higher|better|above|greater))")
_DICE = re.compile(r"`#!dice\s+([^`]+?)\s*`")
_FUDGE = re.compile(r"\b(?:fate|fudge) dice\b|\b4dF\b", re.I)
_CHANCE = re.compile(r"\b(?:chances?|odds|probab\w+|likel\w+|percentages?)\b", re.I)
_MAX_DICE, _MAX_TOTALS = 12, 60
"""The most dice of a page to compare, and the most totals of each: with more, any percentage would match."""

type _Reading = tuple[str, Literal["grade", "at_least"], int]
"""Dice, and the total or the least total whose chance a percentage could be."""


def convert(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines with each percentage that is one chance of the page's dice as that chance.

    The dice are the inline dice of the page. A whole percentage needs its dice, the least total and a word
    such as “chance” in its line, as most of those in a text aren't chances of dice. All others stay.
    """
    code, notes = in_fences(lines), list[Note]()
    text = "\n".join(line.text for line in lines)
    dice = _dice_of(text)

    def convert_line(line: Line) -> str:
        dice_of_line = _dice_of(line.text) if _CHANCE.search(line.text) else []

        def replacement(match: re.Match[str]) -> str:
            if not match["number"]:
                return match[0]
            is_whole = match["number"].isdecimal()
            reading = _reading(
                match["number"], dice_of_line if is_whole else dice, line.text, is_total_named=is_whole
            )
            if not reading:
                notes.append(
                    Note("mapped", file, line.number, "percentage that is no chance of the dice, kept")
                )
                return match[0]
            notes.append(Note("mapped", file, line.number, "percentage, calculated as a chance"))
            roll, kind, total = reading
            percentage = match[0] if " " not in match[0] else f'"{match[0]}"'
            return f"`#!chance {_calculator()} notation={_word(roll)} {kind}={total} printed={percentage}`"

        return substitute(_PERCENTAGE, replacement, line.text)

    result = [line if at in code else Line(convert_line(line), line.number) for at, line in enumerate(lines)]
    return result, notes


def _calculator() -> str:
    calculator = registry.notation_calculator()
    return calculator.id if calculator else ""


def _word(roll: str) -> str:
    return f'"{roll}"' if " " in roll else roll


def _dice_of(text: str) -> list[str]:
    """Return the dice that a text rolls, in their canonical form."""
    dice_texts = dict.fromkeys(each for dice in _DICE.findall(text) if (each := _canonical(dice)))
    if _FUDGE.search(text):
        dice_texts["4dF"] = None
    return [*dice_texts][:_MAX_DICE]


def _reading(number: str, dice: list[str], line: str, *, is_total_named: bool) -> _Reading | None:
    """Return the roll whose chance is this percentage, if there is only one such chance.

    Of several rolls with this chance, the one whose total the line names comes first. With `is_total_named`
    it must name the total as the least one: “7 or more”, “7+”.
    """
    pattern = _LEAST if is_total_named else _NUMBER
    totals = {int(each.replace("−", "-")) for each in pattern.findall(_DICE.sub("", line))}
    readings = [
        (reading, chance)
        for reading, chance in _readings(dice)
        if is_rounded(chance, number)
        and (not is_total_named or (reading[1] == "at_least" and reading[2] in totals))
    ]
    if len({chance for _, chance in readings}) != 1:
        return None
    return min((reading for reading, _ in readings), key=lambda reading: reading[2] not in totals)


def _readings(dice: list[str]) -> Iterator[tuple[_Reading, Fraction]]:
    for roll in dice:
        weights = _weights(roll)
        total_weight = sum(weights.values())
        for total, weight in weights.items():
            yield (roll, "grade", total), Fraction(weight, total_weight)
            weight_above = sum(each for other, each in weights.items() if other >= total)
            if weight_above < total_weight:
                yield (roll, "at_least", total), Fraction(weight_above, total_weight)


@cache
def _canonical(dice: str) -> str:
    """Return the dice in canonical form, or "" if they are a test or have too many totals to compare."""
    try:
        roll = notation.parse(dice)
        return (
            roll.canonical if roll.repeats == 1 and 1 < len(_weights(roll.canonical)) <= _MAX_TOTALS else ""
        )
    except InputError:
        return ""


@cache
def _weights(dice: str) -> Mapping[int, int]:
    """Return the weight of each total, none for a test."""
    weights = roll_weights(notation.parse(dice).tree)
    return {total: weight for (total, success), weight in sorted(weights.items()) if success is None}
