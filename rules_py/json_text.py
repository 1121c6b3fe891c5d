"""JSON that strangers hand over, read within bounds: no text makes the reader wait or breaks its stack."""

from __future__ import annotations

import json
import re
from typing import Any

from rules_py.bounds import DEEPEST, LONGEST_TEXT

# A string that is never closed reaches to the end, so that each character is looked at once.
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[][{}]', re.DOTALL)


class BadJson(ValueError):
    """Raised for a text that is no JSON or too much of it. `str(error)` says what is allowed."""


def read(text: str, *, longest: int = LONGEST_TEXT) -> Any:
    """What the text says. Numbers that aren't whole stay text, as chances are never floats.

    Raises BadJson.
    """
    if len(text) > longest:
        raise BadJson(f"JSON of at most {longest} characters")
    if _depth(text) > DEEPEST:
        raise BadJson(f"JSON of lists and mappings at most {DEEPEST} deep")
    try:
        return json.loads(text, parse_float=str, parse_constant=str)
    except ValueError as error:
        raise BadJson("JSON") from error


def read_if_text(value: Any) -> Any:
    """What a text of JSON says; anything else comes back as it is, for the caller to judge."""
    if isinstance(value, str):
        try:
            return read(value)
        except BadJson:
            return value
    return value


def _depth(text: str) -> int:
    """How deeply the brackets of a JSON text are nested, those within strings left out."""
    depth = deepest = 0
    for found in _STRING_OR_BRACKET.findall(text):
        if found in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif found in "]}":
            depth -= 1
    return deepest
