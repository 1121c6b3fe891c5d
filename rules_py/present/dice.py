"""Dice drawn as SVG: the shape shows the size, the number the face; the status is also shown as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules_py.dice.roll_steps import CRITICAL, KEPT, MADE, MISSED, NOT_COUNTED, PLAIN, Die
from rules_py.present.html import Markup, classes, tag, visually_hidden

MAX_IN_ORDER = 12
"""The most dice that are shown in the order rolled; more are grouped by status."""
MAX_DRAWN = 60
"""The most dice of one status that are drawn; more are counted."""

MAX_LARGE_FACE_CHARS = 2
"""The most characters of a face in large type."""

_DRAWN_APART = {KEPT, PLAIN, MADE, MISSED, CRITICAL, *NOT_COUNTED}
"""The statuses with their own style; all others, which games name, share one."""

# Outlines in a square of 40 by 40: (path, height of the number, further edges).
_SHAPES = {
    4: ("M20 4 37 34H3z", 27.5, ""),
    6: ("M9 5h22a4 4 0 0 1 4 4v22a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4z", 20.5, ""),
    8: ("M20 2 37 20 20 38 3 20z", 20.5, ""),
    10: ("M20 2 37 17v7L20 38 3 24v-7z", 19, "M3 20.500 20 29.500 37 20.500M20 29.500V38"),
    12: (
        "M20 2 31 5.500 37.500 14.500v11L31 34.500 20 38 9 34.500 2.500 25.500v-11L9 5.500z",
        20.5,
        "M20 8.500 31 16.500 27 29H13L9 16.500z",
    ),
    20: (
        "M20 2 36 11v18L20 38 4 29V11z",
        21.5,
        "M20 9 31.500 28.500H8.500zM20 2v7M36 29l-4.500-.5M4 29l4.500-.5",
    ),
}
_OTHER = ("M20 3a17 17 0 1 1 0 34 17 17 0 0 1 0-34z", 20.5, "")


def draw_die(sides: int, text: str, *, is_long: bool | None = None) -> Markup:
    """Return the picture of one die with this text on it, in small type if it is long."""
    path, height, edges = _SHAPES.get(sides, _OTHER)
    is_long = len(text) > MAX_LARGE_FACE_CHARS if is_long is None else is_long
    return tag(
        "svg",
        tag("path", d=path, class_="die__shape"),
        tag("path", d=edges, class_="die__edges") if edges else None,
        tag(
            "text",
            text,
            x="20",
            y=height,
            class_=classes("die__face", "die__face--long" if is_long else None),
        ),
        class_="die__drawing",
        viewBox="0 0 40 40",
        aria_hidden="true",
        focusable="false",
    )


def die_icon(sides: int) -> Markup:
    """Return the outline of a die beside text that names it."""
    path, _, edges = _SHAPES.get(sides, _OTHER)
    return tag(
        "svg",
        tag("path", d=path),
        tag("path", d=edges) if edges else None,
        class_="die-icon",
        viewBox="0 0 40 40",
        aria_hidden="true",
        focusable="false",
    )


def render_die(die: Die) -> Markup:
    """Return a rolled die as an item of a list: drawn, and as text for screen readers."""
    return _frame(die, draw_die(die.sides, die.text), str(die.face))


def die_template(sides: int, lowest: int, status: str, *, is_long: bool) -> Markup:
    """Return the markup of a rolled die, with `{text}` and `{face}` instead of its face."""
    return _frame(Die(sides, 0, status, lowest), draw_die(sides, "{text}", is_long=is_long), "{face}")


def _frame(die: Die, drawing: Markup, face: str) -> Markup:
    fate = die.status if die.status in _DRAWN_APART else "sorted"
    return tag(
        "li",
        drawing,
        visually_hidden(f"{die.name}: {face}", ", " if die.status else ""),
        tag("span", die.status, class_="die__status") if die.status else None,
        class_=f"die die--{fate.replace(' ', '-') or 'plain'}",
        data_fate=die.status or None,
    )


def render_dice(row: Sequence[Die]) -> Markup | None:
    """Return the dice of one step."""
    if not row:
        return None
    if len(row) <= MAX_IN_ORDER:
        return _row(row)
    fates = dict.fromkeys(each.status for each in row)
    return tag(
        "div",
        [_group([each for each in row if each.status == fate], fate) for fate in fates],
        class_="dice-groups",
    )


def _row(row: Sequence[Die]) -> Markup:
    return row_frame([render_die(each) for each in row])


def row_frame(dice: Any) -> Markup:
    """Return drawn dice in a row."""
    return tag("ul", dice, class_="dice", role="list")


def _group(row: Sequence[Die], fate: str) -> Markup:
    label = tag("p", f"{len(row)} × {fate}" if fate else f"{len(row)} dice", class_="dice-groups__label")
    dice = sorted(row, key=lambda each: -each.face)
    if len(row) <= MAX_DRAWN:
        return tag("div", label, _row([replace(each, status=PLAIN) for each in dice]), class_="dice-group")
    counts = Counter(replace(each, status=PLAIN) for each in dice)
    alike = row_frame([_identical_dice(each, count) for each, count in counts.items()])
    return tag("div", label, alike)


def _identical_dice(die: Die, count: int) -> Markup:
    return tag(
        "li",
        draw_die(die.sides, die.text),
        visually_hidden(f"{die.name}: {die.face}, "),
        tag("span", f"× {count}", class_="die__status"),
        class_="die die--plain",
    )
