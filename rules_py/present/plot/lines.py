"""Plots with an axis of values: steps over results, and curves over the values of an input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules_py.analysis.plot_spec import CURVE
from rules_py.calculators.distribution import AT_LEAST, AT_MOST, EACH
from rules_py.present.html import Markup, classes, fragment, tag
from rules_py.present.plot import axes
from rules_py.present.plot.axes import ABOVE, LINE, NARROWEST, TALL, Upward, em, number, percent
from rules_py.present.plot.data import Plot

MARKS = (
    "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
    "M-2.8-2.8h5.6v5.6h-5.6z",
    "M0-3.8L3.8 0 0 3.8-3.8 0z",
    "M0-3.6L3.7 2.8h-7.4z",
)
"""A mark for each series of a curve, drawn around its point."""

MAX_NAME_CHARS = 13
"""The most characters of a series' name beside the end of its line; longer names are in the key."""

FEW = 8
"""The most columns whose values are all written above them, space permitting."""

_FINE = 100  # parts of an em: shapes are drawn in whole numbers, across in tenths of a percent


@dataclass(frozen=True)
class Lines:
    """A plot with the data for drawing it."""

    plot: Plot
    rows: tuple[tuple[Fraction, ...], ...]
    up: Upward
    named_beside: bool

    @property
    def is_curve(self) -> bool:
        return self.plot.kind == CURVE

    def middle(self, at: int) -> Fraction:
        """Return the position of the label with this index, from 0 to 1."""
        if self.is_curve:
            return Fraction(4, 100) + self.plot.places[at] * Fraction(92, 100)
        return Fraction(2 * at + 1, 2 * len(self.plot.labels))

    @property
    def ground(self) -> str:
        """Return the end of the baseline: the last point if names or values are beside it."""
        labelled_beside = self.is_curve and len(self.rows) > 1
        return percent(self.middle(len(self.plot.labels) - 1)) if labelled_beside else "100%"


def lines(plot: Plot) -> Lines:
    """Return the plot with its axis, and whether the names of several series fit beside the ends of its
    lines.
    """
    rows = tuple(map(plot.heights, plot.series))
    whole = plot.kind in (AT_LEAST, AT_MOST)
    up = axes.upward((each for row in rows for each in row), chances=plot.chances, whole=whole)
    names = [each.name for each in plot.series]
    short = max(map(len, names)) <= MAX_NAME_CHARS
    return Lines(plot, rows, up, plot.kind == CURVE and short)


def draw_lines(ready: Lines, description: str) -> Markup:
    """Return the chart; `description` is its text for screen readers."""
    beneath, height = _labels(ready)
    return tag(
        "svg",
        _rules(ready.up, ready.ground),
        tag(
            "svg",
            [_shape(ready, at) for at in reversed(range(len(ready.rows)))],
            viewBox=f"0 0 1000 {number(height * _FINE)}",
            preserveAspectRatio="none",
        ),
        _marks(ready) if ready.is_curve else None,
        beneath,
        _ends(ready) if ready.is_curve and len(ready.rows) > 1 else _figures(ready),
        class_=classes("plot__picture plot__picture--scaled", _margin(ready)),
        height=em(height),
        width="100%",
        role="img",
        aria_label=description,
    )


def swatch(ready: Lines, at: int) -> Markup:
    """Return the sample of a series for the key."""
    return tag(
        "svg",
        tag("path", class_=f"plot__line plot__line--{at + 1}", d="M0 5h30"),
        tag("path", class_=f"plot__mark plot__mark--{at + 1}", d=MARKS[at], transform="translate(15 5)")
        if ready.is_curve
        else None,
        class_="plot__swatch",
        viewBox="0 0 30 10",
        aria_hidden="true",
        focusable="false",
    )


def _margin(ready: Lines) -> str | None:
    if not ready.is_curve or len(ready.rows) == 1:
        return None
    return "plot__picture--named" if ready.named_beside else "plot__picture--figures"


def _rules(up: Upward, to: str) -> Iterable[Markup]:
    for value, words in up.ticks():
        height = em(up.down(value))
        yield tag(
            "line",
            class_="plot__rule" if value else "plot__rule plot__rule--base",
            x1="0",
            x2=to,
            y1=height,
            y2=height,
        )
        yield _text(words, "plot__tick", "0", up.down(value), dx="-.5em", dy=".35em")


def _text(words: str, kind: str, x: str, down: float, **more: str) -> Markup:
    return tag("text", words, class_=kind, x=x, y=em(down), **more)


def _labels(ready: Lines) -> tuple[list[Markup], float]:
    """Return the labels below the plot, and the total height."""
    labels, down = axes.beneath(ready.plot.labels), ABOVE + TALL + LINE
    texts = []
    in_lines = axes.wraps(labels)
    chosen = axes.shown_labels(labels)
    for at in chosen:
        lines = axes.lines_of(labels[at]) if in_lines else [labels[at]]
        for place, line in enumerate(lines):
            texts.append(_text(line, "plot__label", percent(ready.middle(at)), down + place * LINE))
    deepest = max(len(axes.lines_of(labels[at])) for at in chosen) if in_lines else 1
    below = down + deepest * LINE + 0.15
    texts.append(_text(ready.plot.across, "plot__across", "50%", below))
    return texts, below + 0.4


