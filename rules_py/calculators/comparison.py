"""Exact comparison of one calculator's odds for several sets of inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import Any

from rules_py.base.jsonable import key_text, to_jsonable
from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.calculators.distribution import (
    EACH,
    Row,
    collapse_tails,
    cumulative_rows,
    distribution_rows,
    redundant_measures,
    scale_of,
)
from rules_py.calculators.scale import Scale, success_grades
from rules_py.dice.incremental import Incremental, scale_progress
from rules_py.dice.odds import Odds

MAX_COMPARED = 4
"""The most inputs in one comparison: their lines remain distinguishable without colour."""


@dataclass(frozen=True)
class ComparedValue:
    """A single number, such as a mean, or the chance of something, in each of the odds."""

    label: str
    values: tuple[Fraction, ...]
    is_chance: bool

    @property
    def changes(self) -> tuple[Fraction, ...]:
        """The difference of each other value from the first."""
        first, *others = self.values
        return tuple(each - first for each in others)


@dataclass(frozen=True)
class Comparison:
    """The odds of one calculator for several inputs, the first of which is the baseline."""

    bound: tuple[BoundCalculator, ...]
    odds: tuple[Odds, ...]

    @property
    def calculator(self) -> Calculator:
        return self.bound[0].calculator

    @cached_property
    def scale(self) -> Scale:
        return scale_of(self.calculator)

    @cached_property
    def _each(self) -> tuple[Row, ...]:
        return distribution_rows(self.scale, self.odds)

    def rows(self, way: str = EACH) -> tuple[Row, ...]:
        """Return every result with its chance in each of the odds: exact, `at_least` or `at_most`."""
        return cumulative_rows(self._each, way)

    def collapsed_rows(self, way: str, most: int) -> tuple[Row, ...]:
        """Return at most `most` rows, collapsing the unlikely results at both ends."""
        return collapse_tails(self.scale, self._each, way, most)

    @property
    def differing_inputs(self) -> tuple[str, ...]:
        """The names of the inputs that are not the same in all."""
        first, *others = (each.inputs for each in self.bound)
        return tuple(name for name in first if any(each[name] != first[name] for each in others))

    @cached_property
    def values(self) -> tuple[ComparedValue, ...]:
        """The means and standard deviations of numeric results, and the calculator's values that no row
        shows.
        """
        redundant = redundant_measures(self.scale, [each.grade for each in self._each])
        compared = []
        for measure in self.calculator.measures:
            values: list[Any] = [each.measures.get(measure.name) for each in self.odds]
            if measure.name not in redundant and all(map(_is_number, values)):
                compared.append(
                    ComparedValue(
                        measure.label_for(*self.odds), tuple(map(Fraction, values)), measure.is_chance
                    )
                )
        for each in self._of_numbers:
            if each.values not in [other.values for other in compared]:
                compared.append(each)
        return tuple(compared)

    @cached_property
    def _of_numbers(self) -> tuple[ComparedValue, ...]:
        """The mean and the standard deviation, if the results are numbers."""
        keys = [row.grade.key for row in self._each]
        if not all(map(_is_number, keys)):
            return ()
        columns = [*zip(*(row.chances for row in self._each), strict=True)]
        means = tuple(_mean(keys, each) for each in columns)
        spreads = tuple(
            _root(_mean([(key - mean) ** 2 for key in keys], each))
            for each, mean in zip(columns, means, strict=True)
        )
        return (
            ComparedValue("Mean", means, is_chance=False),
            ComparedValue("Spread (standard deviation)", spreads, is_chance=False),
        )

    def key_value(self) -> ComparedValue | None:
        """Return the value that decides the comparison: the chance of success, else a mean, else the first
        value.
        """
        success = success_grades(self.scale)
        if success:
            label, keys = success
            parts = [row.chances for row in self._each if row.grade.key in keys]
            sums = tuple(sum(each, Fraction()) for each in zip(*parts, strict=True))
            return ComparedValue(label, sums, is_chance=True)
        for mean in self._of_numbers[:1]:
            return replace(mean, label=f"{self.scale.title} on average")
        return next(iter(self.values), None)

    def to_json(self) -> dict[str, Any]:
        """Return plain data: `inputs` of each, `rows` {result, p, change},
        `figures` {label, values, change}.
        """
        return {
            "inputs": [to_jsonable(each.inputs) for each in self.bound],
            "rows": [
                {
                    "result": key_text(each.grade.key),
                    "p": to_jsonable(each.chances),
                    "change": to_jsonable(each.changes),
                }
                for each in self.rows()
            ],
            "figures": [
                {"label": each.label, "values": to_jsonable(each.values), "change": to_jsonable(each.changes)}
                for each in self.values
            ],
        }


def compare_odds(
    bound: Sequence[BoundCalculator], count: Callable[[BoundCalculator], Incremental[Odds]]
) -> Incremental[Comparison]:
    """Compare the bound calculators, using `count` to calculate the odds of each."""
    odds: list[Odds] = []
    for place, each in enumerate(bound):
        yield place / len(bound)
        odds.append((yield from scale_progress(count(each), place / len(bound), (place + 1) / len(bound))))
    yield 1.0  # let other work run before the slow use of the result
    return Comparison(tuple(bound), tuple(odds))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool)


def _mean(values: Sequence[int | Fraction], chances: Sequence[Fraction]) -> Fraction:
    return sum((value * part for value, part in zip(values, chances, strict=True)), Fraction())


def _root(square: Fraction) -> Fraction:
    """Return the square root to the nearest hundredth."""
    return Fraction((isqrt(int(square * 40_000)) + 1) // 2, 100)
