"""Chances and numbers on a page: the percentage first, the exact fraction beside it or a click away."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from rules_py.base import number_format
from rules_py.present.components import note_line
from rules_py.present.html import Markup, fragment, tag

MAX_CELL_CHARS = len("35 in 36")


@lru_cache(maxsize=4096)  # a tracker shows hundreds, mostly the same ones after every tap
def render_chance(fraction: Fraction, printed: str = "") -> Markup:
    """Return a chance in running text: `33.3% (1 in 3)`, or with the percentage as `printed`. The result is
    phrasing content, so that it fits into a paragraph.
    """
    words = number_format.one_in_n(fraction)
    odds = tag("span", " (", words, ")", class_="chance__odds") if words else None
    return tag("span", printed or number_format.percent(fraction), odds, class_="chance")


def render_value(value: Fraction | int) -> Markup:
    """Return a number other than a chance in running text: `4.47`."""
    return tag("span", number_format.format_number(value), class_="chance")


def one_in_n(fraction: Fraction) -> Markup:
    """Return the exact fraction as `1 in 3`; one that is too long to read is collapsed.

    A collapsible is flow content, so the result must be in a `div` or a cell, never in a `span` or `p`.
    """
    words = number_format.one_in_n(fraction)
    if words:
        return fragment(words)
    return _collapsible(fraction)


def _collapsible(fraction: Fraction) -> Markup:
    return _exact(number_format.exact_fraction(Fraction(fraction)))


def _exact(words: str) -> Markup:
    return note_line("exact", tag("span", words), look="fraction")


def render_exact_chance(fraction: Fraction) -> Markup:
    """Return a chance for a place with enough room: percentage and exact fraction, however long."""
    return fragment(
        tag("span", number_format.percent(fraction), class_="chance"),
        " ",
        tag("div", one_in_n(fraction), class_="chance__odds"),
    )


def chance_in_cell(fraction: Fraction) -> Markup:
    """Return a chance in a cell of a table: the fraction is below it, collapsed if it would widen the
    column.
    """
    words = number_format.one_in_n(fraction)
    if words and len(words) > MAX_CELL_CHARS:
        words = _exact(words)
    return fragment(
        tag("span", number_format.percent(fraction), class_="chance"),
        tag("div", words or one_in_n(fraction), class_="chance__odds"),
    )


def render_exact_value(value: Fraction | int) -> Markup:
    """Return a number other than a chance, with its fraction collapsed behind it if its decimals are
    rounded.
    """
    text = number_format.format_number(value)
    exact = Fraction(value)
    if (exact * 100).denominator == 1:
        return fragment(text)
    return fragment(text, " ", _collapsible(exact))
