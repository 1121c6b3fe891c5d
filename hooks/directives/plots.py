"""The `plot` fence: exact odds as a picture, with the table of its figures behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hooks.directives import body, calculators, figures, odds_tables
from hooks.directives.body import Body
from hooks.directives.errors import DirectiveError, mistake
from hooks.directives.fences import Fence, FenceKind
from hooks.directives.figures import Wanted
from hooks.directives.pages import Page
from hooks.directives.tables_kept import KeptTables, Numbers
from rules_py.calculator import Asked, Calculator
from rules_py.errors import InputError, listed
from rules_py.plain import key_text, plain
from rules_py.present import Markup, throw_address
from rules_py.present import plot as drawing
from rules_py.present.plot import CURVE, KINDS, MOST_SERIES, MOST_STRIPS, Plot, Series

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
            "inputs": "The inputs that stay as they are.",
            "plans": "Up to four sets of inputs beside each other, each by a name; of strips up to eight.",
            **figures.KINDS,
            "across": "What stands along the picture, where its own name won't do.",
            "caption": "What the picture shows, in a sentence.",
        },
    )
}


@dataclass(frozen=True)
class _Line:
    """What one series is of: its name, the inputs of its own, and the number or spread it shows."""

    name: str
    plan: str
    inputs: Mapping[str, Any]
    wanted: Wanted


@dataclass(frozen=True)
class PlotOfOdds:
    """A plot as it is shown: `inputs` has those of each series, and of each of its points where it is a
    curve.
    """

    calculator: Calculator
    plot: Plot
    inputs: tuple[tuple[Mapping[str, Any], ...], ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data: the figures as drawn, as fractions `a/b`, and the inputs they belong to."""
        return {
            "calculator": self.calculator.id,
            "caption": self.plot.title,
            "row_label": self.plot.across,
            "rows": list(self.plot.labels),
            "column_label": self.plot.upward,
            "columns": [each.name or self.plot.upward for each in self.plot.series],
            "cells": plain([list(row) for row in zip(*map(self.plot.drawn, self.plot.series), strict=True)]),
            "inputs": plain([list(row) for row in zip(*self.inputs, strict=True)]),
        }


def read(fence: Fence, kept: KeptTables) -> PlotOfOdds:
    """The plot that the fence asks for."""
    asked = body.read(fence)
    asked.only(*FENCES["plot"].fields)
    calculator = calculators.named_by(asked)
    asked.text("caption", CAPTION)
    kind = asked.needed("kind", listed(KINDS))
    if kind not in KINDS:
        raise mistake(asked.place("kind"), f"kind of {asked.directive}", kind, listed(KINDS))
    reader = (_Curve if kind == CURVE else _Spread)(asked, kept, calculator, kind)
    return reader.read()


def shown(found: PlotOfOdds, page: Page, anchor: str | None) -> Markup:
    """The plot as HTML. `anchor` is the id of the calculator's form on the page, if it is there."""

    def way(series: int, label: int) -> str | None:
        return throw_address(page.address, anchor, found.inputs[series][label]) if anchor else None

    return drawing.plot(found.plot, way)


