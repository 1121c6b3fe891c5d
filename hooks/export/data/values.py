"""The values of data: exact numbers, plain texts, and objects without empty fields."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rules_py.base.dice_marks import without_marks
from rules_py.base.inline_markup import plain_text
from rules_py.base.jsonable import to_jsonable

_DIGITS = 10


def number(value: Fraction | int) -> dict[str, Any]:
    """Return a number exactly and as a decimal: `{"exact": "5/6", "decimal": 0.8333333333}`."""
    decimal = float(f"{float(value):.{_DIGITS}g}")
    return {"exact": str(to_jsonable(value)), "decimal": decimal}


def without_empty(**facts: Any) -> dict[str, Any]:
    """Return the facts that have a value. Zero and false are values; None, "", [] and {} aren't."""
    return {name: value for name, value in facts.items() if value not in (None, "", [], {}, ())}


def without_markup(value: Any) -> Any:
    """Return a text, or each of several, without Markdown and the marks of its dice. Numbers stay."""
    if isinstance(value, tuple):
        return [without_markup(each) for each in value]
    return without_marks(plain_text(value)) if isinstance(value, str) else to_jsonable(value)
