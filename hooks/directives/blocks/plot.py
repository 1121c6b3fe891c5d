"""The `plot` directive: exact odds as a chart, with the table of its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hooks.base.errors import DirectiveError, mistake
from hooks.directives import yaml_body
from hooks.directives.blocks import odds
from hooks.directives.blocks.calculator import named_by
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from hooks.directives.table_cache import TableCache
from hooks.directives.yaml_body import Body
from rules_py.analysis import number_refs
from rules_py.analysis.number_refs import NumberRef
from rules_py.analysis.odds_table import Axis
from rules_py.analysis.plot_spec import CURVE, KINDS, MAX_SERIES, PlotSpec, SeriesSpec
from rules_py.base.errors import InputError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.calculators.defaults import initial_values_for_missing
from rules_py.present import Markup, roll_address
from rules_py.present import plot as drawing
from rules_py.present.house_figures import decided_inputs
from rules_py.present.plot import MAX_STRIPS, Plot

_CAPTION = "a sentence that describes the picture"
_ACROSS = "a short label for the horizontal axis"
_INPUTS = "lines such as `name: value`"
_PLANS = "a mapping from names to inputs, such as `No step: {steps: 0}`"

_FIELDS = {
    "calculator": "Its ID, such as `core_rules.challenge`.",
    "kind": "`steps` shows a distribution, `at_least` and `at_most` a cumulative one, `curve` a number over "
    "an input.",
    "over": "For a curve: one input and its values, `{steps: [0, 1, 2]}`.",
    "inputs": "The other inputs. Omitted ones have the form's initial values.",
    "plans": "Up to four named sets of inputs to compare; up to eight for stacked bars.",
    **number_refs.KINDS,
    "across": "The label of the horizontal axis, instead of its own.",
    "caption": "What the chart shows, in one sentence.",
}


@dataclass(frozen=True)
class PlotOfOdds:
    """A plot and the `inputs` of each series, point by point if it is a curve."""

    plotted: PlotSpec
    plot: Plot
    inputs: tuple[tuple[Mapping[str, Any], ...], ...]

    @property
    def calculator(self) -> Calculator:
        return self.plotted.calculator

    def to_json(self) -> dict[str, Any]:
        """Return JSON data: the numbers as drawn, as fractions `a/b`, and their inputs."""
        return {
            "calculator": self.calculator.id,
            "caption": self.plot.title,
            "row_label": self.plot.across,
            "rows": list(self.plot.labels),
            "column_label": self.plot.upward,
            "columns": [series.name or self.plot.upward for series in self.plot.series],
            "cells": to_jsonable(
                [list(row) for row in zip(*map(self.plot.heights, self.plot.series), strict=True)]
            ),
            "inputs": to_jsonable([list(row) for row in zip(*self.inputs, strict=True)]),
        }


def _read(fence: Fence, tables: TableCache) -> PlotOfOdds:
    body = yaml_body.read(fence)
    body.only(*_FIELDS)
    calculator = named_by(body)
    body.text("caption", _CAPTION)
    kind = body.require("kind", join_or(KINDS))
    if kind not in KINDS:
        raise mistake(body.place("kind"), f"{body.directive}: kind", kind, join_or(KINDS))
    reader = (_Curve if kind == CURVE else _Distribution)(body, tables, calculator, kind)
    return reader.read()


def _show(fence: Fence, context: Context) -> Markup:
    """Return the plot, its numbers linked to the calculator's form if the page has one."""
    plot = _read(fence, context.tables)
    context.tables.add(plot.to_json())
    anchor = context.form_of(plot.calculator)

    def address(series: int, label: int) -> str | None:
        if not anchor:
            return None
        plotted = plot.plotted
        inputs = decided_inputs(plotted.calculator, plot.inputs[series][label], plotted.named_inputs)
        return roll_address(context.page.address, anchor, inputs)

    return drawing.render_plot(
        plot.plot, address, drawing.custom_inputs_collapsible(plot.plotted, plot.plot.title)
    )


