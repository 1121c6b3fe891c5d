"""The distribution of chances over the results of a scale, exact or cumulative, for one or several odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from typing import Any

from rules_py.base.jsonable import key_text
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.odds import Odds

EACH, AT_LEAST, AT_MOST = "steps", "at_least", "at_most"
"""`steps` is the chance of each result itself; `at_least` and `at_most` are the same added up from one end.
"""

CUMULATIONS = (EACH, AT_LEAST, AT_MOST)


def scale_of(calculator: Calculator, outcomes: Iterable[Any] = ()) -> Scale:
    """Return the calculator's scale, or an unordered one that labels each outcome with its own verdict.

    Dice notation has outcomes of several kinds; if all of these have a scale of their own, return that.
    """
    if calculator.notation_input:
        own: set[Scale | None] = {getattr(each, "scale", None) for each in outcomes}
        if len(own) == 1 and (scale := own.pop()):
            return scale
    return calculator.scale or Scale("Result", _own_words, ordered=False)


def _own_words(outcome: Any) -> str:
    return getattr(outcome, "verdict", None) or key_text(outcome)


def redundant_measures(scale: Scale, grades: Sequence[Grade]) -> set[str]:
    """Return the names of measures that repeat a row of the scale, such as `p_success` or
    `at_least_success`.
    """
    keys = [key_text(grade.key) for grade in grades]
    return {*keys, *(f"p_{key}" for key in keys), *(f"at_least_{key}" for key in keys if scale.ordered)}


def cumulative(way: str, chances: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Convert chances, from lowest to highest result, to the given cumulation."""
    if way == AT_MOST:
        return tuple(accumulate(chances))
    if way == AT_LEAST:
        return tuple(accumulate(reversed(chances)))[::-1]
    return tuple(chances)


@dataclass(frozen=True)
class Row:
    """A result with its chance in each of some odds."""

    grade: Grade
    chances: tuple[Fraction, ...]

    @property
    def changes(self) -> tuple[Fraction, ...]:
        """The difference of each other chance from the first."""
        first, *others = self.chances
        return tuple(each - first for each in others)


def distribution_rows(scale: Scale, several: Sequence[Odds]) -> tuple[Row, ...]:
    """Return every possible result, in the order of the scale, with its chance in each of the odds."""
    grades, columns = scale.side_by_side(several)
    return tuple(Row(grade, part) for grade, part in zip(grades, zip(*columns, strict=True), strict=True))


def cumulative_rows(rows: Sequence[Row], way: str) -> tuple[Row, ...]:
    """Convert the chances of the rows to the given cumulation."""
    if way == EACH:
        return tuple(rows)
    columns = [cumulative(way, column) for column in zip(*(row.chances for row in rows), strict=True)]
    return tuple(
        replace(row, chances=part) for row, part in zip(rows, zip(*columns, strict=True), strict=True)
    )


def collapse_tails(scale: Scale, rows: Sequence[Row], way: str, most: int) -> tuple[Row, ...]:
    """Return at most `most` rows, those with the most probability. Each end of a longer scale is one row: `12
    or less`, `40 or more`. Of cumulative chances, the far ends are left out, because the nearest row includes
    them. A scale without order has all its rows.
    """
    if len(rows) <= most or not scale.ordered:
        return cumulative_rows(rows, way)
    weights = [sum(row.chances) for row in rows]
    low, high = 0, len(rows) - 1
    below = above = Fraction()
    while high - low + 1 > most - 2:
        if below + weights[low] <= above + weights[high]:
            below, low = below + weights[low], low + 1
        else:
            above, high = above + weights[high], high - 1
    middle = cumulative_rows(rows, way)[low : high + 1]
    if way != EACH:
        return middle
    head = [_together(rows[:low], -1, "or less")] if low else []
    tail = [_together(rows[high + 1 :], 0, "or more")] if high < len(rows) - 1 else []
    return (*head, *middle, *tail)


def _together(some: Sequence[Row], nearest: int, words: str) -> Row:
    """Merge rows into one, labelled after the row nearest to the uncollapsed ones; return a single row
    unchanged.
    """
    if len(some) == 1:
        return some[0]
    grade = some[nearest].grade
    chances = tuple(sum(each, Fraction()) for each in zip(*(row.chances for row in some), strict=True))
    return Row(replace(grade, label=f"{grade.label} {words}"), chances)
