"""Exact values over a grid of inputs, as a table that is shaded by size."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from rules_py.base import number_format
from rules_py.present.chance import one_in_n
from rules_py.present.house_figures import by_the_book
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden

WORSE = "▾"
"""The mark of a cell that is worse than the one above it."""

WIDE = 10
"""The number of columns from which on they are closer together, so that the page needn't be wider."""

MAX_PHONE_CHARS = len("1 in 1,296")
"""The longest fraction in a cell on a phone; if one is longer, only percentages are shown."""


def render_odds_table(
    caption: str,
    row_label: str,
    rows: Sequence[str],
    column_label: str,
    columns: Sequence[str],
    cells: Sequence[Sequence[tuple[Fraction, str | None]]],
    *,
    chances: bool = True,
    is_open: bool = True,
    worse: Collection[tuple[int, int]] = (),
    book: Mapping[tuple[int, int], str] = {},
    note: Markup | None = None,
    data: Mapping[str, str | None] = {},
) -> Markup:
    """Return a grid of exact values, rows by columns, shaded by size; collapsed under its caption unless
    `is_open`.

    A cell is a value and the address of the live roller with the same inputs (`links.roll_address`), or None
    if there is none. With `chances=False` the values are numbers such as means, and are shaded between the
    smallest and the largest. `column_label` is above the columns; it may be empty. `worse` are the cells, as
    (row, column), that are marked as worse than the one above them. `book` are the numbers of cells by the
    book, as text, shown below those that house rules change. A `note` is shown above the grid, and `data` are
    attributes by which the page finds it.
    """
    values = [value for row in cells for value, _ in row]
    low, high = (Fraction(0), Fraction(1)) if chances else (min(values), max(values))
    body = [
        tag(
            "tr",
            tag("th", label, scope="row"),
            [
                tag(
                    "td",
                    _cell(value, href, chances, (place, column) in worse, book.get((place, column))),
                    class_=f"number heat heat--{_heat(value, low, high)}",
                )
                for column, (value, href) in enumerate(row)
            ],
        )
        for place, (label, row) in enumerate(zip(rows, cells, strict=True))
    ]
    head = tag("thead", _grid_head(row_label, column_label, columns))
    long = chances and any(_is_long(value) for value in values)
    shape = classes("grid", "grid--wide" if len(columns) >= WIDE else None, "grid--long" if long else None)
    table = tag("table", tag("caption", caption), head, tag("tbody", body), class_=shape)
    explanation = f"{WORSE} worse than the row above"
    grid = tag(
        "dice-odds-table",
        note,
        tag("div", table, class_="scroll", tabindex=0, role="group", aria_label=caption),
        tag("p", explanation, class_="grid__note") if worse else None,
        class_="odds-grid",
        data_css_rows=len(rows),  # lets the browser know its height before drawing it
        **data,
    )
    return grid if is_open else tag("details", tag("summary", caption), grid, class_="fold table-wrap")


def _grid_head(row_label: str, column_label: str, columns: Sequence[str]) -> list[Markup]:
    """Return the names of the columns, and above them their common label, if any."""
    over = tag(
        "tr",
        tag("td", class_="grid__corner"),
        tag("th", column_label, scope="colgroup", colspan=len(columns), class_="grid__over"),
    )
    names = tag(
        "tr",
        tag("th", row_label, scope="col"),
        [tag("th", each, scope="col", class_="number") for each in columns],
    )
    return [over, names] if column_label else [names]


def _cell(value: Fraction, href: str | None, chances: bool, worse: bool, book: str | None) -> Markup:
    """Return the value, and below it the book's if that differs. Below a chance by the book is its fraction,
    which is behind the link if it is too long to read.
    """
    words = number_format.percent(value) if chances else number_format.format_number(value)
    content = tag("span", words, class_="grid__value")
    if href:
        content = tag("a", content, href=href, class_="grid__link")
    beside = by_the_book(book) if book is not None and book != words else None
    exactly = one_in_n(value) if chances and book is None else None
    return fragment(
        tag("span", WORSE, class_="grid__worse", aria_hidden="true") if worse else None,
        visually_hidden("worse: ") if worse else None,
        content,
        tag("div", exactly, class_="grid__exactly") if exactly else None,
        tag("div", beside, class_="grid__book") if beside else None,
    )


def _is_long(chance: Fraction) -> bool:
    words = number_format.one_in_n(chance)
    return not words or len(words) > MAX_PHONE_CHARS


def _heat(value: Fraction, low: Fraction, high: Fraction) -> int:
    """Return the step of the heat scale from 0 (nothing) to 5: a shade on screen, a thicker rule in print."""
    if value == low:
        return 0
    return min(5, 1 + int(Fraction(value - low) / (high - low) * 5))
