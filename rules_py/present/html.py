"""The only module that turns text into HTML: everything that isn't Markup is typeset and escaped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from rules_py.present.typography import typeset

_must_be_escaped = re.compile(r"[&<>\"']").search
VERBATIM = frozenset({"code", "pre", "textarea"})
"""Elements whose own text keeps its straight quotes, because readers may copy or edit it."""
_without_turning = re.compile("[\u202a-\u202e\u2066-\u2069]").sub
"""Removes marks that change the direction of text: such a mark in a name would affect the whole sentence."""
_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_right_to_left = re.compile(f"[{_RIGHT_TO_LEFT}]+(?:[ ’-]+[{_RIGHT_TO_LEFT}]+)*").sub
VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


class Markup(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


def escape(text: str, *, quote: bool = True) -> str:
    """Return `html.escape` of the text. That module also contains the names of all characters, which would be
    a fortieth of the download for rolling a die.
    """
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#x27;") if quote else text


def fragment(*children: Any) -> Markup:
    """Return the children joined: Markup unchanged, other text typeset, escaped and isolated in its
    direction, lists flattened, None omitted.
    """
    pieces: list[str] = []
    _gather(children, pieces, _typeset)
    return Markup("".join(pieces))


def _gather(children: Iterable[Any], pieces: list[str], write: Callable[[str], str]) -> None:
    """Append the HTML of the children. A tracker has thousands of them, so the most common types are checked
    first.
    """
    for child in children:
        if child is None:
            continue
        kind = type(child)
        if kind is Markup:
            pieces.append(child)
        elif kind is str:
            pieces.append(write(child))
        elif isinstance(child, (list, tuple)) or hasattr(child, "__next__"):
            _gather(child, pieces, write)
        else:
            pieces.append(child if isinstance(child, Markup) else write(str(child)))


def tag(name: str, /, *children: Any, **attributes: Any) -> Markup:
    """Return an element. In attribute names `_` stands for `-`, a last `_` for nothing (`class_`, `for_`).

    An attribute that is True has no value, one that is None or False is omitted.
    """
    pieces = ["<", name]
    for key, value in attributes.items():
        if value is True:
            pieces += (" ", _attribute_name(key))
        elif value is not None and value is not False:
            text = value if type(value) is str else str(value)
            pieces += (" ", _attribute_name(key), '="', _escape(text), '"')
    pieces.append(">")
    if name not in VOID:
        _gather(children, pieces, _verbatim if name in VERBATIM else _typeset)
        pieces += ("</", name, ">")
    return Markup("".join(pieces))


@cache
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def literal(text: str) -> Markup:
    """Return text as the content of a field, where it stays exactly the same."""
    return Markup(_escape(text))


def _verbatim(text: str) -> str:
    """Escape text for content, and remove marks that change its direction."""
    return _escape(text if text.isascii() else _without_turning("", text))


def _escape(text: str) -> str:
    """Escape text for content and attributes, if it needs it: nearly all text of a page doesn't."""
    return escape(text) if _must_be_escaped(text) else text


def _typeset(text: str) -> str:
    """Typeset text, isolate its direction and escape it for content."""
    if not text.isascii():
        text = _isolate(text)
    return escape(typeset(text), quote=False) if _must_be_escaped(text) else text


def _isolate(text: str) -> str:
    """Return text without marks that change its direction, and with words that run from right to left
    isolated, so that numbers and signs beside a name stay in place. It uses marks, not elements, because
    options and drawings can't contain elements.
    """
    return _right_to_left("\u2068\\g<0>\u2069", _without_turning("", text))


def classes(*names: str | None) -> str:
    """Return a class attribute of the names that aren't None or empty."""
    return " ".join(filter(None, names))


def visually_hidden(*children: Any) -> Markup:
    """Return text for screen readers only."""
    return tag("span", *children, class_="visually-hidden")
