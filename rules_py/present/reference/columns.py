"""The columns of a reference list: numbers, short values for a row, or text."""

from __future__ import annotations

from typing import Any

from rules_py.base.dice_marks import without_marks
from rules_py.base.inline_markup import addresses, plain_text
from rules_py.sheets.reference_list import Column, ReferenceList, Value

LONG_TEXT = 90
"""The number of characters in an entry from which on its list has rows that open; fewer fit in a line of a
table.
"""

MAX_FIGURE, MAX_LABEL = 24, 12
"""The most characters of a short value in a row, and of its label."""

FIGURES = 2
"""The most short values in a row."""


def has_rows(reference_list: ReferenceList) -> bool:
    """Return whether the entries have so much text that they are rows that open."""
    if reference_list.grid or reference_list.success_only:
        return False
    longest = max(
        (sum(map(len, map(plain_value, each.values.values()))) for each in reference_list.entries), default=0
    )
    return longest >= LONG_TEXT or bool(reference_list.query_inputs)


def value_text_of(value: Value) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def plain_value(value: Value) -> str:
    return without_marks(plain_text(value_text_of(value)))


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def of_numbers(reference_list: ReferenceList, column: Column) -> bool:
    return all(is_number(entry.values[column.key]) for entry in reference_list.entries)


def longest(reference_list: ReferenceList, column: Column) -> int:
    return max((len(plain_value(entry.values[column.key])) for entry in reference_list.entries), default=0)


def is_figure(reference_list: ReferenceList, column: Column) -> bool:
    """Return whether the column is short enough for a row, and without links, as a row is itself pressed."""
    links = any(addresses(value_text_of(entry.values[column.key])) for entry in reference_list.entries)
    return len(column.label) <= MAX_LABEL and longest(reference_list, column) <= MAX_FIGURE and not links


def row_figures(reference_list: ReferenceList) -> list[Column]:
    """Return the columns that a row shows."""
    return [each for each in reference_list.columns if is_figure(reference_list, each)][:FIGURES]


def with_label(column: Column, value: str) -> str:
    """Return a value that makes sense alone: a number with the label of its column."""
    return f"{column.label} {value}" if value.isdecimal() else value or f"no {column.label}"
