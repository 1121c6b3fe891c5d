"""The `plot` fence: exact odds as a picture, with the table of its figures behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hooks.directives import body, calculators, figures, odds_tables
from hooks.directives.body import Body
from hooks.directives.errors import mistake
from hooks.directives.fences import Fence
from hooks.directives.figures import Wanted
from hooks.directives.pages import Page
from hooks.directives.tables_kept import KeptTables
from rules_py.calculator import Asked, Calculator
from rules_py.errors import InputError, listed
from rules_py.plain import plain
from rules_py.present import Markup, throw_address
from rules_py.present import plot as drawing
from rules_py.present.plot import CURVE, KINDS, MOST_SERIES, MOST_STRIPS, Plot, Series

CAPTION = "a sentence that says what the picture shows"
ACROSS = "a few words for what stands along the picture"
INPUTS = "lines such as `name: value`"
PLANS = "names, each with the inputs it stands for, such as `No step: {steps: 0}`"


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
    asked.only("calculator", "kind", "over", "inputs", "plans", *figures.KINDS, "across", "caption")
    calculator = calculators.named_by(asked)
    caption = asked.text("caption", CAPTION)
    kind = asked.needed("kind", listed(KINDS))
    if kind not in KINDS:
        raise mistake(asked.place("kind"), f"kind of {asked.directive}", kind, listed(KINDS))
    scale = calculator.scale
    in_strips = (
        kind == drawing.STEPS and scale and scale.grades and asked.values.keys().isdisjoint(figures.KINDS)
    )
    found = _lines(asked, MOST_STRIPS if in_strips else MOST_SERIES)
    return (_curve if kind == CURVE else _spread)(asked, kept, calculator, kind, caption, found)


def shown(found: PlotOfOdds, page: Page, anchor: str | None) -> Markup:
    """The plot as HTML. `anchor` is the id of the calculator's form on the page, if it is there."""

    def way(series: int, label: int) -> str | None:
        return throw_address(page.address, anchor, found.inputs[series][label]) if anchor else None

    return drawing.plot(found.plot, way)


def _lines(asked: Body, most: int) -> list[_Line]:
    """The series asked for: one for each plan or for each number; one without a name where there are
    neither.
    """
    plans, numbers = _plans(asked, most), _numbers(asked)
    if len(plans) > 1 and len(numbers) > 1:
        place = asked.place("plans")
        raise mistake(
            place, f"plans of {asked.directive}", [*plans], "one number, where there are several plans"
        )
    if len(numbers) > 1:
        [(plan, inputs)] = plans.items()
        return [_Line(name, plan, inputs, wanted) for name, wanted in numbers.items()]
    [wanted] = numbers.values()
    return [_Line(name, name, inputs, wanted) for name, inputs in plans.items()]


def _plans(asked: Body, most: int) -> dict[str, Mapping[str, Any]]:
    given = asked.mapping("plans", PLANS)
    _not_too_many(asked, "plans", given, most)
    for name, inputs in given.items():
        if not isinstance(inputs, dict):
            raise mistake(asked.place("plans", name), f"plan of {asked.directive}", inputs, INPUTS)
    fixed = asked.mapping("inputs", INPUTS)
    for name, inputs in given.items():
        for each in inputs:
            if each in fixed:
                place = asked.place("plans", name, each)
                raise mistake(place, "input of a plan", each, "one that is not under inputs, too")
    return given or {"": {}}


def _numbers(asked: Body) -> dict[str, Wanted]:
    """The numbers by the names of their series; a single one needs no name."""
    given = [kind for kind in figures.KINDS if kind in asked.values]
    if len(given) > 1:
        raise mistake(
            asked.place(given[1]), f"number of {asked.directive}", given, f"one of {listed(figures.KINDS)}"
        )
    if not given:
        return {"": Wanted()}
    [kind] = given
    names = asked.needed(kind, "a name, or several, each behind what it is called here")
    if not isinstance(names, dict):
        return {"": Wanted(kind, str(names))}
    _not_too_many(asked, kind, names, MOST_SERIES)
    return {name: Wanted(kind, str(each)) for name, each in names.items()}


def _not_too_many(asked: Body, field: str, given: Mapping[str, Any], most: int) -> None:
    if len(given) > most:
        raise mistake(asked.place(field), f"{field} of {asked.directive}", [*given], f"at most {most}")


