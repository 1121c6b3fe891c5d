"""The `odds` fence: an exact table over one or two inputs."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hooks.directives import calculators, yaml_body
from hooks.directives.errors import mistake
from hooks.directives.fences import Fence, FenceKind
from hooks.directives.pages import Page
from hooks.directives.table_cache import KeptTables
from hooks.directives.yaml_body import Body
from rules_py.analysis import number_refs
from rules_py.analysis.number_refs import Count, Wanted
from rules_py.base.errors import InputError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Asked, Calculator
from rules_py.calculators.defaults import begun
from rules_py.present import Markup, input_text, odds_table, throw_address

CAPTION = "a sentence that says what the table shows"
WORSE: Mapping[str, Callable[[Any, Any], bool]] = {"less": operator.lt, "more": operator.gt}
"""What makes a cell worse than the one above it: that it is less, or that it is more."""

FENCES: Mapping[str, FenceKind] = {
    "odds": FenceKind(
        "An exact table over one input or two. Without `columns` it has a column for each result.",
        {
            "calculator": "Its id, such as `core_rules.challenge`.",
            "rows": "One input and its values: `{steps: [0, 1, 2]}`.",
            "columns": "Another input and its values; then each cell is one number.",
            "inputs": "The inputs that stay as they are. What is left out is as the form begins.",
            **number_refs.KINDS,
            "caption": "What the table shows, in a sentence. The search finds it.",
            "worse": "Marks each cell that is `less` or `more` than the one above, where that is worse.",
        },
    )
}


@dataclass(frozen=True)
class Axis:
    """The values that one input takes along the rows or the columns, with their labels."""

    name: str
    label: str
    values: tuple[Any, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True)
class OddsTable:
    """A table as it is shown: `cells` row by row, `inputs` those of each cell, `chances` what its numbers
    are, `worse` what is worse than the row above: `less` or `more`.
    """

    calculator: Calculator
    caption: str
    rows: Axis
    column_label: str
    columns: tuple[str, ...]
    cells: tuple[tuple[Fraction | int, ...], ...]
    inputs: tuple[tuple[Mapping[str, Any], ...], ...]
    chances: bool
    worse: str = ""

    def is_worse(self, row: int, column: int) -> bool:
        """Whether a cell is worse than the one above it, in a table that marks those."""
        if not (self.worse and row):
            return False
        return WORSE[self.worse](self.cells[row][column], self.cells[row - 1][column])

    def to_json(self) -> dict[str, Any]:
        """Plain data: chances as fractions `a/b`, and the inputs that each cell belongs to."""
        return {
            "calculator": self.calculator.id,
            "caption": self.caption,
            "row_label": self.rows.label,
            "rows": list(self.rows.labels),
            "column_label": self.column_label,
            "columns": list(self.columns),
            "cells": to_jsonable(self.cells),
            "inputs": to_jsonable(self.inputs),
        }


def read(fence: Fence, kept: KeptTables) -> OddsTable:
    """The table that the fence asks for."""
    asked = yaml_body.read(fence)
    asked.only(*FENCES["odds"].fields)
    calculator = calculators.named_by(asked)
    caption = asked.text("caption", CAPTION)
    worse = asked.text("worse", join_or(WORSE), optional=True)
    if worse and worse not in WORSE:
        raise mistake(asked.place("worse"), f"worse of {asked.directive}", worse, join_or(WORSE))
    wanted = _wanted(asked)
    rows = axis(asked, "rows", calculator)
    columns = axis(asked, "columns", calculator) if "columns" in asked.values else None
    try:
        grid = [
            [calculator.asked(begun(calculator, each)) for each in row] for row in _grid(asked, rows, columns)
        ]
        inputs = [[each.inputs for each in row] for row in grid]
        every = {
            "calculator": calculator.id,
            "inputs": to_jsonable(inputs),
            "wanted": [wanted.kind, wanted.name],
        }
        over, cells = kept.numbers(every, lambda: _numbers(calculator, grid, wanted, columns, kept.odds))
    except InputError as error:
        raise asked.refused(error, "inputs") from error
    return OddsTable(
        calculator,
        caption,
        rows,
        column_label=columns.label if columns else _scale_title(calculator, wanted),
        columns=tuple(over),
        cells=tuple(map(tuple, cells)),
        inputs=tuple(tuple(row if columns else row * len(over)) for row in inputs),
        chances=wanted.is_chance(calculator),
        worse=worse,
    )


def shown(table: OddsTable, page: Page, anchor: str | None) -> Markup:
    """The table as HTML. `anchor` is the id of the calculator's form on the page, if it is there."""

    def way(inputs: Mapping[str, Any]) -> str | None:
        return throw_address(page.address, anchor, inputs) if anchor else None

    cells = [
        [(Fraction(value), way(inputs)) for value, inputs in zip(*row, strict=True)]
        for row in zip(table.cells, table.inputs, strict=True)
    ]
    return odds_table(
        table.caption,
        table.rows.label,
        table.rows.labels,
        table.column_label,
        table.columns,
        cells,
        chances=table.chances,
        opened=page.opened,
        worse=frozenset(
            (row, column)
            for row, cells_of in enumerate(table.cells)
            for column in range(len(cells_of))
            if table.is_worse(row, column)
        ),
    )


