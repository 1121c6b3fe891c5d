"""JSON that strangers hand over, read within bounds: no text makes the reader wait or breaks its stack."""

from __future__ import annotations

import json
import re
from typing import Any

from rules_py.base.limits import DEEPEST, LONGEST_TEXT, MOST_FIGURES, MOST_LISTS

# A string that is never closed reaches to the end, so that each character is looked at once.
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes({*range(256)} - {*b"[]{}"})
_ONE_FIGURE = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * (MOST_FIGURES + 1)


class BadJson(ValueError):
    """Raised for a text that is no JSON or too much of it. `str(error)` says what is allowed."""


def read(text: str, *, longest: int = LONGEST_TEXT) -> Any:
    """What the text says. Numbers that aren't whole stay text, as chances are never floats; so do whole
    numbers of more than `MOST_FIGURES` figures, which no field takes.

    Raises BadJson.
    """
    if len(text) > longest:
        raise BadJson(f"JSON of at most {longest} characters")
    written = _STRING.sub("", text).encode("utf-8", "surrogatepass")
    _check_brackets(written)
    # A parse_int of our own is slow, so it is passed only if there is a long number.
    whole = _whole if _LONG_NUMBER in written.translate(_ONE_FIGURE) else None
    try:
        return json.loads(text, parse_float=str, parse_constant=str, parse_int=whole)
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


def _whole(number: str) -> int | str:
    return int(number) if len(number.removeprefix("-")) <= MOST_FIGURES else number


def _check_brackets(written: bytes) -> None:
    """Raises BadJson where the brackets that stand in no string are too many, too deep within each other, or
    don't close.
    """
    brackets = written.translate(_ONE_KIND, _NO_BRACKETS)
    if len(brackets) > 2 * MOST_LISTS:
        raise BadJson(f"JSON of at most {MOST_LISTS} lists and mappings")
    for _ in range(DEEPEST):
        brackets = brackets.replace(b"[]", b"")  # the innermost of all at once
    if b"[]" in brackets or brackets.count(b"[") > DEEPEST:
        raise BadJson(f"JSON of lists and mappings at most {DEEPEST} deep")
    if brackets:
        raise BadJson("JSON")
