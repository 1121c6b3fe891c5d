"""The data of a plot: exact numbers by label, one row for each series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rules_py.analysis.plot_spec import CURVE, KINDS, Numbers, PlotSpec
from rules_py.base.errors import DeclarationError, join_or
from rules_py.calculators.distribution import AT_LEAST, AT_MOST, EACH, cumulative
from rules_py.calculators.scale import Scale
from rules_py.dice.odds import Odds

UPWARD = {EACH: "Chance", AT_LEAST: "At least", AT_MOST: "At most"}
"""The label of the vertical axis, by how chances are shown."""

MAX_STRIPS = 8
"""The most stacked bars that fit on a phone's screen."""

MAX_COLUMNS = 60
"""The most columns; beyond it, results at the far ends may be left out."""

UNSEEN = Fraction(1, 200)
"""The share of the highest column below which a column is thinner than the axis."""


def whole_numbers(labels: Sequence[str]) -> list[int]:
    """Return the labels as whole numbers, or an empty list if one isn't."""
    every = all(each.removeprefix("-").isdecimal() for each in labels)
    return [int(each) for each in labels] if every else []


@dataclass(frozen=True)
class Series:
    """One line of a plot, or one stacked bar. `name` is empty for a single series."""

    name: str
    values: tuple[Fraction | int, ...]


@dataclass(frozen=True)
class Plot:
    """Numbers to be drawn.

    title    the subject of the chart
    across   the label of the horizontal axis: the title of a scale, the label of an input
    upward   the label of the vertical axis
    labels   the results, or the values of the input
    series   at least one, each with a value for every label; for a distribution, the chance of each result
             itself, even if it is shown cumulatively
    chances  whether the values are chances, or numbers such as means
    ordered  whether ranges of labels make sense
    tones    the tone of each result, if the scale has tones: such a distribution is drawn as stacked bars
    """

    kind: str
    title: str
    across: str
    upward: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    chances: bool = True
    ordered: bool = True
    tones: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise DeclarationError("kind of a plot", self.kind, join_or(KINDS))
        if not self.labels or not self.series:
            raise DeclarationError("plot", self.title, "at least one label and one series")
        for each in self.series:
            if len(each.values) != len(self.labels):
                raise DeclarationError(f"values of {each.name!r}", len(each.values), str(len(self.labels)))

    @property
    def places(self) -> tuple[Fraction, ...]:
        """The positions of the labels from 0 to 1; whole numbers of a curve are spaced by their values."""
        numbers = whole_numbers(self.labels) if self.kind == CURVE else []
        if not numbers or sorted(set(numbers)) != numbers:
            numbers = [*range(len(self.labels))]
        room = max(numbers[-1] - numbers[0], 1)
        return tuple(Fraction(each - numbers[0], room) for each in numbers)

    @property
    def as_strips(self) -> bool:
        """True if the plot is one stacked bar per series, divided among the grades."""
        return self.kind == EACH and bool(self.tones)

    def without_far_ends(self) -> Plot:
        """Return the plot without results at either end that are too small to see, such as most of a thousand
        dice's.
        """
        if self.kind != EACH or len(self.labels) <= MAX_COLUMNS:
            return self
        floors = [max(each.values) * UNSEEN for each in self.series]
        is_visible = [
            any(each.values[at] >= floor for each, floor in zip(self.series, floors, strict=True))
            for at in range(len(self.labels))
        ]
        span = slice(is_visible.index(True), len(is_visible) - is_visible[::-1].index(True))
        series = tuple(Series(each.name, each.values[span]) for each in self.series)
        return replace(self, labels=self.labels[span], series=series)

    def heights(self, series: Series) -> tuple[Fraction, ...]:
        """Return the numbers of a series as the chart and the table show them."""
        return cumulative(self.kind, [Fraction(each) for each in series.values])


def of_odds(kind: str, title: str, scale: Scale, odds: Mapping[str, Odds]) -> Plot:
    """Return a plot of the distribution over the grades of a scale, for each of the odds by name."""
    grades, rows = scale.side_by_side([*odds.values()])
    return Plot(
        kind,
        title,
        scale.title,
        UPWARD[kind],
        tuple(grade.label for grade in grades),
        tuple(Series(name, tuple(row)) for name, row in zip(odds, rows, strict=True)),
        ordered=scale.ordered,
        tones=tuple(grade.tone for grade in grades) if scale.grades else (),
    )


def plot_from_spec(spec: PlotSpec, numbers: Numbers, title: str) -> Plot:
    """Return the plot of a specification with its numbers."""
    labels, rows = numbers
    is_curve, scale = spec.kind == CURVE, spec.calculator.scale if spec.is_graded else None
    return Plot(
        spec.kind,
        title,
        spec.axis_label,
        spec.value_axis_label if is_curve else UPWARD[spec.kind],
        spec.labels if is_curve else tuple(labels),
        tuple(Series(line.name, tuple(row)) for line, row in zip(spec.series, rows, strict=True)),
        chances=spec.are_chances() == {True},
        ordered=scale is None or scale.ordered,
        tones=tuple(grade.tone for grade in scale.grades) if scale else (),
    )
