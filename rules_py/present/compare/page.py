"""The parts of a comparison that depend on its sides."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rules_py.base import number_format
from rules_py.calculators.comparison import ComparedValue
from rules_py.calculators.distribution import Row
from rules_py.present import plot
from rules_py.present.chance import one_in_n, render_exact_value
from rules_py.present.compare.description import NamedComparison, sum_up
from rules_py.present.components import button, note_line
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.odds import MAX_ROWS, grade_label


def comparison_parts(comparison: NamedComparison, way: str, pinned: int) -> dict[str, Markup]:
    """Return the HTML of `sum`, `who` and `figure`. The first `pinned` sides can be removed."""
    return {
        "sum": fragment(sum_up(comparison)),
        "who": _side_list(comparison, pinned),
        "figure": _chart_and_tables(comparison, way),
    }


def _side_list(comparison: NamedComparison, pinned: int) -> Markup:
    """Return the meaning of each letter, with a button that removes its side, and the inputs that all sides
    share.
    """
    sides = zip(comparison.letters, comparison.names, strict=True)
    rows = [_side(place, letter, name, place < pinned) for place, (letter, name) in enumerate(sides)]
    sentence = comparison.shared if len(comparison.names) > 1 else ""
    shared = tag("p", f"In {comparison.all}: ", sentence, class_="compare__shared") if sentence else None
    return fragment(tag("ul", rows, class_="compare__sides"), shared)


def _side(place: int, letter: str, name: str, pinned: bool) -> Markup:
    unpin = button("Unpin", visually_hidden(f" {letter}: {name}"), data_unpin=place)
    return tag(
        "li",
        tag("strong", letter, class_="compare__letter"),
        " ",
        tag("span", name or "pinned", class_="compare__name"),
        " ",
        unpin if pinned else tag("span", "current form", class_="compare__live"),
    )


def _chart_and_tables(comparison: NamedComparison, way: str) -> Markup:
    compared = comparison.content
    name = f"{compared.calculator.title}, compared"
    series = dict(zip(comparison.short, compared.odds, strict=True))
    drawn = plot.of_odds(way, name, compared.scale, series)
    picture = plot.picture(drawn, keyed=False) if compared.scale.ordered or compared.scale.grades else None
    body = [_row(comparison, row) for row in compared.collapsed_rows(way, MAX_ROWS)]
    figures_ = tag("tbody", [_value_row(each) for each in compared.values], class_="compare__figures")
    head = [
        _head(comparison.content.scale.title),
        *map(_number_head, (*comparison.letters, *comparison.changes)),
    ]
    table = tag(
        "table",
        tag("caption", name, class_="visually-hidden"),
        tag("thead", tag("tr", head)),
        tag("tbody", body),
        figures_,
        class_="compare__table",
    )
    scroll = tag("div", table, class_="scroll", tabindex=0, role="group", aria_label=name)
    return fragment(picture, scroll)


def _head(words: str) -> Markup:
    return tag("th", words, scope="col")


def _number_head(words: str) -> Markup:
    return tag("th", words, scope="col", class_="number")


def _row(comparison: NamedComparison, row: Row) -> Markup:
    calculator = comparison.content.calculator
    toned = bool(comparison.content.scale.grades)
    return tag(
        "tr",
        tag("th", grade_label(calculator.game, row.grade, toned), scope="row", class_="grade"),
        [_cell(number_format.percent(each), one_in_n(each)) for each in row.chances],
        [
            _render_change(each, number_format.percentage_points(each), number_format.describe_change(each))
            for each in row.changes
        ],
        class_=classes(f"tone tone--{row.grade.tone}" if toned else None),
    )


def _value_row(figure: ComparedValue) -> Markup:
    if figure.is_chance:
        cells: Iterable[Markup] = [
            _cell(number_format.percent(each), one_in_n(each)) for each in figure.values
        ]
        changes = [
            _render_change(each, number_format.percentage_points(each), number_format.describe_change(each))
            for each in figure.changes
        ]
    else:
        cells = [tag("td", render_exact_value(each), class_="number") for each in figure.values]
        changes = [_render_change(each, number_format.format_change(each), "") for each in figure.changes]
    return tag("tr", tag("th", figure.label, scope="row"), cells, changes)


def _cell(words: str, exactly: Markup) -> Markup:
    return tag(
        "td",
        tag("span", words, class_="compare__value"),
        " ",
        tag("div", exactly, class_="compare__exactly"),
        class_="number",
    )


def _render_change(change: Fraction, words: str, exactly: str) -> Markup:
    """Return a difference, with a sign and a word for its direction, and its fraction as more or less."""
    if not change:
        return tag("td", "the same", class_="number compare__same")
    short = exactly if number_format.is_short(change) else ""
    return tag(
        "td",
        tag("span", words, class_="compare__value"),
        tag("span", " ", short, class_="compare__exactly") if short else _collapsible(exactly),
        class_="number compare__change",
    )


def _collapsible(exactly: str) -> Markup | None:
    """Return a collapsible with a fraction that is too long for the cell."""
    if not exactly:
        return None
    return note_line("exact", tag("span", exactly), look="fraction")
