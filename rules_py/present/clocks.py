"""The clocks of a tracker, each with its segments and the buttons that tick it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rules_py.present.components import button
from rules_py.present.diagrams.clock import render_clock_face
from rules_py.present.html import Markup, classes, fragment, tag
from rules_py.tracker import Clock


def render_clocks(clocks: Sequence[Clock], own_id: str = "") -> Markup:
    """Return the clocks, or nothing if there are none. With an `own_id`, the prefix of ids, they can be
    ticked.
    """
    if not clocks:
        return Markup()
    rows = [_clock(each, f"{own_id}-clock-{at}" if own_id else "") for at, each in enumerate(clocks)]
    return tag("ul", rows, class_="clocks", role="list", aria_label="Clocks")


def _clock(clock: Clock, own_id: str) -> Markup:
    words = tag(
        "span",
        tag("strong", clock.name),
        " ",
        tag("span", clock.text, ", full" if clock.is_full else None, class_="clock__count"),
        class_="clock__words",
    )
    buttons = fragment(
        _button(clock, -1, "−", f"Untick {clock.name}", f"{own_id}-down", disabled=not clock.ticked),
        _button(clock, 1, "+", f"Tick {clock.name}", f"{own_id}-up", disabled=clock.is_full),
    )
    return tag(
        "li",
        render_clock_face(clock.size, clock.ticked),
        words,
        buttons if own_id else None,
        class_=classes("clock", "is-full" if clock.is_full else None),
    )


def _button(clock: Clock, by: int, sign: str, label: str, own_id: str, *, disabled: bool) -> Markup:
    event = {"do": "tick", "clock": clock.name, "by": by}
    return tag(
        "form",
        button(sign, kind="icon", type="submit", aria_label=label, id=own_id, disabled=disabled),
        tag("div", class_="problems", data_problems="", role="alert"),
        data_event=json.dumps(event, ensure_ascii=False, separators=(",", ":")),
    )
