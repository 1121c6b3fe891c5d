"""Inputs on the command line: NAME=VALUE, a list with commas, a part of a record as NAME.PART=VALUE.

JSON is accepted as well. Omitted inputs have the initial values of the calculator's form.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.base import safe_json
from rules_py.base.errors import InputError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
from rules_py.inputs import Input, Keyed, ListOf, Record


def parse_arguments(calculator: Calculator, words: Sequence[str]) -> dict[str, Any]:
    """Return the inputs by name. Raises InputError (`bad_argument`) for anything else, or for duplicates."""
    values: dict[str, Any] = {}
    for each in words:
        path, equals, value = each.partition("=")
        if not equals:
            raise InputError.at("input", each, "NAME=VALUE", code="bad_argument")
        name, _, part = path.partition(".")
        declared = next((entry for entry in calculator.inputs if entry.name == name), None)
        if path in ("seed", "dice") and (declared is None or calculator.rolls_dice):
            raise InputError.at("input", each, f"--{path}", code="bad_argument")
        if part and isinstance(declared, Record):
            record = values.setdefault(name, {})
            _set_at(record, part, _read(_field(declared, part), value), each)
        else:
            _set_at(values, path, _read(declared, value), each)
    return values


def format_argument(name: str, value: Any) -> str:
    """Return an input as it could be typed."""
    if isinstance(value, bool):
        return f"{name}={'yes' if value else 'no'}"
    if isinstance(value, Mapping) and value and not any(map(_is_nested, value.values())):
        return " ".join(format_argument(f"{name}.{part}", each) for part, each in value.items())
    if isinstance(value, (list, tuple)) and not any(map(_is_nested, value)):
        return f"{name}={','.join(map(str, value))}"
    if _is_nested(value):
        return f"{name}={shlex.quote(json.dumps(to_jsonable(value), ensure_ascii=False))}"
    return f"{name}={value}"


def _is_nested(value: Any) -> bool:
    return isinstance(value, (Mapping, list, tuple))


def _set_at(values: dict[str, Any], name: str, value: Any, text: str) -> None:
    if not isinstance(values, dict) or name in values:
        raise InputError.at("input", text, "each input only once", code="bad_argument")
    values[name] = value


def _field(record: Record, name: str) -> Input:
    """Return a field of a record. Raises InputError (`unknown_input`)."""
    known = {each.name: each for each in record.fields}
    if name not in known:
        expected = join_or(f"{record.name}.{each}" for each in known)
        raise InputError.at("input", f"{record.name}.{name}", expected, code="unknown_input")
    return known[name]


def _read(field: Input | None, value: str) -> Any:
    """Return a typed value as the rules accept it."""
    if value.lstrip().startswith(("[", "{", '"')):
        return safe_json.parse_if_text(value)
    if isinstance(field, ListOf) and not isinstance(field.item, (ListOf, Record, Keyed)):
        parts = re.split(r"\s*,\s*", value.strip())
        return [_read(field.item, part) for part in parts] if value.strip() else []
    return value
