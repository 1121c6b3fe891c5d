"""The `plot` fence: exact odds as a picture, with the table of its figures behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hooks.directives import calculators, odds_tables, yaml_body
from hooks.directives.errors import DirectiveError, mistake
from hooks.directives.fences import Fence, FenceKind
from hooks.directives.odds_tables import Axis
from hooks.directives.pages import Page
from hooks.directives.table_cache import KeptTables
from hooks.directives.yaml_body import Body
from rules_py.analysis import number_refs
from rules_py.analysis.number_refs import Wanted
from rules_py.analysis.plot_spec import CURVE, KINDS, MOST_LINES, Line, Plotted
from rules_py.base.errors import InputError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Asked, Calculator
from rules_py.calculators.defaults import left_out
from rules_py.present import Markup, throw_address
from rules_py.present import plot as drawing
from rules_py.present.plot import MOST_STRIPS, Plot

CAPTION = "a sentence that says what the picture shows"
ACROSS = "a few words for what stands along the picture"
INPUTS = "lines such as `name: value`"
PLANS = "names, each with the inputs it stands for, such as `No step: {steps: 0}`"

FENCES: Mapping[str, FenceKind] = {
    "plot": FenceKind(
        "Exact odds as a picture, the table of its figures behind it.",
        {
            "calculator": "Its id, such as `core_rules.challenge`.",
            "kind": "`steps`, `at_least` and `at_most` show how chances are spread, `curve` one number over "
            "an input.",
            "over": "Of a curve: one input and its values, `{steps: [0, 1, 2]}`.",
            "inputs": "The inputs that stay as they are. What is left out is as the form begins.",
            "plans": "Up to four sets of inputs beside each other, each by a name; of strips up to eight.",
            **number_refs.KINDS,
            "across": "What stands along the picture, where its own name won't do.",
            "caption": "What the picture shows, in a sentence.",
        },
    )
}


@dataclass(frozen=True)
class PlotOfOdds:
    """A plot as it is shown: `inputs` has those of each series, and of each of its points where it is a
    curve.
    """

    plotted: Plotted
    plot: Plot
    inputs: tuple[tuple[Mapping[str, Any], ...], ...]

    @property
    def calculator(self) -> Calculator:
        return self.plotted.calculator

    def to_json(self) -> dict[str, Any]:
        """Plain data: the figures as drawn, as fractions `a/b`, and the inputs they belong to."""
        return {
            "calculator": self.calculator.id,
            "caption": self.plot.title,
            "row_label": self.plot.across,
            "rows": list(self.plot.labels),
            "column_label": self.plot.upward,
            "columns": [each.name or self.plot.upward for each in self.plot.series],
            "cells": to_jsonable(
                [list(row) for row in zip(*map(self.plot.drawn, self.plot.series), strict=True)]
            ),
            "inputs": to_jsonable([list(row) for row in zip(*self.inputs, strict=True)]),
        }


def read(fence: Fence, kept: KeptTables) -> PlotOfOdds:
    """The plot that the fence asks for."""
    asked = yaml_body.read(fence)
    asked.only(*FENCES["plot"].fields)
    calculator = calculators.named_by(asked)
    asked.text("caption", CAPTION)
    kind = asked.needed("kind", join_or(KINDS))
    if kind not in KINDS:
        raise mistake(asked.place("kind"), f"kind of {asked.directive}", kind, join_or(KINDS))
    reader = (_Curve if kind == CURVE else _Spread)(asked, kept, calculator, kind)
    return reader.read()


def shown(found: PlotOfOdds, page: Page, anchor: str | None) -> Markup:
    """The plot as HTML. `anchor` is the id of the calculator's form on the page, if it is there."""

    def way(series: int, label: int) -> str | None:
        return throw_address(page.address, anchor, found.inputs[series][label]) if anchor else None

    return drawing.plot(found.plot, way, drawing.fold(found.plotted, found.plot.title))


