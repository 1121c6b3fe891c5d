"""The export of a comparison: a Markdown table, and one for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO

from rules_py.base import number_format
from rules_py.calculators.comparison import ComparedValue
from rules_py.calculators.distribution import AT_LEAST, AT_MOST, Row
from rules_py.present.compare.description import NamedComparison, sum_up

ADDED_UP = {AT_LEAST: "at least", AT_MOST: "at most"}
"""The words after a heading for cumulative chances."""
ALONE = "Chance"
"""The heading of a single side."""


def to_markdown(comparison: NamedComparison, way: str) -> str:
    """Return the comparison as Markdown: the sides, every result with its chances and differences, and the
    conclusion; for a single side, its inputs and chances.
    """
    compared = comparison.content
    called = zip(comparison.letters, comparison.names, strict=True)
    sides = [f"- {letter}: {_cell(name)}" for letter, name in called if name]
    where = f"In {comparison.all}: " if sides else ""
    shared = [f"- {where}{_cell(comparison.shared)}"] if comparison.shared else []
    head = [_first(comparison, way), *(comparison.letters if sides else [ALONE]), *comparison.changes]
    alignment = ["---", *("--:" for _ in head[1:])]
    table = "\n".join(f"| {' | '.join(line)} |" for line in (head, alignment, *_lines(comparison, way)))
    title = f"**{_cell(compared.calculator.title)}**"
    parts = (title, "\n".join([*sides, *shared]), table, sum_up(comparison) if sides else "")
    return "\n\n".join(filter(None, parts)) + "\n"


def _cell(text: str) -> str:
    """Return text with an escape before characters that would end the cell or be Markdown."""
    return "".join(f"\\{each}" if each in "\\|*_`[]<>" else each for each in text.replace("\n", " "))


def _first(comparison: NamedComparison, way: str) -> str:
    return f"{_cell(comparison.content.scale.title)}{f', {ADDED_UP[way]}' if way in ADDED_UP else ''}"


def _lines(comparison: NamedComparison, way: str) -> Iterator[list[str]]:
    for row in comparison.content.rows(way):
        chances = [
            f"{number_format.percent(each)} ({number_format.exact_fraction(each)})" for each in row.chances
        ]
        changes = [
            f"{number_format.percentage_points(each)} ({number_format.exact_fraction(each)})"
            for each in row.changes
        ]
        yield [_cell(row.grade.label), *chances, *changes]
    for figure in comparison.content.values:
        yield [_cell(figure.label), *_figures(figure)]


def _figures(figure: ComparedValue) -> Iterator[str]:
    for each in figure.values:
        about = number_format.percent(each) if figure.is_chance else number_format.format_number(each)
        yield f"{about} ({number_format.exact_fraction(each)})"
    for each in figure.changes:
        change = (
            number_format.percentage_points(each) if figure.is_chance else number_format.format_change(each)
        )
        yield f"{change} ({number_format.exact_fraction(each)})"


def to_csv(comparison: NamedComparison, way: str) -> str:
    """Return a line for each result: each side's chance in percent and as a fraction, then each difference in
    points and as a fraction. Fractions are written as `1 in 6`, because spreadsheets take `1/6` for a date.
    """
    file = StringIO()
    write = csv.writer(file, lineterminator="\r\n").writerow
    head = [f"{comparison.content.scale.title}{f', {ADDED_UP[way]}' if way in ADDED_UP else ''}"]
    for letter, name in zip(comparison.letters, comparison.names, strict=True):
        head += [f"{letter}: {name}, %", f"{letter}, exact"] if name else [f"{ALONE}, %", "exactly"]
    for each in comparison.changes:
        head += [f"{each}, points", f"{each}, exact"]
    write(head)
    for row in comparison.content.rows(way):
        write([row.grade.label, *_exact(row, hundred=100)])
    for figure in comparison.content.values:
        write([figure.label, *_exact(figure, hundred=100 if figure.is_chance else 1)])
    return file.getvalue()


def _exact(row: Row | ComparedValue, *, hundred: int) -> Iterator[str]:
    for each in row.chances if isinstance(row, Row) else row.values:
        yield _decimal(each * hundred)
        yield (
            number_format.exact_fraction(each)
            if number_format.is_too_long(each)
            else f"{each.numerator} in {each.denominator}"
        )
    for each in row.changes:
        yield _decimal(each * hundred)
        yield number_format.describe_change(each).replace(",", "")


def _decimal(value: Fraction) -> str:
    """Return a number with four decimal places, in a form that spreadsheets read."""
    scaled = round(abs(value) * 10_000)
    sign = "-" if value < 0 else ""
    return f"{sign}{scaled // 10_000}.{scaled % 10_000:04}"
