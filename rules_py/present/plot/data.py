"""The data of a plot: exact numbers by label, one row for each series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rules_py.analysis.distribution import AT_LEAST, AT_MOST, EACH, cumulative
from rules_py.analysis.plot_spec import CURVE, KINDS, Numbers, PlotSpec
from rules_py.base.errors import DeclarationError, join_or
from rules_py.calculators.scale import Scale
from rules_py.dice.odds import Odds

UPWARD = {EACH: "Chance", AT_LEAST: "At least", AT_MOST: "At most"}
"""The label of the vertical axis, by how chances are shown."""

MOST_STRIPS = 8
"""The most strips that fit on a phone's screen."""

MOST_COLUMNS = 60
"""The most columns; beyond it, results at the far ends may be left out."""

UNSEEN = Fraction(1, 200)
"""The share of the highest column below which a column is thinner than the axis."""


def whole_numbers(labels: Sequence[str]) -> list[int]:
    """Return the labels as whole numbers, or an empty list if one isn't."""
    every = all(each.removeprefix("-").isdecimal() for each in labels)
    return [int(each) for each in labels] if every else []


@dataclass(frozen=True)
class Series:
    """One line of a plot, or one row of strips. `name` is empty where it stands alone."""

    name: str
    values: tuple[Fraction | int, ...]


@dataclass(frozen=True)
class Plot:
    """Numbers to be drawn.

    title    what the picture shows
    across   what stands along it: the title of a scale, the label of an input
    upward   what the values are
    labels   the results, or the values of the input
    series   at least one, each with a value for every label; for a spread the chance of each result itself,
             whichever way they are added up
    chances  whether the values are chances, or figures such as means
    ordered  whether "from this to that" means something
    tones    how welcome each result is, where the scale says so: such a spread is drawn as strips
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
        """The plot is drawn as one strip per series, divided among the grades."""
        return self.kind == EACH and bool(self.tones)

    def without_far_ends(self) -> Plot:
        """Return the same without results at either end that nobody could see: of a thousand dice most are
        such.
        """
        if self.kind != EACH or len(self.labels) <= MOST_COLUMNS:
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
        """Return the heights that a series has in the picture, and the figures it has in the table."""
        return cumulative(self.kind, [Fraction(each) for each in series.values])


def of_odds(kind: str, title: str, scale: Scale, odds: Mapping[str, Odds]) -> Plot:
    """Return a plot of how chances are spread over the grades of a scale, for each of the odds by
    its name.
    """
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
    """Return a plot of numbers as they were counted for it."""
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
