"""Parsing of the data of charts and tables that the build writes into pages and requests send back."""

from __future__ import annotations

from typing import Any

from rules_py.base.errors import InputError

MAX_ITEMS = 60
"""The most items of a list, such as series, points or rows."""


def bad_spec(field: str, value: Any, expected: str) -> InputError:
    """Return the error (`bad_` and the field of the request) for data that can't be read."""
    return InputError.at(field, value, expected, code=f"bad_{field}")


def read_as[Kind](kind: type[Kind], field: str, value: Any, expected: str) -> Kind:
    """Return the data if they are of this kind. Raises InputError."""
    if not isinstance(value, kind):
        raise bad_spec(field, value, expected)
    return value


def read_list(field: str, value: Any) -> list[Any]:
    """Return a list of at most MAX_ITEMS items. Raises InputError."""
    items = read_as(list, field, value, "a list")
    if len(items) > MAX_ITEMS:
        raise bad_spec(field, len(items), f"at most {MAX_ITEMS}")
    return items
