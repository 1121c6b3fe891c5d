"""Tables of odds on a page, by the book and under house rules."""

from __future__ import annotations

from collections.abc import Container, Mapping
from fractions import Fraction
from typing import Any

from rules_py.analysis.odds_table import OddsTable
from rules_py.calculators.calculator import Calculator, Inputs
from rules_py.present.grid import render_odds_table
from rules_py.present.house_figures import as_json, decided_inputs, house_note, options_attribute
from rules_py.present.html import Markup
from rules_py.present.links import roll_address

BESIDE = "Where a number differs, the book’s is struck through."


def render_table(
    table: OddsTable,
    path: str | None,
    *,
    is_open: bool = True,
    book: Mapping[tuple[int, int], str] | None = None,
) -> Markup:
    """Return the table with its caption, collapsed unless it is `is_open`.

    `path` is that of the page with the calculator's form, to which the numbers link; None if there is none. A
    table that house rules can change includes the data for computing it again. `book` are the numbers by the
    book as text, by row and column, of a table under house rules.
    """
    spec, calculator = table.spec, table.spec.calculator

    def address(inputs: Mapping[str, Any]) -> str | None:
        if path is None:
            return None
        return roll_address(path, calculator.id, decided_inputs(calculator, inputs, spec.named_inputs))

    note = render_table_note(calculator, table.inputs[0][0])
    options = options_attribute(calculator, named=spec.named_inputs)
    data = {
        "data_options": options,
        "data_table": as_json(spec.to_json()) if options else None,
        "data_path": path if options else None,
    }
    return render_odds_table(
        spec.caption,
        table.row_label,
        spec.rows.labels,
        table.column_label,
        table.columns,
        [
            [(Fraction(value), address(inputs)) for value, inputs in zip(*row, strict=True)]
            for row in zip(table.cells, table.inputs, strict=True)
        ],
        chances=table.is_of_chances,
        is_open=is_open,
        worse=frozenset(table.worse_cells()),
        book=book if book and note else {},
        note=note if book is not None else None,
        data=data,
    )


def render_table_note(
    calculator: Calculator, inputs: Inputs, effective: Container[str] | None = None
) -> Markup | None:
    """Return the line above a table under house rules, whose `inputs` are those of a cell; None by the book.

    `effective` are the names of the house rules that change a number, once that is known.
    """
    return house_note(calculator.inputs, inputs, effective, beside=BESIDE)