class _Reader:
    """What the kinds of plots have in common: their series, and the inputs of each."""

    most_plans = MOST_LINES

    def __init__(self, asked: Body, kept: KeptTables, calculator: Calculator, kind: str) -> None:
        self.asked, self.kept, self.calculator, self.kind = asked, kept, calculator, kind
        self.fixed = asked.mapping("inputs", INPUTS)
        self.plan_of: dict[str, str] = {}  # by the name of a line
        self.lines = self._lines()

    def mistake(self, what: str, given: object, allowed: str, *path: str) -> DirectiveError:
        """The error about the value at this path of the fence, or at `what` itself."""
        return mistake(
            self.asked.place(*(path or (what,))), f"{what} of {self.asked.directive}", given, allowed
        )

    def plotted(self, over: Axis | None = None) -> Plotted:
        """What is plotted, of a curve `over` an input."""
        across = {over.name: None} if over else {}
        return Plotted(
            self.calculator,
            self.kind,
            tuple(self.lines),
            {**left_out(self.calculator, {**self.fixed, **across}), **self.fixed},
            over.name if over else "",
            over.values if over else (),
            over.labels if over else (),
            self.asked.text("across", ACROSS, optional=True) or "",
        )

    def counted(self, plotted: Plotted) -> PlotOfOdds:
        """The plot with its numbers, counted where they are not kept."""
        every = [[self._at(plotted, line, point) for point in plotted.points] for line in plotted.lines]
        key = {
            "calculator": self.calculator.id,
            "plot": CURVE if self.kind == CURVE else drawing.STEPS,
            "inputs": to_jsonable([[point.inputs for point in row] for row in every]),
            "wanted": [[each.wanted.kind, each.wanted.name] for each in self.lines],
        }
        try:
            numbers = self.kept.numbers(key, lambda: plotted.numbers(every, self.kept.odds))
        except InputError as error:
            raise self.asked.refused(error, "inputs") from error
        plot = drawing.of_plotted(plotted, numbers, self.asked.text("caption", CAPTION))
        points = len(plot.labels) if self.kind != CURVE else 1
        return PlotOfOdds(plotted, plot, tuple(tuple(each.inputs for each in row * points) for row in every))

    def _at(self, plotted: Plotted, line: Line, point: Mapping[str, Any]) -> Asked:
        try:
            return plotted.asked(line, point)
        except InputError as error:
            of_all = self.fixed.keys() & {error.field.partition(".")[0], str(error.value)}
            plan = self.plan_of[line.name]
            where = ("plans", plan) if plan and not of_all else ("inputs",)
            raise self.asked.refused(error, *where) from error

    def _lines(self) -> list[Line]:
        """The series asked for: one for each plan or for each number; one without a name where there are
        neither.
        """
        plans, numbers = self._plans(), self._numbers()
        if len(plans) > 1 and len(numbers) > 1:
            raise self.mistake("plans", [*plans], "one number, where there are several plans")
        if len(numbers) > 1:
            [(plan, inputs)] = plans.items()
            self.plan_of = dict.fromkeys(numbers, plan)
            return [Line(name, inputs, wanted) for name, wanted in numbers.items()]
        self.plan_of = {plan: plan for plan in plans}
        [wanted] = numbers.values()
        return [Line(plan, inputs, wanted) for plan, inputs in plans.items()]

    def _plans(self) -> dict[str, Mapping[str, Any]]:
        given = self.asked.mapping("plans", PLANS)
        self._not_too_many("plans", given, self.most_plans)
        for name, inputs in given.items():
            if not isinstance(inputs, dict):
                raise self.mistake("plan", inputs, INPUTS, "plans", name)
            for each in inputs:
                if each in self.fixed:
                    place = self.asked.place("plans", name, each)
                    raise mistake(place, "input of a plan", each, "one that is not under inputs, too")
        return given or {"": {}}

    def _numbers(self) -> dict[str, Wanted]:
        """The numbers by the names of their series; a single one needs no name."""
        given = [kind for kind in number_refs.KINDS if kind in self.asked.values]
        if len(given) > 1:
            raise self.mistake("number", given, f"one of {join_or(number_refs.KINDS)}", given[1])
        if not given:
            return {"": Wanted()}
        [kind] = given
        names = self.asked.needed(kind, "a name, or several, each behind what it is called here")
        if not isinstance(names, dict):
            return {"": Wanted(kind, str(names))}
        self._not_too_many(kind, names, MOST_LINES)
        return {name: Wanted(kind, str(each)) for name, each in names.items()}

    def _not_too_many(self, field: str, given: Mapping[str, Any], most: int) -> None:
        if len(given) > most:
            raise self.mistake(field, [*given], f"at most {most}")


class _Curve(_Reader):
    """A number by the values of one input."""

    def read(self) -> PlotOfOdds:
        over = odds_tables.axis(self.asked, "over", self.calculator)
        if len(over.values) < 2:
            raise self.mistake("over", over.values, "at least two values", "over", over.name)
        self._only_over(over.name)
        found = self.counted(self.plotted(over))
        if len(found.plotted.are_chances()) > 1:
            wanted = [each.wanted for each in self.lines]
            names, allowed = [each.name for each in wanted], "all chances, or all other figures"
            raise mistake(self.asked.place(wanted[0].kind), "numbers of a curve", names, allowed)
        return found

    def _only_over(self, name: str) -> None:
        """Stop where the input that the curve runs over has a value besides."""
        own = [(each.inputs, ("plans", self.plan_of[each.name])) for each in self.lines]
        for inputs, path in [(self.fixed, ("inputs",)), *own]:
            if name in inputs:
                allowed = f"other inputs: it runs over {name}"
                raise mistake(self.asked.place(*path, name), "input", name, allowed)


class _Spread(_Reader):
    """How chances are spread over results: those of the calculator's scale, or those of a spread by name."""

    def __init__(self, asked: Body, kept: KeptTables, calculator: Calculator, kind: str) -> None:
        named = not asked.values.keys().isdisjoint(number_refs.KINDS)
        self.scale = None if named else calculator.scale
        if self.scale and self.scale.grades and kind == drawing.STEPS:
            self.most_plans = MOST_STRIPS
        super().__init__(asked, kept, calculator, kind)

    def read(self) -> PlotOfOdds:
        if "over" in self.asked.values:
            place = self.asked.place("over")
            raise mistake(place, f"kind of {self.asked.directive} that runs over an input", self.kind, CURVE)
        if self.scale and not self.scale.ordered and self.kind != drawing.STEPS:
            allowed = f"{drawing.STEPS} instead: these results have no order"
            raise mistake(self.asked.place("kind"), "kind", self.kind, allowed)
        return self.counted(self.plotted())
