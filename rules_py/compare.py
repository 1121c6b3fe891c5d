"""The odds of one calculator with several inputs beside each other: what differs, exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt
from typing import Any

from rules_py.calculator import Asked, Calculator
from rules_py.dice.odds import Odds
from rules_py.plain import key_text, plain
from rules_py.scale import Scale
from rules_py.spread import STEPS, Row, hoped_for, rows, scale_of, told_by_rows

MOST = 4
"""So many stand beside each other: their lines can still be told apart without colour."""


@dataclass(frozen=True)
class Figure:
    """A single number, such as a mean, or the chance of something, in each of the odds."""

    label: str
    values: tuple[Fraction, ...]
    is_chance: bool

    @property
    def changes(self) -> tuple[Fraction, ...]:
        """By how much each value but the first differs from the first."""
        first, *others = self.values
        return tuple(each - first for each in others)


@dataclass(frozen=True)
class Comparison:
    """What a calculator comes to with several inputs; the first is what the others are measured by."""

    asked: tuple[Asked, ...]
    odds: tuple[Odds, ...]

    @property
    def calculator(self) -> Calculator:
        return self.asked[0].calculator

    @property
    def scale(self) -> Scale:
        return scale_of(self.calculator)

    def rows(self, way: str = STEPS) -> tuple[Row, ...]:
        """Every result with its chance in each of the odds: by itself, `at_least` or `at_most`."""
        return rows(self.scale, self.odds, way)

    @property
    def differing(self) -> tuple[str, ...]:
        """The names of the inputs that are not the same in all."""
        first, *others = (each.inputs for each in self.asked)
        return tuple(name for name in first if any(each[name] != first[name] for each in others))

    def figures(self) -> tuple[Figure, ...]:
        """Means and spreads of results that are numbers, and the calculator's single figures that no row
        tells.
        """
        told = told_by_rows(self.scale, [each.grade for each in self.rows()])
        found = []
        for measure in self.calculator.measures:
            values: list[Any] = [each.measures.get(measure.name) for each in self.odds]
            if measure.name not in told and all(map(_is_number, values)):
                found.append(Figure(measure.label, tuple(map(Fraction, values)), measure.is_chance))
        for each in self._of_numbers():
            if each.values not in [other.values for other in found]:
                found.append(each)
        return tuple(found)

    def _of_numbers(self) -> tuple[Figure, ...]:
        """Mean and spread, where the results are numbers."""
        read = [self.scale.chances(each) for each in self.odds]
        if not all(_is_number(key) for chances in read for key in chances):
            return ()
        means = tuple(_mean(each, lambda key: Fraction(key)) for each in read)
        spreads = tuple(
            _root(_mean(each, lambda key, mean=mean: (key - mean) ** 2))  # type: ignore[misc]
            for each, mean in zip(read, means, strict=True)
        )
        return (
            Figure("Mean", means, is_chance=False),
            Figure("Spread (standard deviation)", spreads, is_chance=False),
        )

    def matter(self) -> Figure | None:
        """The figure that decides between them: the chance of what is hoped for, else a mean, else the first
        figure there is.
        """
        hoped = hoped_for(self.scale)
        if hoped:
            label, keys = hoped
            read = [self.scale.chances(each) for each in self.odds]
            return Figure(label, tuple(sum((each[key] for key in keys), Fraction()) for each in read), True)
        for mean in self._of_numbers()[:1]:
            return replace(mean, label=f"{self.scale.title} on average")
        return next(iter(self.figures()), None)

    def to_json(self) -> dict[str, Any]:
        """Plain data: `inputs` of each, `rows` {result, p, change}, `figures` {label, values, change}."""
        return {
            "inputs": [plain(each.inputs) for each in self.asked],
            "rows": [
                {"result": key_text(each.grade.key), "p": plain(each.chances), "change": plain(each.changes)}
                for each in self.rows()
            ],
            "figures": [
                {"label": each.label, "values": plain(each.values), "change": plain(each.changes)}
                for each in self.figures()
            ],
        }


def compared(asked: Sequence[Asked], count: Callable[[Asked], Odds]) -> Comparison:
    """The comparison of what was asked, each counted by `count`."""
    return Comparison(tuple(asked), tuple(map(count, asked)))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, Fraction)) and not isinstance(value, bool)


def _mean(chances: Mapping[Any, Fraction], value: Callable[[Any], Fraction]) -> Fraction:
    return sum((value(key) * part for key, part in chances.items()), Fraction())


def _root(square: Fraction) -> Fraction:
    """The square root to the nearest hundredth."""
    return Fraction((isqrt(int(square * 40_000)) + 1) // 2, 100)
