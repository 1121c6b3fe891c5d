"""The specification of a plot, evaluated at build time and again in the browser with the reader's inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from rules_py.analysis import number_refs
from rules_py.analysis.number_refs import NumberRef
from rules_py.analysis.odds_cache import count_each
from rules_py.analysis.page_spec import bad_spec, read_as, read_list
from rules_py.base.errors import InputError, join_or
from rules_py.base.jsonable import key_text, to_jsonable
from rules_py.calculators.calculator import BoundCalculator, Calculator, Inputs
from rules_py.calculators.distribution import CUMULATIONS
from rules_py.dice.incremental import Incremental
from rules_py.dice.odds import Odds
from rules_py.inputs import Input
from rules_py.systems import registry

CURVE = "curve"
KINDS = (*CUMULATIONS, CURVE)
"""`steps` is the distribution over the results, `at_least` and `at_most` are its cumulative chances from one
end, and `curve` is a number by the values of one input.
"""

MAX_SERIES = 4
"""The most series in a plot: more can't be distinguished without colour."""

READER_SERIES = "Yours"
"""The name of the reader's own line."""

_FIELD = "plot"
"""The field of a request that holds a specification."""

type Numbers = tuple[Sequence[str], Sequence[Sequence[Fraction | int]]]
"""The labels of a distribution, or none, and the numbers of each line."""


@dataclass(frozen=True)
class SeriesSpec:
    """One series: its name, its own inputs, and the number or distribution that it shows."""

    name: str
    inputs: Inputs
    number: NumberRef

    def to_json(self) -> list[Any]:
        """Return plain data: name, inputs, and the kind and the name of the number if the reference has
        them.
        """
        number = [self.number.kind, self.number.name] if self.number.kind else []
        return [self.name, to_jsonable(dict(self.inputs)), *number]


@dataclass(frozen=True)
class PlotSpec:
    """`inputs` are those that all lines share, without those at their initial values. A curve runs `over` an
    input, whose `values` have `labels`; a distribution over results has one point, without a value of its
    own. `across` is the label of the horizontal axis, if the name of the input or the scale isn't enough.
    """

    calculator: Calculator
    kind: str
    series: tuple[SeriesSpec, ...]
    inputs: Inputs
    over: str = ""
    values: tuple[Any, ...] = ()
    labels: tuple[str, ...] = ()
    across: str = ""

    @cached_property
    def shared_inputs(self) -> tuple[Input, ...]:
        """The calculator's inputs that have the same value throughout the plot."""
        own = {self.over, *(name for line in self.series for name in line.inputs)}
        return tuple(each for each in self.calculator.inputs if each.name not in own)

    @property
    def changeable_inputs(self) -> tuple[Input, ...]:
        """The inputs that a reader can change: the shared ones, else those of one more series if there is
        room.
        """
        if self.shared_inputs or len(self.series) >= MAX_SERIES:
            return self.shared_inputs
        return tuple(each for each in self.calculator.inputs if each.name != self.over)

    @property
    def base_series(self) -> SeriesSpec:
        """The series with which the reader's inputs are compared."""
        return self.series[0 if self.shared_inputs else -1]

    @property
    def named_inputs(self) -> set[str]:
        """The names of the inputs that the plot decides."""
        return {self.over, *self.inputs, *(name for line in self.series for name in line.inputs)}

    def with_house_rules(self, values: Inputs) -> PlotSpec:
        """Return the plot under a table's house rules, except for those that it sets itself."""
        return replace(self, inputs={**self.inputs, **self.changed_house_rules(values)})

    def beside_house_rules(self, values: Inputs, house: str, book: str) -> PlotSpec:
        """Return the plot with each series twice: under a table's house rules, and by the book.

        `house` and `book` become the names of the series, or are appended to these.
        """
        added = self.changed_house_rules(values)
        several = [
            SeriesSpec(
                f"{line.name}, {name.lower()}" if line.name else name, {**line.inputs, **more}, line.number
            )
            for line in self.series
            for name, more in ((house, added), (book, {}))
        ]
        return replace(self, series=tuple(several))

    def changed_house_rules(self, values: Inputs) -> Inputs:
        """Return the values that differ from the book's, except for those that the plot sets itself."""
        return self.calculator.changed_house_rules(values, self.named_inputs)

    def with_reader_inputs(self, inputs: Inputs) -> PlotSpec:
        """Return the plot with the reader's inputs, or raise InputError (`unknown_input`) for any other
        input.
        """
        known = [each.name for each in self.changeable_inputs]
        for name in inputs:
            if name not in known:
                raise InputError.at("inputs", name, join_or(known), code="unknown_input")
        if self.shared_inputs:
            return replace(self, inputs={**self.inputs, **inputs})
        first = self.series[0]
        return replace(
            self, series=(*self.series, SeriesSpec(READER_SERIES, {**first.inputs, **inputs}, first.number))
        )

    @property
    def points(self) -> tuple[Inputs, ...]:
        """The inputs of each point, without those of the series."""
        return tuple({self.over: each} for each in self.values) if self.over else ({},)

    @property
    def is_graded(self) -> bool:
        """True if it shows a distribution over the results of the calculator's scale."""
        return self.kind != CURVE and not self.series[0].number.name and self.calculator.scale is not None

    def bind(self, line: SeriesSpec, point: Inputs) -> BoundCalculator:
        """Bind the calculator to one point of a series. Raises InputError."""
        return self.calculator.bind({**self.inputs, **line.inputs, **point})

    def bind_all(self) -> list[list[BoundCalculator]]:
        """Bind the calculator to each point of each series. Raises InputError."""
        return [[self.bind(line, point) for point in self.points] for line in self.series]

    def without_impossible_points(self) -> tuple[PlotSpec, tuple[str, ...]]:
        """Return the curve without the points that are invalid for any of the series, and the labels of those
        points.

        Raises InputError if no point is left.
        """
        if self.kind != CURVE:
            return self, ()
        errors: dict[int, InputError] = {}
        for at, point in enumerate(self.points):
            try:
                for line in self.series:
                    self.bind(line, point)
            except InputError as error:
                errors[at] = error
        if len(errors) == len(self.values):
            raise errors[0]
        left = [at for at in range(len(self.values)) if at not in errors]
        values, labels = (tuple(each[at] for at in left) for each in (self.values, self.labels))
        return replace(self, values=values, labels=labels), tuple(self.labels[at] for at in errors)

    def are_chances(self) -> set[bool]:
        """Return whether the series show chances, as a set that has both values if they are mixed."""
        if self.kind != CURVE:
            return {True}
        return {line.number.is_chance(self.calculator) for line in self.series}

    @property
    def value_axis_label(self) -> str:
        """The label of a curve's value axis."""
        if len({line.number for line in self.series}) > 1:
            return "Chance" if True in self.are_chances() else ""
        return self.value_label

    @property
    def axis_label(self) -> str:
        """The label of the horizontal axis: the input that a curve varies, or the kind of result."""
        if self.across:
            return self.across
        if self.kind == CURVE:
            return next(each.label or each.name for each in self.calculator.inputs if each.name == self.over)
        return self.calculator.scale.title if self.is_graded and self.calculator.scale else self.value_label

    @property
    def value_label(self) -> str:
        """The label of the first series' number."""
        scale, number = self.calculator.scale, self.series[0].number
        grades = {key_text(grade.key): grade.label for grade in (scale.grades if scale else ())}
        label = grades.get(number.name, number.name.replace("_", " ").capitalize())
        if number.kind == "at_least":
            return f"At least {label[:1].lower()}{label[1:]}"
        measure = self.calculator.measure(number.name)
        return measure.label if measure and "." not in number.name else label or "Chance"

    def numbers(
        self, every: Sequence[Sequence[BoundCalculator]], count: Callable[[BoundCalculator], Odds]
    ) -> Numbers:
        """Return the numbers of all series, using `count` to calculate the odds. Raises InputError."""
        numbers = [line.number for line in self.series]
        if self.kind == CURVE:
            return (), [
                [number_refs.number(point, each, count) for point in row]
                for row, each in zip(every, numbers, strict=True)
            ]
        rows = [row[0] for row in every]
        if self.is_graded:
            return number_refs.grade_chances(self.calculator, rows, count)
        return number_refs.distributions(rows, numbers, count)

    def numbers_incrementally(
        self,
        every: Sequence[Sequence[BoundCalculator]],
        count: Callable[[BoundCalculator], Incremental[Odds]],
    ) -> Incremental[Numbers]:
        """Calculate the same numbers incrementally, the odds of each bound calculator only once."""
        all_odds = yield from count_each([each for row in every for each in row], count)
        return self.numbers(every, all_odds)

    def to_json(self) -> dict[str, Any]:
        """Return plain data that `read` reads, without the defaults."""
        data = {
            "calculator": self.calculator.id,
            "kind": self.kind,
            "lines": [each.to_json() for each in self.series],
            "inputs": to_jsonable(dict(self.inputs)),
            "over": self.over,
            "values": to_jsonable(self.values),
            "labels": [] if [str(each) for each in self.values] == [*self.labels] else [*self.labels],
            "across": self.across,
        }
        return {name: value for name, value in data.items() if value}


