"""A see-saw for two numbers with a fixed sum: the points are stones on the ends of its plank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_py.present.html import Markup, classes, tag, visually_hidden
from rules_py.sheets.sheet import LinkedValues

STEEPEST = 16
"""Degrees to which the plank tilts when one end has all the points."""

MAX_STONES = 24
"""The most stones that can be distinguished; with more points only the tilt is drawn."""

PLANK, STONE = 74, 6
"""Half the length of the plank, and the size of a stone, in units of the drawing, which is 200 wide."""

FIRST_ROW = 5
"""Stones in the lowest row of a heap; each row above has one fewer."""


def lean(pair: LinkedValues) -> float:
    """Return a number from -1, if the first has all points, to 1, if the second has."""
    if pair.ones is None or pair.others is None or pair.sum <= 0:
        return 0
    return max(-1.0, min(1.0, (pair.others - pair.ones) / pair.sum))


def render_balances(pairs: Sequence[LinkedValues], *, spoken: bool = True) -> Markup:
    """Return a see-saw for each pair. It isn't `spoken` if fields beside it say the same."""
    rows = [_seesaw(each) for each in pairs]
    return tag("ul", rows, class_="balances", role="list", aria_hidden=None if spoken else "true")


def _seesaw(pair: LinkedValues) -> Markup:
    return tag(
        "li",
        _end(pair.one, pair.ones),
        visually_hidden(", "),
        _picture(pair),
        _end(pair.other, pair.others),
        class_="balance",
        data_css_tilt=round(lean(pair) * STEEPEST),
    )


def _end(name: str, points: int | None) -> Markup:
    number = "–" if points is None else points
    return tag(
        "span",
        tag("span", name, class_="balance__name"),
        " ",
        tag("strong", number, class_="balance__points"),
        class_="balance__half",
    )


def _picture(pair: LinkedValues) -> Markup:
    """Return the plank on its post, turned by the style sheet; the stones on it turn with it."""
    plank = tag("path", d=f"M{-PLANK - 6} 0H{PLANK + 6}", class_="balance__plank")
    return tag(
        "svg",
        tag("path", d="M0 2L15 26H-15z", class_="balance__post"),
        tag("path", d="M-40 26H40", class_="balance__floor"),
        tag("g", plank, [*_stones(pair)], class_="balance__beam"),
        viewBox="-100 -42 200 70",
        class_="balance__picture",
        aria_hidden="true",
        focusable="false",
    )


def _stones(pair: LinkedValues) -> Iterator[Markup]:
    """Yield a stone for each point, always in the same order, so that a point that changes sides visibly
    moves.
    """
    ones, others = pair.ones or 0, pair.others or 0
    if max(pair.sum, ones + others) > MAX_STONES:
        return
    for place in range(ones):
        yield _stone(-1, place)
    for place in reversed(range(others)):
        yield _stone(1, place)


def _stone(end: int, place: int) -> Markup:
    """Return the stone at this position in the heap at one end: `place` counts from the outer end of the
    lowest row.
    """
    row, length = 0, FIRST_ROW
    while place >= length:
        place, row, length = place - length, row + 1, max(length - 1, 1)
    across = end * (PLANK - (place + row / 2) * (STONE * 2 + 1))
    up = -STONE - 2 - row * (STONE * 2 - 1)
    look = classes("balance__stone", "is-other" if end > 0 else None)
    return tag("circle", class_=look, cx=f"{across:g}", cy=f"{up:g}", r=STONE)
