"""JSON from untrusted sources, parsed within limits of time and stack."""

from __future__ import annotations

import json
import re
from typing import Any

from rules_py.base.limits import MAX_INT_DIGITS, MAX_JSON_CHARS, MAX_JSON_CONTAINERS, MAX_JSON_DEPTH

# An unclosed string extends to the end, so that each character is looked at once.
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_BRACES_TO_BRACKETS = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes({*range(256)} - {*b"[]{}"})
_DIGITS_TO_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * (MAX_INT_DIGITS + 1)


class InvalidJsonError(ValueError):
    """Raised for a text that isn't JSON, or exceeds the limits. The message says what is expected."""


def parse(text: str, *, longest: int = MAX_JSON_CHARS) -> Any:
    """Return the value of a JSON text.

    Decimals stay text, since chances are never floats; so do whole numbers of more than `MAX_INT_DIGITS`
    digits, which no field accepts.

    Raises InvalidJsonError.
    """
    if len(text) > longest:
        raise InvalidJsonError(f"JSON of at most {longest} characters")
    outside_strings = _STRING.sub("", text).encode("utf-8", "surrogatepass")
    _check_brackets(outside_strings)
    # A parse_int of our own is slow, so it is passed only if there is a long number.
    parse_int = _parse_int if _LONG_NUMBER in outside_strings.translate(_DIGITS_TO_ZEROS) else None
    try:
        return json.loads(text, parse_float=str, parse_constant=str, parse_int=parse_int)
    except ValueError as error:
        raise InvalidJsonError("JSON") from error


def parse_if_text(value: Any) -> Any:
    """Return the value of a JSON text. Anything else is returned unchanged."""
    if isinstance(value, str):
        try:
            return parse(value)
        except InvalidJsonError:
            return value
    return value


def _parse_int(number: str) -> int | str:
    return int(number) if len(number.removeprefix("-")) <= MAX_INT_DIGITS else number


def _check_brackets(outside_strings: bytes) -> None:
    """Raise InvalidJsonError if brackets are too many, too deeply nested or unbalanced."""
    brackets = outside_strings.translate(_BRACES_TO_BRACKETS, _NO_BRACKETS)
    if len(brackets) > 2 * MAX_JSON_CONTAINERS:
        raise InvalidJsonError(f"JSON of at most {MAX_JSON_CONTAINERS} lists and mappings")
    for _ in range(MAX_JSON_DEPTH):
        brackets = brackets.replace(b"[]", b"")  # all brackets of the innermost level
    if b"[]" in brackets or brackets.count(b"[") > MAX_JSON_DEPTH:
        raise InvalidJsonError(f"JSON of lists and mappings at most {MAX_JSON_DEPTH} deep")
    if brackets:
        raise InvalidJsonError("JSON")
