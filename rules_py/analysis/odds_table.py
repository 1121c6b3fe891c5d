"""A table of exact numbers over one or two inputs, evaluated at build time and again under house rules."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rules_py.analysis import number_refs
from rules_py.analysis.number_refs import NumberRef, OddsSource
from rules_py.analysis.page_spec import bad_spec, read_as, read_list
from rules_py.base.errors import join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import BoundCalculator, Calculator, Inputs
from rules_py.calculators.defaults import with_initial_values
from rules_py.systems import registry

WORSE: Mapping[str, Callable[[Any, Any], bool]] = {"less": operator.lt, "more": operator.gt}
"""The comparison of a worse cell with the one above it."""

_FIELD = "table"
"""The field of a request that holds a specification."""

type Grid = Sequence[Sequence[BoundCalculator]]
"""The calculators with the inputs of each cell, row by row; one for each row of a table without columns."""


@dataclass(frozen=True)
class Axis:
    """The values of one input along the rows or the columns, with their labels."""

    name: str
    values: tuple[Any, ...]
    labels: tuple[str, ...]

    def to_json(self) -> list[Any]:
        """Return JSON data: the name, the values, and the labels unless they are the values as text."""
        labels = [] if self.labels == tuple(map(str, self.values)) else [list(self.labels)]
        return [self.name, to_jsonable(self.values), *labels]


@dataclass(frozen=True)
class TableSpec:
    """The specification of a table. `inputs` are those that all cells share; omitted ones have the form's
    initial values. Without `columns` it has one for each result, or for the one number.
    """

    calculator: Calculator
    caption: str
    rows: Axis
    columns: Axis | None
    inputs: Inputs
    number: NumberRef
    worse: str = ""

    @property
    def named_inputs(self) -> set[str]:
        """The names of the inputs that the table decides."""
        return {*self.inputs, self.rows.name, *([self.columns.name] if self.columns else [])}

    def with_house_rules(self, values: Inputs) -> TableSpec:
        """Return the table under these house rules, except for those that it sets itself."""
        return replace(self, inputs={**self.inputs, **self.changed_house_rules(values)})

    def changed_house_rules(self, values: Inputs) -> Inputs:
        """Return the values that differ from the book's, except for those that the table sets itself."""
        return self.calculator.changed_house_rules(values, self.named_inputs)

    def grid(self) -> Grid:
        """Bind the calculator to each cell. Raises InputError."""
        across = [{self.columns.name: value} for value in self.columns.values] if self.columns else [{}]
        return [
            [
                self.calculator.bind(
                    with_initial_values(self.calculator, {**self.inputs, self.rows.name: value, **column})
                )
                for column in across
            ]
            for value in self.rows.values
        ]

    def numbers(self, grid: Grid, count: OddsSource) -> tuple[Sequence[str], list[list[Fraction | int]]]:
        """Return the column headings and the cells. Raises InputError."""
        if not self.columns and not self.number.kind:
            return number_refs.grade_chances(self.calculator, [row[0] for row in grid], count)
        alone = [self.number.name.replace("_", " ").capitalize()]
        return self.columns.labels if self.columns else alone, [
            [number_refs.number(bound, self.number, count) for bound in row] for row in grid
        ]

    def to_json(self) -> dict[str, Any]:
        """Return JSON data from which `parse_table_spec` makes the same again."""
        data = {
            "calculator": self.calculator.id,
            "caption": self.caption,
            "rows": self.rows.to_json(),
            "columns": self.columns and self.columns.to_json(),
            "inputs": to_jsonable(dict(self.inputs)),
            "number": [self.number.kind, self.number.name] if self.number.kind else [],
            "worse": self.worse,
        }
        return {name: value for name, value in data.items() if value}


