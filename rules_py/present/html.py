"""The one place where text becomes HTML: whatever is not Markup already is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from typing import Any

_TO_ESCAPE = re.compile(r"[&<>\"']")
VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


class Markup(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


def fragment(*children: Any) -> Markup:
    """Children one after the other: Markup as it stands, other text escaped, lists unrolled, None left
    out.
    """
    return Markup("".join(_pieces(children)))


def _pieces(children: Iterable[Any]) -> Iterable[str]:
    for child in children:
        if child is None:
            continue
        if isinstance(child, Markup):
            yield child
        elif isinstance(child, (list, tuple)) or hasattr(child, "__next__"):
            yield from _pieces(child)
        else:
            yield _escaped(str(child))


def tag(name: str, /, *children: Any, **attributes: Any) -> Markup:
    """An element. In attribute names `_` stands for `-`, a last `_` for nothing (`class_`, `for_`).

    An attribute that is True stands bare, one that is None or False is left out.
    """
    written = "".join(
        _attribute(key, value)
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{fragment(*children)}</{name}>")


def _attribute(key: str, value: Any) -> str:
    name = _attribute_name(key)
    return f" {name}" if value is True else f' {name}="{_escaped(str(value))}"'


@cache
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _escaped(text: str) -> str:
    """Escaped for content and attributes. Nearly all of a page needs no escaping, and looking is quicker."""
    return escape(text) if _TO_ESCAPE.search(text) else text


def classes(*names: str | None) -> str:
    """A class attribute of those names that are there."""
    return " ".join(filter(None, names))


def unseen(*children: Any) -> Markup:
    """For screen readers only."""
    return tag("span", *children, class_="unseen")
