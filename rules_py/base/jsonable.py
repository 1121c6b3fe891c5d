"""Conversion of results to values that JSON can hold."""

from __future__ import annotations

from collections.abc import Mapping, Set
from enum import Enum
from fractions import Fraction
from typing import Any


def to_jsonable(value: Any) -> Any:
    """Return the value as strings, whole numbers, lists and dicts.

    Fractions become "a/b", or "a" if whole.
    """
    kind = type(value)
    if kind in _JSON_TYPES:  # most values
        return value
    if kind is tuple or kind is list:  # most others; isinstance checks for Mapping are slow
        return [to_jsonable(item) for item in value]
    if hasattr(value, "to_json"):
        return value.to_json()
    if isinstance(value, Fraction):
        denominator = f"/{_digits(value.denominator)}" if value.denominator > 1 else ""
        return f"{'-' if value < 0 else ''}{_digits(abs(value.numerator))}{denominator}"
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


_JSON_TYPES = (str, int, bool, type(None))
_CHUNK_DIGITS = 4_000
_CHUNK: int = 10**_CHUNK_DIGITS


def _digits(number: int) -> str:
    """Return all digits of a number, of which Python prints at most 4,300 at a time."""
    chunks = []
    while number >= _CHUNK:
        number, rest = divmod(number, _CHUNK)
        chunks.append(f"{rest:0{_CHUNK_DIGITS}}")
    return "".join((str(number), *reversed(chunks)))


def key_text(key: Any) -> str:
    """Return a mapping's key as text: numbers as digits, pairs as "2,1"."""
    return ",".join(map(key_text, key)) if isinstance(key, tuple) else str(to_jsonable(key))
