"""Turning results into plain data: what JSON can carry, with fractions as "a/b"."""

from __future__ import annotations

from collections.abc import Mapping, Set
from enum import Enum
from fractions import Fraction
from typing import Any


def to_jsonable(value: Any) -> Any:
    """The value as strings, whole numbers, lists and dicts.

    Fractions become "a/b", whole ones too ("1", "0").
    """
    kind = type(value)
    if kind in _AS_THEY_ARE:  # nearly all that there is
        return value
    if kind is tuple or kind is list:  # nearly all the rest, and long to tell from a Mapping
        return [to_jsonable(item) for item in value]
    if hasattr(value, "to_json"):
        return value.to_json()
    if isinstance(value, Fraction):
        below = f"/{_written(value.denominator)}" if value.denominator > 1 else ""
        return f"{'-' if value < 0 else ''}{_written(abs(value.numerator))}{below}"
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {
            key if isinstance(key, str) else key_text(key): to_jsonable(item) for key, item in value.items()
        }
    if isinstance(value, Set):
        return sorted(map(to_jsonable, value))
    if isinstance(value, (list, tuple)):
        return [to_jsonable(item) for item in value]
    if isinstance(value, (str, int)):
        return value
    raise TypeError(f"{type(value).__name__} is not plain data; chances are fractions, never floats")


_AS_THEY_ARE = (str, int, bool, type(None))
_AT_ONCE = 4_000
_MORE: int = 10**_AT_ONCE


def _written(number: int) -> str:
    """A whole number in digits, however many: Python refuses to write down more than 4,300 at once."""
    parts = []
    while number >= _MORE:
        number, rest = divmod(number, _MORE)
        parts.append(f"{rest:0{_AT_ONCE}}")
    return "".join((str(number), *reversed(parts)))


def key_text(key: Any) -> str:
    """A mapping's key as text: numbers as digits, pairs as "2,1"."""
    return ",".join(map(key_text, key)) if isinstance(key, tuple) else str(to_jsonable(key))