def _fine(ready: Lines, value: Fraction) -> int:
    return round(ready.up.down(value) * _FINE)


def _shape(ready: Lines, at: int) -> Markup:
    """Return the line of a series, and for the first series of a distribution the area below it."""
    row = ready.rows[at]
    if ready.is_curve:
        points = [(round(ready.middle(x) * 1000), _fine(ready, value)) for x, value in enumerate(row)]
        path = "M" + "L".join(f"{x} {y}" for x, y in points)
        return tag("path", class_=f"plot__line plot__line--{at + 1}", d=path)
    ground, outline = _fine(ready, Fraction(0)), "".join(_stairs(ready, row))
    line = tag("path", class_=f"plot__line plot__line--{at + 1}", d=outline)
    return fragment(tag("path", class_="plot__area", d=f"{outline}V{ground}H0z"), line) if at == 0 else line


def _stairs(ready: Lines, row: Sequence[Fraction]) -> Iterator[str]:
    """Yield the path along the values; for single chances, it starts and ends at the baseline."""
    spread = ready.plot.kind == EACH
    ground = _fine(ready, Fraction(0))
    now = ground if spread else _fine(ready, row[0])
    yield f"M0 {now}"
    for at, value in enumerate(row):
        if (height := _fine(ready, value)) != now:
            yield f"V{height}"
        now = height
        yield f"H{round(Fraction(at + 1, len(row)) * 1000)}"
    if spread:
        yield f"V{ground}"


def _marks(ready: Lines) -> Iterable[Markup]:
    for at, row in enumerate(ready.rows):
        shape = tag("path", class_=f"plot__mark plot__mark--{at + 1}", d=MARKS[at])
        for place, value in enumerate(row):
            yield tag("svg", shape, x=percent(ready.middle(place)), y=em(ready.up.down(value)))


def _ends(ready: Lines) -> Iterable[Markup]:
    """Yield, beside the end of each curve, its last value and, if short, its name; only the name if many
    curves end close together.
    """
    ends = [ready.up.down(row[-1]) for row in ready.rows]
    both = axes.apart(ends, 2 * LINE + 0.15, ABOVE - 0.6, ABOVE + TALL - LINE)
    close = max(abs(height - end) for height, end in zip(both, ends, strict=True)) > 2 * LINE
    labelled_ends = (True, not close) if ready.named_beside else (False, True)
    heights = both if all(labelled_ends) else axes.apart(ends, LINE, ABOVE - 0.6, ABOVE + TALL)
    x = percent(ready.middle(len(ready.plot.labels) - 1))
    with_name, with_value = labelled_ends
    for at, height in enumerate(heights):
        if with_value and (with_name or ready.rows[at][-1] not in [row[-1] for row in ready.rows[:at]]):
            words = ready.up.say(ready.rows[at][-1])
            yield _text(words, "plot__figure plot__figure--end", x, height, dx=".7em", dy=".35em")
        if with_name:
            below = height + (LINE if with_value else 0)
            yield _text(ready.plot.series[at].name, "plot__name", x, below, dx=".7em", dy=".35em")


def _figures(ready: Lines) -> Iterable[Markup]:
    """Yield the most important numbers, each above its value, unless they would overlap."""
    occupied: list[tuple[float, float, float]] = []
    for series, at in _values_to_label(ready):
        value = ready.rows[series][at]
        words = ready.up.say(value)
        if ready.plot.chances and (value in (0, 1) or axes.is_rounded(words)):
            continue  # the axis shows it
        middle, height = float(ready.middle(at)) * NARROWEST, _number_baseline(ready, series, at)
        room = axes.wide(words) / 2 + 0.15
        clear = all(abs(middle - x) >= room + half or abs(height - y) >= LINE for x, y, half in occupied)
        if clear:
            occupied.append((middle, height, room))
            yield _text(words, "plot__figure", percent(ready.middle(at)), height)


def _number_baseline(ready: Lines, series: int, at: int) -> float:
    """Return the baseline of a number above its value, or below it at the end of a falling curve."""
    row = ready.rows[series]
    value = ready.up.down(row[at])
    falling = ready.is_curve and at == len(row) - 1 and row[at - 1] > row[at]
    return value + LINE if falling and value + 2 * LINE < ABOVE + TALL else value - 0.45


def _values_to_label(ready: Lines) -> list[tuple[int, int]]:
    """Return series and position of the values to write: peaks first, then, for a single series, its ends,
    its middle and the rest.
    """
    peaks = [(series, row.index(max(row))) for series, row in enumerate(ready.rows)]
    if len(ready.rows) > 1:
        return peaks if ready.plot.kind == EACH else []
    [row] = ready.rows
    last = len(row) - 1
    half = min(range(len(row)), key=lambda at: abs(row[at] - Fraction(1, 2)))
    among = [half] if ready.plot.kind in (AT_LEAST, AT_MOST) else []
    rest = [*range(len(row))] if len(row) <= FEW else []
    return [*dict.fromkeys([*peaks, *((0, at) for at in (0, last, *among, *rest))])]