def parse_plot_spec(data: Any) -> PlotSpec:
    """Parse the plot specification that `to_json` returned.

    Raises InputError for what can't be read (`bad_plot`), and for an unknown calculator.
    """
    fields = read_as(dict, _FIELD, data, "a mapping of the plot's fields")
    values = read_list(_FIELD, fields.get("values", []))
    labels = [read_as(str, _FIELD, each, "text") for each in read_list(_FIELD, fields.get("labels", []))] or [
        str(each) for each in values
    ]
    spec = PlotSpec(
        registry.calculator(read_as(str, _FIELD, fields.get("calculator"), "the id of a calculator")),
        read_as(str, _FIELD, fields.get("kind"), join_or(KINDS)),
        tuple(map(_line, read_list(_FIELD, fields.get("lines")))),
        read_as(dict, _FIELD, fields.get("inputs", {}), "inputs by name"),
        read_as(str, _FIELD, fields.get("over", ""), "the name of an input"),
        tuple(values),
        tuple(labels),
        read_as(str, _FIELD, fields.get("across", ""), "text"),
    )
    is_curve = spec.kind == CURVE
    if spec.kind not in KINDS or bool(spec.over) != is_curve or bool(values) != is_curve:
        raise bad_spec(_FIELD, spec.kind, f"{join_or(KINDS)}, with values of an input only for {CURVE}")
    if not spec.series or len(labels) != len(values) or len(spec.are_chances()) > 1:
        raise bad_spec(_FIELD, len(labels), "series of one kind, and a label for each value")
    return spec


def _line(data: Any) -> SeriesSpec:
    row = read_list(_FIELD, data)
    if len(row) not in (2, 4):
        raise bad_spec(_FIELD, row, "a name and inputs, with or without the kind and name of a number")
    name, inputs, *number = row
    words = (read_as(str, _FIELD, each, "text") for each in number)
    return SeriesSpec(
        read_as(str, _FIELD, name, "text"), read_as(dict, _FIELD, inputs, "inputs by name"), NumberRef(*words)
    )