class _Reader:
    """The series of a plot and their inputs, for every kind of plot."""

    most_plans = MAX_SERIES

    def __init__(self, body: Body, tables: TableCache, calculator: Calculator, kind: str) -> None:
        self.body, self.tables, self.calculator, self.kind = body, tables, calculator, kind
        self.fixed_inputs = body.mapping("inputs", _INPUTS)
        self.plan_of: dict[str, str] = {}  # by the name of a series
        self.lines = self._lines()

    def mistake(self, field: str, value: object, expected: str, *path: str) -> DirectiveError:
        """Return the error about the value at this path of the body, which is by default the field."""
        place = self.body.place(*(path or (field,)))
        return mistake(place, f"{self.body.directive}: {field}", value, expected)

    def to_spec(self, over: Axis | None = None) -> PlotSpec:
        """Return the specification of the plot; a curve is `over` an input."""
        across = {over.name: None} if over else {}
        return PlotSpec(
            self.calculator,
            self.kind,
            tuple(self.lines),
            {
                **initial_values_for_missing(self.calculator, {**self.fixed_inputs, **across}),
                **self.fixed_inputs,
            },
            over.name if over else "",
            over.values if over else (),
            over.labels if over else (),
            self.body.text("across", _ACROSS, optional=True) or "",
        )

    def with_numbers(self, spec: PlotSpec) -> PlotOfOdds:
        """Return the plot with its numbers, computed if they aren't cached."""
        points = [[self._bind(spec, line, point) for point in spec.points] for line in spec.series]
        key = {
            "calculator": self.calculator.id,
            "plot": CURVE if self.kind == CURVE else drawing.EACH,
            "inputs": to_jsonable([[point.inputs for point in row] for row in points]),
            "wanted": [[line.number.kind, line.number.name] for line in self.lines],
        }
        try:
            numbers = self.tables.numbers(key, lambda: spec.numbers(points, self.tables.odds))
        except InputError as error:
            raise self.body.from_input_error(error, "inputs") from error
        plot = drawing.plot_from_spec(spec, numbers, self.body.text("caption", _CAPTION))
        repeats = len(plot.labels) if self.kind != CURVE else 1
        return PlotOfOdds(spec, plot, tuple(tuple(point.inputs for point in row * repeats) for row in points))

    def _bind(self, spec: PlotSpec, line: SeriesSpec, point: Mapping[str, Any]) -> BoundCalculator:
        try:
            return spec.bind(line, point)
        except InputError as error:
            shared = self.fixed_inputs.keys() & {error.field.partition(".")[0], str(error.value)}
            plan = self.plan_of[line.name]
            path = ("plans", plan) if plan and not shared else ("inputs",)
            raise self.body.from_input_error(error, *path) from error

    def _lines(self) -> list[SeriesSpec]:
        """Return one series for each plan or for each number, or one without a name if there are neither."""
        plans, refs = self._plans(), self._number_refs()
        if len(plans) > 1 and len(refs) > 1:
            raise self.mistake("plans", [*plans], "one plan, as there are several numbers")
        if len(refs) > 1:
            [(plan, inputs)] = plans.items()
            self.plan_of = dict.fromkeys(refs, plan)
            return [SeriesSpec(name, inputs, ref) for name, ref in refs.items()]
        self.plan_of = {plan: plan for plan in plans}
        [ref] = refs.values()
        return [SeriesSpec(plan, inputs, ref) for plan, inputs in plans.items()]

    def _plans(self) -> dict[str, Mapping[str, Any]]:
        plans = self.body.mapping("plans", _PLANS)
        self._limit("plans", plans, self.most_plans)
        for name, inputs in plans.items():
            if not isinstance(inputs, dict):
                raise self.mistake("plan", inputs, _INPUTS, "plans", name)
            for field in inputs:
                if field in self.fixed_inputs:
                    place = self.body.place("plans", name, field)
                    message = f"plans: {field!r} is already in inputs. Remove it here or there."
                    raise DirectiveError(place, message)
        return plans or {"": {}}

    def _number_refs(self) -> dict[str, NumberRef]:
        """Return the numbers by the names of their series; a single one needs no name."""
        kinds = [kind for kind in number_refs.KINDS if kind in self.body.values]
        if len(kinds) > 1:
            raise self.mistake("number", kinds, f"only one of {join_or(number_refs.KINDS)}", kinds[1])
        if not kinds:
            return {"": NumberRef()}
        [kind] = kinds
        names = self.body.require(kind, "a name, or a mapping from labels to names")
        if not isinstance(names, dict):
            return {"": NumberRef(kind, str(names))}
        self._limit(kind, names, MAX_SERIES)
        return {label: NumberRef(kind, str(name)) for label, name in names.items()}

    def _limit(self, field: str, values: Mapping[str, Any], most: int) -> None:
        if len(values) > most:
            raise self.mistake(field, [*values], f"at most {most}")


class _Curve(_Reader):
    """A number over the values of one input."""

    def read(self) -> PlotOfOdds:
        over = odds.axis(self.body, "over", self.calculator)
        if len(over.values) < 2:
            raise self.mistake("over", over.values, "at least two values", "over", over.name)
        self._check_not_fixed(over.name)
        plot = self.with_numbers(self.to_spec(over))
        if len(plot.plotted.are_chances()) > 1:
            refs = [line.number for line in self.lines]
            names, expected = [ref.name for ref in refs], "only chances, or only other numbers"
            raise mistake(self.body.place(refs[0].kind), "curve", names, expected)
        return plot

    def _check_not_fixed(self, name: str) -> None:
        """Raise DirectiveError if the input along the curve also has a fixed value."""
        plans = [(line.inputs, ("plans", self.plan_of[line.name])) for line in self.lines]
        for inputs, path in [(self.fixed_inputs, ("inputs",)), *plans]:
            if name in inputs:
                message = f"{path[0]}: {name!r} is already under over. Remove it here."
                raise DirectiveError(self.body.place(*path, name), message)


class _Distribution(_Reader):
    """The distribution over the calculator's scale, or over a named distribution."""

    def __init__(self, body: Body, tables: TableCache, calculator: Calculator, kind: str) -> None:
        is_number_chosen = not body.values.keys().isdisjoint(number_refs.KINDS)
        self.scale = None if is_number_chosen else calculator.scale
        if self.scale and self.scale.grades and kind == drawing.EACH:
            self.most_plans = MAX_STRIPS
        super().__init__(body, tables, calculator, kind)

    def read(self) -> PlotOfOdds:
        if "over" in self.body.values:
            place = self.body.place("over")
            raise mistake(place, f"{self.body.directive} over an input: kind", self.kind, CURVE)
        if self.scale and not self.scale.ordered and self.kind != drawing.EACH:
            expected = f"{drawing.EACH}, as these results have no order"
            raise mistake(self.body.place("kind"), "kind", self.kind, expected)
        return self.with_numbers(self.to_spec())


DIRECTIVES = (
    Directive(
        "plot",
        "Exact odds as a chart, with a collapsed table of its numbers.",
        fields=_FIELDS,
        show=_show,
        made_from=lambda fence, context: frozenset(context.form_ids.values()),
    ),
)
