"""Chances of named grades as stacked bars, from the least to the most welcome grade."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rules_py.base import number_format
from rules_py.present.html import Markup, tag
from rules_py.present.plot.axes import LINE, NARROWEST, em, percent, wide
from rules_py.present.plot.data import Plot, Series
from rules_py.present.tone_icons import tone_icon

TALL = 1.5
"""The height of a bar, in em."""

APART = 0.6
"""The room between bars, in em."""

MARK = 0.85
"""The size of a tone icon, in em."""


def draw_stacked_bars(plot: Plot, description: str) -> Markup:
    """Return the chart; `description` is its text for screen readers."""
    named = LINE + 0.2 if any(each.name for each in plot.series) else 0
    each = named + TALL + LINE
    return tag(
        "svg",
        [_strip(plot, series, at * (each + APART), named) for at, series in enumerate(plot.series)],
        class_="plot__picture",
        height=em(len(plot.series) * (each + APART) - APART),
        width="100%",
        role="img",
        aria_label=description,
    )


def _strip(plot: Plot, series: Series, top: float, named: float) -> Iterable[Markup]:
    if series.name:
        yield tag("text", series.name, class_="plot__name", x="0", y=em(top + LINE - 0.25))
    left = Fraction()
    for tone, value in zip(plot.tones, series.values, strict=True):
        part = Fraction(value)
        if part:
            piece = _segment(tone, left, part, top + named)
            yield tag("g", piece, class_=f"tone tone--{tone} strip")
        left += part


def _segment(tone: str, left: Fraction, part: Fraction, top: float) -> Iterable[Markup]:
    """Yield a segment of the bar, with its icon inside and its number below it, if there is room for
    these.
    """
    at, across, middle = percent(left), percent(part), percent(left + part / 2)
    yield tag("rect", class_="strip__room", x=at, y=em(top), width=across, height=em(TALL))
    yield tag("rect", class_="strip__edge", x=at, y=em(top), width=across, height=".25em")
    words, room = number_format.percent(part), float(part) * NARROWEST
    if room >= MARK + 0.2:
        place = {"x": em(-MARK / 2), "y": em(top + 0.48), "width": em(MARK), "height": em(MARK)}
        yield tag("svg", tone_icon(tone, **place), x=middle)
    if room >= wide(words) - 0.2:
        yield tag("text", words, class_="plot__figure", x=middle, y=em(top + TALL + 1))
