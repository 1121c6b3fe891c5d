"""Lines that show how text was read, and buttons with readable alternatives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules_py.inputs import Input
from rules_py.present.html import Markup, fragment, tag


def render_readback(fields: Iterable[Input], values: Mapping[str, Any]) -> Markup:
    """Return how each value that needs it was read: `Read as 4d6kh3: Four d6, the highest three.`

    `values` are in their original spelling, since the canonical form has lost the alternative meanings.
    """
    return fragment(*(_readback(each, values[each.name]) for each in fields if each.name in values))


def _readback(field: Input, value: Any) -> Markup | None:
    readback = field.readback(value)
    if readback is None:
        return None
    other = _button(field.name, readback.other, f"Meant {readback.other}?") if readback.other else None
    return tag(
        "p", "Read as ", tag("code", readback.text), ": ", readback.sentence, " ", other, class_="readback"
    )


def render_suggestions(message: str, field: str, suggestions: Iterable[str]) -> Markup:
    """Return a message with a button for each value that can be used instead."""
    buttons = (fragment(" ", _button(field, each, f"Use {each}")) for each in suggestions)
    return fragment(message, *buttons)


def _button(field: str, value: str, label: str) -> Markup:
    return tag("button", label, type="button", class_="button", data_suggest=value, data_field=field)
