"""The components of every page: buttons, collapsibles, a track and a box.

The author's guide shows each with its markup (`docs/authoring/components.md`), and their styles are in
`docs/assets/css/components.css`.
"""

from __future__ import annotations

from typing import Any

from rules_py.present.html import Markup, classes, tag


def button(*label: Any, kind: str = "", look: str = "", **attributes: Any) -> Markup:
    """Return a button: quiet, or of the kind "primary", "icon" or "row".

    `look` are further classes, such as those for its position.
    """
    return tag(
        "button",
        *label,
        **{"type": "button"} | attributes,
        class_=classes("button", f"button--{kind}" if kind else None, look),
    )


def command_button(command: str, label: str, **attributes: Any) -> Markup:
    """Return a button that sends this command to the element around it."""
    return button(label, data_command=command, **attributes)


def file_button(label: str, part: str, *, look: str) -> Markup:
    """Return a button that opens a JSON file: a label styled like the other buttons, around its control."""
    control = tag(
        "input", type="file", accept=".json,application/json", data_part=part, class_="visually-hidden"
    )
    return tag("label", label, control, class_=classes("button", look))


def fold(summary: Any, *inside: Any, look: str = "", **attributes: Any) -> Markup:
    """Return a collapsible section."""
    return tag("details", tag("summary", summary), *inside, class_=classes("fold", look), **attributes)


def note_line(summary: Any, *inside: Any, look: str = "", **attributes: Any) -> Markup:
    """Return a small line that opens notes."""
    return tag("details", tag("summary", summary), *inside, class_=classes("note-line", look), **attributes)


def track(left: int, size: int, *, circles: bool = False) -> Markup:
    """Return a track of boxes or circles: those left are filled, those lost are empty.

    It is hidden from screen readers, which read the numbers beside it.
    """
    return tag(
        "span",
        [tag("i", class_="is-left" if place < left else None) for place in range(size)],
        class_=classes("track", "track--circles" if circles else None),
        aria_hidden="true",
    )


def box_panel(*inside: Any, look: str = "") -> Markup:
    """Return a box around related content."""
    return tag("div", *inside, class_=classes("box-panel", look))
