"""The history in the tray: earlier rolls by day, the luck report, and the switches."""

from __future__ import annotations

from rules_py.present.components import button
from rules_py.present.html import Markup, tag, visually_hidden
from rules_py.present.shared_labels import ANIMATE_DICE
from rules_py.present.tray.parts import delete_button, undo_button, view_panel


def render_history_view() -> Markup:
    """Return the history: earlier rolls by day, newest first, copied from templates."""
    find = tag(
        "label",
        visually_hidden("Search rolls"),
        tag("input", type="search", data_part="words", placeholder="Rule, character or result"),
        class_="field tray__find",
    )
    buttons = tag(
        "div",
        button("More", data_part="more", hidden=True),
        button("Luck of all rolls", data_part="luck-of-all"),
        button("Export as CSV", data_part="export"),
        button("Delete all", data_part="delete-all"),
        class_="tray__buttons",
        data_part="earlier-doing",
    )
    switches = (_switch("sound", "Sound"), " ", _switch("shake", "Vibration"), " ")
    return view_panel(
        "earlier",
        find,
        tag("p", data_part="notice", class_="tray__matches", role="status"),
        undo_button("undelete"),
        tag("div", class_="tray__luck", data_part="luck", tabindex="-1"),
        tag("div", data_part="days"),
        buttons,
        tag("template", _day(), data_part="one-day"),
        tag("template", _roll(), data_part="one-roll"),
        tag("p", *switches, _switch("tumble", ANIMATE_DICE), class_="tray__switches"),
        hidden=True,
    )


def _day() -> Markup:
    """Return a day without its rolls."""
    luck = button(
        "Luck that day", visually_hidden(": ", tag("span", data_part="day-again")), data_part="day-luck"
    )
    return tag(
        "section",
        tag("div", tag("h3", data_part="day", class_="tray__day"), luck, class_="tray__day-head"),
        tag("ol", data_part="rolls", class_="tray__rolls", role="list"),
    )


def _roll() -> Markup:
    """Return an earlier roll before the page fills it in."""
    row = tag(
        "button",
        tag("time", data_part="when"),
        " ",
        tag("span", data_part="what", class_="tray__row-what"),
        " ",
        tag("strong", data_part="verdict"),
        " ",
        tag("span", data_part="with", class_="tray__row-with"),
        type="button",
        class_="tray__row",
        data_part="show",
    )
    return tag("li", row, delete_button("delete", "deleted"))


def _switch(name: str, words: str) -> Markup:
    return tag("label", tag("input", type="checkbox", data_switch=name), f" {words}")
