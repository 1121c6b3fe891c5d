"""A clock drawn as a circle of segments, the ticked ones filled."""

from __future__ import annotations

from math import cos, pi, sin

from rules_py.present.html import Markup, tag

CENTRE, RADIUS = 20, 18


def render_clock_face(size: int, ticked: int) -> Markup:
    """Return the drawing, clockwise from the top. Screen readers skip it: its numbers are beside it."""
    return tag(
        "svg",
        [
            tag("path", d=_segment(at, size), class_="is-ticked" if at < ticked else None)
            for at in range(size)
        ],
        class_="clock__face",
        viewBox="0 0 40 40",
        aria_hidden="true",
        focusable="false",
    )


def _segment(at: int, size: int) -> str:
    """Return the path of one segment of several."""
    (x, y), (end_x, end_y) = (_on_edge(2 * pi * place / size) for place in (at, at + 1))
    return f"M{CENTRE} {CENTRE}L{x} {y}A{RADIUS} {RADIUS} 0 0 1 {end_x} {end_y}Z"


def _on_edge(angle: float) -> tuple[str, str]:
    x, y = CENTRE + RADIUS * sin(angle), CENTRE - RADIUS * cos(angle)
    return f"{x:.2f}", f"{y:.2f}"
