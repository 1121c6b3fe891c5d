"""Positions in a plot and the choice of axis labels: horizontal in percent, vertical in em."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules_py.base import number_format
from rules_py.present.plot.data import whole_numbers

NARROWEST = 21
"""The assumed width of a chart in em, as on a phone; a wider page has more room."""

LETTER = 0.55
"""An upper bound on the average width of a letter, in em."""

ABOVE = 1.6
"""The room above the highest value, for its number, in em."""

TALL = 9.5
"""The height from 0 to the highest value, in em."""

LINE = 1.25
"""The height of a line of text, in em."""

PARTS = {1: 5, 2: 4, 4: 4, 5: 5, 6: 3, 8: 4}
"""The leading digits at which an axis can end, each with a number of parts that gives round ticks."""

_HARDLY = Fraction(1, 1000)

MAX_LINE_CHARS = 10
"""The most characters in a line of a label below a column."""


def is_rounded(words: str) -> bool:
    """Return whether a text only says that something is nearly certain or nearly impossible."""
    return words[0] in "<>"


def number(value: Fraction | float) -> str:
    """Return a coordinate as a short text."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def percent(value: Fraction | float) -> str:
    """Return a horizontal position, from 0 to 1, as an SVG attribute."""
    return f"{number(value * 100)}%"


def em(value: Fraction | float) -> str:
    """Return a vertical position as an SVG attribute."""
    return f"{number(value)}em"


def wide(text: str) -> float:
    """Return the width of a line of text in em."""
    return len(text) * LETTER


@dataclass(frozen=True)
class Upward:
    """The axis of values: from 0 to `top`, with a thin rule at each tick."""

    top: Fraction
    chances: bool

    def down(self, value: Fraction) -> float:
        """Return the distance of the value from the upper edge, in em."""
        return ABOVE + TALL * float(1 - value / self.top)

    def ticks(self) -> list[tuple[Fraction, str]]:
        """Return the values with a tick, and their labels."""
        parts = 4 if self.chances and self.top == 1 else PARTS[_leading_digit(self.top)]
        values = [self.top * part / parts for part in range(parts + 1)]
        return [(each, self.say(each)) for each in values]

    def say(self, value: Fraction) -> str:
        """Return the value as a short text, with `<` or `>` if it is nearly impossible or nearly certain."""
        if not self.chances:
            return number_format.format_number(value)
        if 0 < value < _HARDLY:
            return f"< {number_format.percent(_HARDLY)}"
        return (
            f"> {number_format.percent(1 - _HARDLY)}"
            if 1 - _HARDLY < value < 1
            else number_format.percent(value)
        )


def upward(values: Iterable[Fraction], *, chances: bool, whole: bool) -> Upward:
    """Return the axis for these values; chances of a `whole` always have the axis up to 100%."""
    if chances and whole:
        return Upward(Fraction(1), chances)
    return Upward(_round_above(max(values) or Fraction(1)), chances)


def _round_above(value: Fraction) -> Fraction:
    """Return the next value with a leading digit from PARTS, followed by zeros only."""
    ten = _ten_below(value)
    return next(ten * digit for digit in (*PARTS, 10) if ten * digit >= value)


def _leading_digit(value: Fraction) -> int:
    return int(value / _ten_below(value))


def _ten_below(value: Fraction) -> Fraction:
    """Return the greatest power of ten that is no more than the value."""
    ten = Fraction(1)
    while ten > value:
        ten /= 10
    while ten * 10 <= value:
        ten *= 10
    return ten


def shown_labels(labels: Sequence[str]) -> list[int]:
    """Return the indices of the labels that have room below their columns: all, or of numbers every second,
    fifth or tenth.
    """
    column = NARROWEST / len(labels)
    if wraps(labels):
        return [*range(len(labels))]
    needed = max(map(wide, labels)) + 0.5
    step = next((each for each in (1, 2, 5, 10, 20, 50, 100, 200) if each * column >= needed), 500)
    numbers = whole_numbers(labels)
    round_ones = [at for at, each in enumerate(numbers) if each % step == 0]
    return round_ones if len(round_ones) > 1 else [*range(0, len(labels), step)]


def wraps(labels: Sequence[str]) -> bool:
    """Return whether the labels are words, which wrap into several lines."""
    return len(labels) <= 7 and max(map(wide, labels)) > NARROWEST / len(labels) - 0.5


def beneath(labels: Sequence[str]) -> Sequence[str]:
    """Return the labels below the columns, shortened to their numbers if there are too many (`13
    Professional`). The table has them in full.
    """
    numbers = [each.split()[0] for each in labels]
    widest = max(wide(line) for each in labels for line in lines_of(each))
    is_crowded = wraps(labels) and widest > NARROWEST / len(labels)
    return numbers if is_crowded and whole_numbers(numbers) and len({*numbers}) == len(labels) else labels


def lines_of(label: str) -> list[str]:
    """Return the lines of a label."""
    lines = [""]
    for word in label.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > MAX_LINE_CHARS:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def apart(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return the heights, moved as little as possible so that each is `gap` from the next, between low and
    high.
    """
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    placed = [max(heights[at], low) for at in order]
    for at in range(1, len(placed)):
        placed[at] = max(placed[at], placed[at - 1] + gap)
    limit = high
    for at in reversed(range(len(placed))):
        placed[at] = min(placed[at], limit)
        limit = placed[at] - gap
    placed_by_index = dict(zip(order, placed, strict=True))
    return [placed_by_index[at] for at in range(len(heights))]