@dataclass(frozen=True)
class OddsTable:
    """A table with its `columns` by label, its `cells` row by row and the `inputs` of each."""

    spec: TableSpec
    columns: tuple[str, ...]
    cells: tuple[tuple[Fraction | int, ...], ...]
    inputs: tuple[tuple[Inputs, ...], ...]

    @classmethod
    def of(
        cls, spec: TableSpec, grid: Grid, columns: Sequence[str], cells: Sequence[Sequence[Fraction | int]]
    ) -> OddsTable:
        """Return the table of these numbers, which were counted for the grid."""
        repeats = 1 if spec.columns else len(columns)
        inputs = tuple(tuple(bound.inputs for bound in row) * repeats for row in grid)
        return cls(spec, tuple(columns), tuple(map(tuple, cells)), inputs)

    @property
    def is_of_chances(self) -> bool:
        """True if the cells are chances rather than other numbers such as means."""
        return self.spec.number.is_chance(self.spec.calculator)

    @property
    def row_label(self) -> str:
        return self._input_label(self.spec.rows)

    @property
    def column_label(self) -> str:
        """The label above the columns: that of their input, or the title of the results."""
        if self.spec.columns:
            return self._input_label(self.spec.columns)
        scale = self.spec.calculator.scale
        return scale.title if scale and not self.spec.number.kind else ""

    def _input_label(self, axis: Axis) -> str:
        labels = {each.name: each.label for each in self.spec.calculator.inputs}
        return labels[axis.name] or axis.name

    def worse_cells(self) -> Iterator[tuple[int, int]]:
        """Yield the cells, as (row, column), that are marked as worse than the one above them."""
        if not self.spec.worse:
            return
        is_worse = WORSE[self.spec.worse]
        for row in range(1, len(self.cells)):
            for column, value in enumerate(self.cells[row]):
                if is_worse(value, self.cells[row - 1][column]):
                    yield row, column

    def to_json(self) -> dict[str, Any]:
        """Return JSON data with chances as fractions `a/b`, and the inputs of each cell."""
        return {
            "calculator": self.spec.calculator.id,
            "caption": self.spec.caption,
            "row_label": self.row_label,
            "rows": list(self.spec.rows.labels),
            "column_label": self.column_label,
            "columns": list(self.columns),
            "cells": to_jsonable(self.cells),
            "inputs": to_jsonable(self.inputs),
        }


def parse_table_spec(data: Any) -> TableSpec:
    """Parse the table specification that `to_json` returned.

    Raises InputError for what can't be read (`bad_table`), and for an unknown calculator.
    """
    fields = read_as(dict, _FIELD, data, "a mapping of the table's fields")
    calculator = registry.calculator(read_as(str, _FIELD, fields.get("calculator"), "the id of a calculator"))
    kind_and_name = [
        read_as(str, _FIELD, each, "text") for each in read_list(_FIELD, fields.get("number", []))
    ]
    if len(kind_and_name) not in (0, 2):
        raise bad_spec(_FIELD, kind_and_name, "the kind and name of a number")
    spec = TableSpec(
        calculator,
        read_as(str, _FIELD, fields.get("caption", ""), "text"),
        _read_axis(calculator, fields.get("rows")),
        _read_axis(calculator, fields["columns"]) if fields.get("columns") else None,
        read_as(dict, _FIELD, fields.get("inputs", {}), "inputs by name"),
        NumberRef(*kind_and_name),
        read_as(str, _FIELD, fields.get("worse", ""), join_or(WORSE)),
    )
    if spec.worse and spec.worse not in WORSE:
        raise bad_spec(_FIELD, spec.worse, join_or(WORSE))
    return spec


def _read_axis(calculator: Calculator, data: Any) -> Axis:
    row = read_list(_FIELD, data)
    if len(row) not in (2, 3):
        raise bad_spec(_FIELD, row, "an input and its values, with or without their labels")
    name, values = row[0], read_list(_FIELD, row[1])
    if name not in [each.name for each in calculator.inputs]:
        raise bad_spec(_FIELD, name, join_or(each.name for each in calculator.inputs))
    labels = [read_as(str, _FIELD, each, "text") for each in read_list(_FIELD, row[2])] if row[2:] else []
    labels = labels or [str(each) for each in values]
    if not values or len(labels) != len(values):
        raise bad_spec(_FIELD, len(labels), "a label for each value")
    return Axis(name, tuple(values), tuple(labels))
