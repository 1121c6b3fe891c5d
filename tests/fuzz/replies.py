"""Checks of entry points' replies; each returns the fault, or "" if there is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from rules_py import web
from rules_py.base.errors import InputError
from rules_py.base.jsonable import to_jsonable
from tests.fuzz.watch import Watch

MAX_SENTENCE_CHARS = 500
"""Characters of what is told of an input that can't be."""

MAX_REPLY_CHARS = 1_500_000
MAX_SLICES = 400

_LONG = 10**4000
"""A number too large for Python to convert to text."""


def sentence(message: object) -> str:
    """Return the fault in an error message, or "" if there is none."""
    if not isinstance(message, str) or not message.strip():
        return f"says nothing: {message!r}"
    if len(message) > MAX_SENTENCE_CHARS:
        return f"{len(message)} characters: {message}"
    return "more than a line" if "\n" in message else ""


def answered(ask: Callable[[], Any]) -> str:
    """Return the fault in a reply of the Python API, or "" if there is none."""
    try:
        answer = ask()
    except InputError as error:
        return sentence(str(error)) or sentence(error.user_message)
    json.dumps(to_jsonable(answer))
    return ""


def replied(request: str, watch: Watch, limit: int = MAX_SLICES) -> str:
    """Return the fault in a reply of the worker, or "" if there is none."""
    for _ in range(limit):
        raw = web.respond(request)
        watch.lap()
        if len(raw) > MAX_REPLY_CHARS:
            return f"a reply of {len(raw)} characters"
        reply = json.loads(raw)
        if not reply["ok"]:
            messages = [reply["message"], *(each["message"] for each in reply["problems"])]
            return next(filter(None, map(sentence, messages)), "")
        if "working" not in reply:
            return ""
    return f"still working after {limit} slices"


def written_as_json(value: Any) -> str:
    """Return the value as JSON, including numbers too long for Python to write."""
    try:
        return json.dumps(value)
    except ValueError:
        return json.dumps(_short(value)).replace('"\\u0007"', "9" * 5000)


def _short(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _short(each) for key, each in value.items()}
    if isinstance(value, list):
        return [*map(_short, value)]
    return "\x07" if isinstance(value, int) and abs(value) > _LONG else value
