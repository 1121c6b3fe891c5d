"""Read what a page holds of its charts and tables: data that the build wrote and a request brings back."""

from __future__ import annotations

from typing import Any

from rules_py.base.errors import InputError

MAX_ITEMS = 60
"""The most items of a list, such as series, points or rows."""


def bad_spec(field: str, given: Any, expected: str) -> InputError:
    """Return the error (`bad_` and the field of the request) for data that can't be read."""
    return InputError.at(field, given, expected, code=f"bad_{field}")


def read_as[Kind](kind: type[Kind], field: str, given: Any, expected: str) -> Kind:
    """Return the data if they are of this kind. Raises InputError."""
    if not isinstance(given, kind):
        raise bad_spec(field, given, expected)
    return given


def read_list(field: str, given: Any) -> list[Any]:
    """Return a list of at most MAX_ITEMS items. Raises InputError."""
    items = read_as(list, field, given, "a list")
    if len(items) > MAX_ITEMS:
        raise bad_spec(field, len(items), f"at most {MAX_ITEMS}")
    return items