def _wanted(asked: Body) -> Wanted:
    given = [kind for kind in number_refs.KINDS if kind in asked.values]
    if len(given) > 1:
        allowed = f"one of {join_or(number_refs.KINDS)}"
        raise mistake(asked.place(given[1]), f"number of {asked.directive}", given, allowed)
    return Wanted(given[0], str(asked.needed(given[0], "a name"))) if given else Wanted()


def axis(asked: Body, which: str, calculator: Calculator) -> Axis:
    example = f"`{which}: {{{calculator.inputs[0].name}: [...]}}`"
    allowed = f"one of the inputs and a list of its values, such as {example}"
    asked.needed(which, allowed)
    given = asked.mapping(which, allowed)
    if len(given) != 1:
        raise mistake(asked.place(which), f"{which} of {asked.directive}", given, allowed)
    ((name, values),) = given.items()
    declared = {each.name: each for each in calculator.inputs}
    if name not in declared:
        raise mistake(asked.place(which, name), f"input in the {which}", name, join_or(declared))
    if not isinstance(values, list) or not values:
        raise mistake(asked.place(which, name), f"{which} of {asked.directive}", values, allowed)
    parsed = []
    for index, value in enumerate(values):
        try:
            parsed.append(declared[name].parse(value))
        except InputError as error:
            raise mistake(
                asked.place(which, name, index), error.field, error.value, error.expected
            ) from error
    labels = tuple(input_text.said(declared[name], each) for each in parsed)
    return Axis(name, declared[name].label or name, tuple(parsed), labels)


def _grid(asked: Body, rows: Axis, columns: Axis | None) -> list[list[dict[str, Any]]]:
    """The inputs of each cell; of one cell for each row where there are no columns."""
    if columns and columns.name == rows.name:
        place = asked.place("columns", columns.name)
        raise mistake(place, "input in the columns", columns.name, "another one than in the rows")
    fixed = asked.mapping("inputs", "lines such as `name: value`")
    for axis in filter(None, (rows, columns)):
        if axis.name in fixed:
            allowed = "one that is neither in the rows nor in the columns"
            raise mistake(asked.place("inputs", axis.name), "input", axis.name, allowed)
    across = [{columns.name: value} for value in columns.values] if columns else [{}]
    return [[{**fixed, rows.name: value, **each} for each in across] for value in rows.values]


def _numbers(
    calculator: Calculator,
    grid: Sequence[Sequence[Asked]],
    wanted: Wanted,
    columns: Axis | None,
    count: Count,
) -> tuple[Sequence[str], list[list[Fraction | int]]]:
    """What stands over the columns, and the cells."""
    if not columns and not wanted.kind:
        return number_refs.every_chance(calculator, [row[0] for row in grid], count)
    over = columns.labels if columns else [wanted.name.replace("_", " ").capitalize()]
    return over, [[number_refs.figure(each, wanted, count) for each in row] for row in grid]


def _scale_title(calculator: Calculator, wanted: Wanted) -> str:
    return calculator.scale.title if calculator.scale and not wanted.kind else ""