def _curve(
    asked: Body, kept: KeptTables, calculator: Calculator, kind: str, caption: str, found: list[_Line]
) -> PlotOfOdds:
    """A number by the values of one input."""
    over = odds_tables.axis(asked, "over", calculator)
    if len(over.values) < 2:
        raise mistake(
            asked.place("over", over.name), f"over of {asked.directive}", over.values, "at least two values"
        )
    fixed = asked.mapping("inputs", INPUTS)
    for inputs, *path in [(fixed, "inputs"), *((each.inputs, "plans", each.plan) for each in found)]:
        if over.name in inputs:
            raise mistake(
                asked.place(*path, over.name), "input", over.name, f"other inputs: it runs over {over.name}"
            )
    rows = [
        _ready(asked, calculator, each, fixed, [{over.name: value} for value in over.values])
        for each in found
    ]
    wanted = [each.wanted for each in found]

    def count() -> tuple[list[str], list[list[Fraction | int]]]:
        return [], [
            [figures.figure(point, each) for point in row] for row, each in zip(rows, wanted, strict=True)
        ]

    _, values = _kept(asked, kept, calculator, kind, rows, wanted, count)
    chances = [each.is_chance(calculator) for each in wanted]
    if any(each != chances[0] for each in chances):
        raise mistake(
            asked.place(wanted[0].kind),
            "numbers of a curve",
            [each.name for each in wanted],
            "all chances, or all other figures",
        )
    plot = Plot(
        kind,
        caption,
        asked.text("across", ACROSS, optional=True) or over.label,
        _called(calculator, wanted[0]) if len({*wanted}) == 1 else "Chance" if chances[0] else "",
        over.labels,
        tuple(Series(each.name, tuple(row)) for each, row in zip(found, values, strict=True)),
        chances=chances[0],
    )
    return PlotOfOdds(calculator, plot, tuple(tuple(each.inputs for each in row) for row in rows))


def _spread(
    asked: Body, kept: KeptTables, calculator: Calculator, kind: str, caption: str, found: list[_Line]
) -> PlotOfOdds:
    """How chances are spread over results."""
    if "over" in asked.values:
        raise mistake(asked.place("over"), f"kind of {asked.directive} that runs over an input", kind, CURVE)
    scale, across = calculator.scale, asked.text("across", ACROSS, optional=True)
    wanted = [each.wanted for each in found]
    own = not wanted[0].kind
    if own and scale and not scale.ordered and kind != drawing.STEPS:
        raise mistake(
            asked.place("kind"), "kind", kind, f"{drawing.STEPS} instead: these results have no order"
        )
    fixed = asked.mapping("inputs", INPUTS)
    rows = [_ready(asked, calculator, each, fixed, [{}]) for each in found]

    def count() -> tuple[list[str], list[list[Fraction | int]]]:
        if own:
            return figures.every_chance(calculator, [row[0] for row in rows])
        return figures.spreads([row[0] for row in rows], wanted)

    labels, values = _kept(asked, kept, calculator, kind, rows, wanted, count)
    graded = own and scale and scale.grades
    plot = Plot(
        kind,
        caption,
        across or (scale.title if own and scale else _called(calculator, wanted[0])),
        drawing.UPWARD[kind],
        tuple(labels),
        tuple(Series(each.name, tuple(row)) for each, row in zip(found, values, strict=True)),
        ordered=not own or scale is None or scale.ordered,
        tones=tuple(grade.tone for grade in scale.grades) if graded and scale else (),
    )
    return PlotOfOdds(calculator, plot, tuple((row[0].inputs,) * len(labels) for row in rows))


def _ready(
    asked: Body, calculator: Calculator, line: _Line, fixed: Mapping[str, Any], points: list[dict[str, Any]]
) -> list[Asked]:
    """The calculator with the inputs of a series, at each of its points."""
    try:
        return [calculator.asked({**fixed, **line.inputs, **point}) for point in points]
    except InputError as error:
        of_all = fixed.keys() & {error.field.partition(".")[0], str(error.given)}
        raise asked.refused(
            error, *(("plans", line.plan) if line.plan and not of_all else ("inputs",))
        ) from error


def _kept(
    asked: Body,
    kept: KeptTables,
    calculator: Calculator,
    kind: str,
    rows: list[list[Asked]],
    wanted: list[Wanted],
    count: Callable[[], tuple[list[str], list[list[Fraction | int]]]],
) -> Any:
    """The labels and the values of each series, counted where they are not kept."""
    key = {
        "calculator": calculator.id,
        "plot": CURVE if kind == CURVE else drawing.STEPS,
        "inputs": plain([[point.inputs for point in row] for row in rows]),
        "wanted": [[each.kind, each.name] for each in wanted],
    }
    try:
        return kept.numbers(key, count)
    except InputError as error:
        raise asked.refused(error, "inputs") from error


def _called(calculator: Calculator, wanted: Wanted) -> str:
    """What a number is called, for the head of its column."""
    grades = {str(grade.key): grade.label for grade in (calculator.scale.grades if calculator.scale else ())}
    label = grades.get(wanted.name, wanted.name.replace("_", " ").capitalize())
    if wanted.kind == "at_least":
        return f"At least {label[:1].lower()}{label[1:]}"
    measure = calculator.measure(wanted.name)
    return measure.label if measure and "." not in wanted.name else label or "Chance"
