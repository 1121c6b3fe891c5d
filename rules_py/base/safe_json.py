"""JSON that strangers hand over, read within bounds: no text makes the reader wait or breaks its stack."""

from __future__ import annotations

import json
import re
from typing import Any

from rules_py.base.limits import MAX_INT_DIGITS, MAX_JSON_CHARS, MAX_JSON_CONTAINERS, MAX_JSON_DEPTH

# A string that is never closed reaches to the end, so that each character is looked at once.
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes({*range(256)} - {*b"[]{}"})
_ONE_FIGURE = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * (MAX_INT_DIGITS + 1)


class InvalidJsonError(ValueError):
    """Raised for a text that is no JSON or too much of it. `str(error)` says what is allowed."""


def parse(text: str, *, longest: int = MAX_JSON_CHARS) -> Any:
    """What the text says. Numbers that aren't whole stay text, as chances are never floats; so do whole
    numbers of more than `MAX_INT_DIGITS` figures, which no field takes.

    Raises InvalidJsonError.
    """
    if len(text) > longest:
        raise InvalidJsonError(f"JSON of at most {longest} characters")
    written = _STRING.sub("", text).encode("utf-8", "surrogatepass")
    _check_brackets(written)
    # A parse_int of our own is slow, so it is passed only if there is a long number.
    whole = _whole if _LONG_NUMBER in written.translate(_ONE_FIGURE) else None
    try:
        return json.loads(text, parse_float=str, parse_constant=str, parse_int=whole)
    except ValueError as error:
        raise InvalidJsonError("JSON") from error


def parse_if_text(value: Any) -> Any:
    """What a text of JSON says; anything else comes back as it is, for the caller to judge."""
    if isinstance(value, str):
        try:
            return parse(value)
        except InvalidJsonError:
            return value
    return value


def _whole(number: str) -> int | str:
    return int(number) if len(number.removeprefix("-")) <= MAX_INT_DIGITS else number


def _check_brackets(written: bytes) -> None:
    """Raise InvalidJsonError if brackets outside strings are too many, too deeply nested or unbalanced."""
    brackets = written.translate(_ONE_KIND, _NO_BRACKETS)
    if len(brackets) > 2 * MAX_JSON_CONTAINERS:
        raise InvalidJsonError(f"JSON of at most {MAX_JSON_CONTAINERS} lists and mappings")
    for _ in range(MAX_JSON_DEPTH):
        brackets = brackets.replace(b"[]", b"")  # the innermost of all at once
    if b"[]" in brackets or brackets.count(b"[") > MAX_JSON_DEPTH:
        raise InvalidJsonError(f"JSON of lists and mappings at most {MAX_JSON_DEPTH} deep")
    if brackets:
        raise InvalidJsonError("JSON")
