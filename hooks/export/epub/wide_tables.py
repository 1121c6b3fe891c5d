"""Tables that fit a phone: a page of an EPUB can't be scrolled sideways, and small type can't be read.

A table that is too wide becomes several, each with the first column and some of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from math import ceil

from bs4 import Tag
from bs4.element import AttributeValueList

SMALLER = "close"
"""The class of tables in smaller type."""
PARTS = "parts"
"""The class of the element around the parts of a table."""
_FITS, _FITS_SMALLER = 24, 28
"""The widest tables that fit a phone in the type of tables and in smaller type, in ems."""
_LETTER, _PADDING, _MORE_PADDING = 0.65, 0.5, 0.3
"""Widths in ems: of a letter or digit in a wide font, of the space around a cell, of more in larger type."""

_MAX_SPANNED = 1000
"""The most columns or rows that a cell can span in browsers."""


@dataclass(frozen=True)
class _Cell:
    """A cell, with its first row and column and the numbers of those that it spans."""

    tag: Tag
    row: int
    column: int
    columns: int

    def within(self, columns: Sequence[int]) -> int:
        """Return how many of these columns it spans."""
        return sum(self.column <= each < self.column + self.columns for each in columns)


def fit(body: Tag) -> None:
    """Make each table of a chapter fit a phone, in place."""
    for table in body.find_all("table"):
        if not table.find_parent("table"):
            _fit(table)


def _fit(table: Tag) -> None:
    rows = table.find_all("tr")
    cells = [*_cells(rows)]
    widths = _widths(cells)
    width = sum(widths)
    if width + _MORE_PADDING * len(widths) > _FITS:
        table["class"] = AttributeValueList([SMALLER])
    if width <= _FITS_SMALLER or len(widths) < 3:
        return
    parts = [_part(table, cells, (0, *group), is_first=not at) for at, group in enumerate(_groups(widths))]
    table.name = "div"
    table.attrs = {key: value for key, value in table.attrs.items() if key == "id"}
    table["class"] = AttributeValueList([PARTS])
    table.clear()
    table.extend(parts)


def _groups(widths: Sequence[float]) -> Sequence[range]:
    """Return the columns of each part besides the first: the fewest parts, with equally many columns."""
    others = len(widths) - 1
    for number in range(2, others + 1):
        size = ceil(others / number)
        groups = [range(start, min(start + size, len(widths))) for start in range(1, len(widths), size)]
        if all(widths[0] + sum(widths[each] for each in group) <= _FITS_SMALLER for group in groups):
            break
    return groups


def _cells(rows: Sequence[Tag]) -> Iterator[_Cell]:
    """Yield the cells of a table. Those above that span several rows push the ones below to the right."""
    occupied: set[tuple[int, int]] = set()
    for at, row in enumerate(rows):
        column = 0
        for tag in row.find_all(["td", "th"], recursive=False):
            while (at, column) in occupied:
                column += 1
            columns, height = _span(tag, "colspan"), _span(tag, "rowspan")
            occupied |= {(at + down, column + right) for down in range(height) for right in range(columns)}
            yield _Cell(tag, at, column, columns)


def _span(cell: Tag, name: str) -> int:
    """Return how many columns or rows a cell spans: one if that is no number, as in browsers."""
    number = str(cell.get(name, ""))
    return max(1, min(int(number), _MAX_SPANNED)) if number.isascii() and number.isdecimal() else 1


def _widths(cells: Sequence[_Cell]) -> list[float]:
    """Return the least width of each column: that of its longest word."""
    widths = [0.0] * max((each.column + each.columns for each in cells), default=0)
    for each in cells:
        longest = max(map(len, each.tag.get_text(" ").split()), default=0)
        if each.columns == 1:
            widths[each.column] = max(widths[each.column], longest * _LETTER)
    return [width + _PADDING for width in widths]


def _part(table: Tag, cells: Sequence[_Cell], columns: Sequence[int], *, is_first: bool) -> Tag:
    """Return a copy of the table with these columns only; ids are in the first."""
    part = copy(table)
    part.attrs.pop("id", None)
    places = {id(each.tag): each for each in cells}
    for row, its_copy in zip(table.find_all("tr"), part.find_all("tr"), strict=True):
        tagged = zip(
            row.find_all(["td", "th"], recursive=False),
            its_copy.find_all(["td", "th"], recursive=False),
            strict=True,
        )
        for tag, cell in tagged:
            if number := places[id(tag)].within(columns):
                cell.attrs.pop("colspan", None)
                if number > 1:
                    cell["colspan"] = str(number)
            else:
                cell.decompose()
    if not is_first:
        for each in part.find_all(id=True):
            del each["id"]
        if part.caption:
            part.caption.append(" (continued)")
    return part