class _Reader:
    """What the kinds of plots have in common: their series, and the inputs of each."""

    most_plans = MOST_SERIES

    def __init__(self, asked: Body, kept: KeptTables, calculator: Calculator, kind: str) -> None:
        self.asked, self.kept, self.calculator, self.kind = asked, kept, calculator, kind
        self.fixed = asked.mapping("inputs", INPUTS)
        self.lines = self._lines()
        self.wanted = [each.wanted for each in self.lines]

    def mistake(self, what: str, given: object, allowed: str, *path: str) -> DirectiveError:
        """The error about the value at this path of the fence, or at `what` itself."""
        return mistake(
            self.asked.place(*(path or (what,))), f"{what} of {self.asked.directive}", given, allowed
        )

    def series(self, values: Sequence[Sequence[Fraction | int]]) -> tuple[Series, ...]:
        """The series with these values, by their names."""
        return tuple(Series(each.name, tuple(row)) for each, row in zip(self.lines, values, strict=True))

    def across(self, usual: str) -> str:
        """What stands along the picture."""
        return self.asked.text("across", ACROSS, optional=True) or usual

    def ready(self, points: Sequence[Mapping[str, Any]]) -> list[list[Asked]]:
        """The calculator with the inputs of each series, at each of these points."""
        return [[self._at(line, point) for point in points] for line in self.lines]

    def numbers(self, rows: list[list[Asked]], count: Callable[[], Numbers]) -> Numbers:
        """The labels and the values of each series, counted where they are not kept."""
        key = {
            "calculator": self.calculator.id,
            "plot": CURVE if self.kind == CURVE else drawing.STEPS,
            "inputs": plain([[point.inputs for point in row] for row in rows]),
            "wanted": [[each.kind, each.name] for each in self.wanted],
        }
        try:
            return self.kept.numbers(key, count)
        except InputError as error:
            raise self.asked.refused(error, "inputs") from error

    def called(self) -> str:
        """What the first number is called, for the head of its column."""
        scale, wanted = self.calculator.scale, self.wanted[0]
        grades = {key_text(grade.key): grade.label for grade in (scale.grades if scale else ())}
        label = grades.get(wanted.name, wanted.name.replace("_", " ").capitalize())
        if wanted.kind == "at_least":
            return f"At least {label[:1].lower()}{label[1:]}"
        measure = self.calculator.measure(wanted.name)
        return measure.label if measure and "." not in wanted.name else label or "Chance"

    def _at(self, line: _Line, point: Mapping[str, Any]) -> Asked:
        try:
            return self.calculator.asked({**self.fixed, **line.inputs, **point})
        except InputError as error:
            of_all = self.fixed.keys() & {error.field.partition(".")[0], str(error.given)}
            where = ("plans", line.plan) if line.plan and not of_all else ("inputs",)
            raise self.asked.refused(error, *where) from error

    def _lines(self) -> list[_Line]:
        """The series asked for: one for each plan or for each number; one without a name where there are
        neither.
        """
        plans, numbers = self._plans(), self._numbers()
        if len(plans) > 1 and len(numbers) > 1:
            raise self.mistake("plans", [*plans], "one number, where there are several plans")
        if len(numbers) > 1:
            [(plan, inputs)] = plans.items()
            return [_Line(name, plan, inputs, wanted) for name, wanted in numbers.items()]
        [wanted] = numbers.values()
        return [_Line(name, name, inputs, wanted) for name, inputs in plans.items()]

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
        given = [kind for kind in figures.KINDS if kind in self.asked.values]
        if len(given) > 1:
            raise self.mistake("number", given, f"one of {listed(figures.KINDS)}", given[1])
        if not given:
            return {"": Wanted()}
        [kind] = given
        names = self.asked.needed(kind, "a name, or several, each behind what it is called here")
        if not isinstance(names, dict):
            return {"": Wanted(kind, str(names))}
        self._not_too_many(kind, names, MOST_SERIES)
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
        rows = self.ready([{over.name: value} for value in over.values])
        _, values = self.numbers(rows, lambda: ([], self._figures(rows)))
        chances = {each.is_chance(self.calculator) for each in self.wanted}
        if len(chances) > 1:
            names, allowed = [each.name for each in self.wanted], "all chances, or all other figures"
            raise mistake(self.asked.place(self.wanted[0].kind), "numbers of a curve", names, allowed)
        [are_chances] = chances
        of_many = "Chance" if are_chances else ""
        plot = Plot(
            self.kind,
            self.asked.text("caption", CAPTION),
            self.across(over.label),
            self.called() if len({*self.wanted}) == 1 else of_many,
            over.labels,
            self.series(values),
            chances=are_chances,
        )
        return PlotOfOdds(self.calculator, plot, tuple(tuple(each.inputs for each in row) for row in rows))

    def _figures(self, rows: list[list[Asked]]) -> list[list[Fraction | int]]:
        return [
            [figures.figure(point, wanted, self.kept.odds) for point in row]
            for row, wanted in zip(rows, self.wanted, strict=True)
        ]

    def _only_over(self, name: str) -> None:
        """Stop where the input that the curve runs over has a value besides."""
        own = [(each.inputs, ("plans", each.plan)) for each in self.lines]
        for inputs, path in [(self.fixed, ("inputs",)), *own]:
            if name in inputs:
                allowed = f"other inputs: it runs over {name}"
                raise mistake(self.asked.place(*path, name), "input", name, allowed)


class _Spread(_Reader):
    """How chances are spread over results: those of the calculator's scale, or those of a spread by name."""

    def __init__(self, asked: Body, kept: KeptTables, calculator: Calculator, kind: str) -> None:
        named = not asked.values.keys().isdisjoint(figures.KINDS)
        self.scale = None if named else calculator.scale
        if self.scale and self.scale.grades and kind == drawing.STEPS:
            self.most_plans = MOST_STRIPS
        super().__init__(asked, kept, calculator, kind)

    def read(self) -> PlotOfOdds:
        scale = self.scale
        if "over" in self.asked.values:
            place = self.asked.place("over")
            raise mistake(place, f"kind of {self.asked.directive} that runs over an input", self.kind, CURVE)
        if scale and not scale.ordered and self.kind != drawing.STEPS:
            allowed = f"{drawing.STEPS} instead: these results have no order"
            raise mistake(self.asked.place("kind"), "kind", self.kind, allowed)
        rows = self.ready([{}])
        labels, values = self.numbers(rows, lambda: self._spreads([row[0] for row in rows]))
        plot = Plot(
            self.kind,
            self.asked.text("caption", CAPTION),
            self.across(scale.title if scale else self.called()),
            drawing.UPWARD[self.kind],
            tuple(labels),
            self.series(values),
            ordered=scale is None or scale.ordered,
            tones=tuple(grade.tone for grade in scale.grades) if scale else (),
        )
        return PlotOfOdds(self.calculator, plot, tuple((row[0].inputs,) * len(labels) for row in rows))

    def _spreads(self, rows: list[Asked]) -> Numbers:
        if self.scale:
            return figures.every_chance(self.calculator, rows, self.kept.odds)
        return figures.spreads(rows, self.wanted, self.kept.odds)
