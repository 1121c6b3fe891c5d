"""The parts that both views of the tray share: their frame, and small buttons."""

from __future__ import annotations

from rules_py.present.components import button
from rules_py.present.html import Markup, tag, visually_hidden


def tab(view: str, label: str, *, chosen: bool) -> Markup:
    """Return the tab that shows a view."""
    return tag(
        "button",
        label,
        type="button",
        class_="tray__tab",
        id=f"tray-{view}-tab",
        role="tab",
        data_view=view,
        aria_selected=str(chosen).lower(),
        aria_controls=f"tray-{view}",
        tabindex=None if chosen else "-1",
    )


def view_panel(name: str, *children: object, hidden: bool) -> Markup:
    """Return the view of a tab."""
    return tag(
        "div",
        *children,
        class_=f"tray__view tray__view--{name}",
        id=f"tray-{name}",
        role="tabpanel",
        aria_labelledby=f"tray-{name}-tab",
        hidden=hidden,
    )


def cross(part: str, *label: object, look: str = "tray__cross") -> Markup:
    """Return the button with a cross that closes something."""
    return sign_button("×", *label, look=look, data_part=part)


def delete_button(part: str, name: str) -> Markup:
    """Return the button with a cross that deletes an entry, whose name the page fills in."""
    return cross(part, "Delete ", tag("span", data_part=name), look="tray__forget")


def sign_button(sign: str, *label: object, look: str = "", **attributes: object) -> Markup:
    """Return a button that shows a sign, with its label for screen readers."""
    return button(
        tag("span", sign, aria_hidden="true"), visually_hidden(*label), kind="icon", look=look, **attributes
    )


def undo_button(part: str) -> Markup:
    """Return the button that restores what was deleted last."""
    return button("Undo", data_part=part, hidden=True)
