"""The `odds` directive: an exact table over one or two inputs."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hooks.directives import yaml_body
from hooks.directives.blocks.calculator import named_by
from hooks.directives.directive import Context, Directive
from hooks.directives.errors import DirectiveError, from_input_error, mistake, unknown_name
from hooks.directives.fences import Fence
from hooks.directives.table_cache import TableCache
from hooks.directives.yaml_body import Body
from rules_py.analysis import number_refs
from rules_py.analysis.number_refs import NumberRef, OddsSource
from rules_py.base.errors import InputError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.calculators.defaults import with_initial_values
from rules_py.present import Markup, input_text, render_odds_table, roll_address

_CAPTION = "a sentence that describes the table"
_WORSE: Mapping[str, Callable[[Any, Any], bool]] = {"less": operator.lt, "more": operator.gt}
"""The comparison of a worse cell with the one above it."""

_FIELDS = {
    "calculator": "Its ID, such as `core_rules.challenge`.",
    "rows": "One input and its values: `{steps: [0, 1, 2]}`.",
    "columns": "A second input and its values; each cell is then one number.",
    "inputs": "The other inputs. Omitted ones have the form's initial values.",
    **number_refs.KINDS,
    "caption": "What the table shows, in one sentence. The search finds it.",
    "worse": "`less` or `more`: marks each cell that is less or more than the one above.",
}


@dataclass(frozen=True)
class Axis:
    """The values of one input along the rows or the columns, with their labels."""

    name: str
    label: str
    values: tuple[Any, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True)
class OddsTable:
    """A table's `cells` row by row and the `inputs` of each; `chances` is whether they are probabilities,
    `worse` which cells are marked: those `less` or `more` than the one above, or none.
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
        """Return whether the cell is marked as worse than the one above it."""
        if not (self.worse and row):
            return False
        return _WORSE[self.worse](self.cells[row][column], self.cells[row - 1][column])

    def to_json(self) -> dict[str, Any]:
        """Return JSON data with chances as fractions `a/b`, and the inputs of each cell."""
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


def _read(fence: Fence, tables: TableCache) -> OddsTable:
    body = yaml_body.read(fence)
    body.only(*_FIELDS)
    calculator = named_by(body)
    caption = body.text("caption", _CAPTION)
    worse = body.text("worse", join_or(_WORSE), optional=True)
    if worse and worse not in _WORSE:
        raise mistake(body.place("worse"), f"{body.directive}: worse", worse, join_or(_WORSE))
    ref = _number_ref(body)
    rows = axis(body, "rows", calculator)
    columns = axis(body, "columns", calculator) if "columns" in body.values else None
    try:
        grid = [
            [calculator.bind(with_initial_values(calculator, inputs)) for inputs in row]
            for row in _grid(body, rows, columns)
        ]
        inputs = [[bound.inputs for bound in row] for row in grid]
        key = {"calculator": calculator.id, "inputs": to_jsonable(inputs), "wanted": [ref.kind, ref.name]}
        over, cells = tables.numbers(key, lambda: _numbers(calculator, grid, ref, columns, tables.odds))
    except InputError as error:
        raise body.from_input_error(error, "inputs") from error
    return OddsTable(
        calculator,
        caption,
        rows,
        column_label=columns.label if columns else _scale_title(calculator, ref),
        columns=tuple(over),
        cells=tuple(map(tuple, cells)),
        inputs=tuple(tuple(row if columns else row * len(over)) for row in inputs),
        chances=ref.is_chance(calculator),
        worse=worse,
    )


def _show(fence: Fence, context: Context) -> Markup:
    """Return the table, its numbers linked to the calculator's form if the page has one."""
    table = _read(fence, context.tables)
    context.tables.add(table.to_json())
    anchor, page = context.form_of(table.calculator), context.page

    def address(inputs: Mapping[str, Any]) -> str | None:
        return roll_address(page.address, anchor, inputs) if anchor else None

    cells = [
        [(Fraction(value), address(inputs)) for value, inputs in zip(*row, strict=True)]
        for row in zip(table.cells, table.inputs, strict=True)
    ]
    return render_odds_table(
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
            for row, values in enumerate(table.cells)
            for column in range(len(values))
            if table.is_worse(row, column)
        ),
    )


def _number_ref(body: Body) -> NumberRef:
    kinds = [kind for kind in number_refs.KINDS if kind in body.values]
    if len(kinds) > 1:
        raise mistake(
            body.place(kinds[1]), body.directive, kinds, f"only one of {join_or(number_refs.KINDS)}"
        )
    return NumberRef(kinds[0], str(body.needed(kinds[0], "a name"))) if kinds else NumberRef()


def axis(body: Body, field: str, calculator: Calculator) -> Axis:
    """Return the input and the values in the field. Raises DirectiveError if one is invalid."""
    example = f"`{field}: {{{calculator.inputs[0].name}: [...]}}`"
    expected = f"one input and a list of its values, such as {example}"
    body.needed(field, expected)
    mapping = body.mapping(field, expected)
    if len(mapping) != 1:
        raise mistake(body.place(field), f"{body.directive}: {field}", mapping, expected)
    ((name, values),) = mapping.items()
    declared = {declared.name: declared for declared in calculator.inputs}
    if name not in declared:
        raise unknown_name(body.place(field, name), "input", str(name), join_or(declared), field)
    if not isinstance(values, list) or not values:
        raise mistake(body.place(field, name), f"{body.directive}: {field}", values, expected)
    parsed = []
    for index, value in enumerate(values):
        try:
            parsed.append(declared[name].parse(value))
        except InputError as error:
            raise from_input_error(body.place(field, name, index), error) from error
    labels = tuple(input_text.value_text(declared[name], value) for value in parsed)
    return Axis(name, declared[name].label or name, tuple(parsed), labels)


def _grid(body: Body, rows: Axis, columns: Axis | None) -> list[list[dict[str, Any]]]:
    """Return the inputs of each cell, or of each row if there are no columns."""
    if columns and columns.name == rows.name:
        place = body.place("columns", columns.name)
        raise mistake(place, "columns", columns.name, "another input than in the rows")
    fixed = body.mapping("inputs", "lines such as `name: value`")
    for axis in filter(None, (rows, columns)):
        if axis.name in fixed:
            message = f"inputs: {axis.name!r} is already in the rows or columns. Remove it here."
            raise DirectiveError(body.place("inputs", axis.name), message)
    across = [{columns.name: value} for value in columns.values] if columns else [{}]
    return [[{**fixed, rows.name: value, **column} for column in across] for value in rows.values]


def _numbers(
    calculator: Calculator,
    grid: Sequence[Sequence[BoundCalculator]],
    ref: NumberRef,
    columns: Axis | None,
    count: OddsSource,
) -> tuple[Sequence[str], list[list[Fraction | int]]]:
    """Return the column headings and the cells."""
    if not columns and not ref.kind:
        return number_refs.grade_chances(calculator, [row[0] for row in grid], count)
    over = columns.labels if columns else [ref.name.replace("_", " ").capitalize()]
    return over, [[number_refs.number(bound, ref, count) for bound in row] for row in grid]


def _scale_title(calculator: Calculator, ref: NumberRef) -> str:
    return calculator.scale.title if calculator.scale and not ref.kind else ""


DIRECTIVES = (
    Directive(
        "odds",
        "An exact table over one or two inputs. Without `columns` it has a column for each result.",
        fields=_FIELDS,
        show=_show,
        made_from=lambda fence, context: frozenset(context.form_ids.values()),
    ),
)
