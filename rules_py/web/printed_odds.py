"""Requests for charts, tables and numbers of a page with other inputs: a reader's, or house rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from rules_py import present
from rules_py.analysis import number_refs
from rules_py.analysis.number_refs import NumberQuery, OddsSource, parse_number_query
from rules_py.analysis.odds_cache import OddsCache, count_each
from rules_py.analysis.odds_table import Grid, OddsTable, TableSpec, parse_table_spec
from rules_py.analysis.page_spec import bad_spec, read_as, read_list
from rules_py.analysis.plot_spec import Numbers, PlotSpec, SeriesSpec, parse_plot_spec
from rules_py.base.errors import InputError, TooManyBranchesError
from rules_py.calculators.calculator import Inputs
from rules_py.dice.incremental import Incremental, scale_progress
from rules_py.present import plot as drawing
from rules_py.web.request import Action, house_of, id_of, inputs_of, value_of
from rules_py.web.rolls import RECENT

CELLS = OddsCache(200)
"""The odds of the cells of a table or chart, for those below it, which often show other numbers of the same
rolls.
"""


def _plot_form(request: Mapping[str, Any]) -> dict[str, Any]:
    chart = parse_plot_spec(value_of(request, "plot")).with_house_rules(house_of(request))
    return {"frame": drawing.custom_inputs_form(id_of(request), chart)}


def _plot(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    book, house = parse_plot_spec(value_of(request, "plot")), house_of(request)
    table = book.with_house_rules(house)
    own, left_out = table.with_reader_inputs(inputs_of(request)).without_impossible_points()
    title = drawing.title(table, own, left_out)
    if title:
        return {"own": True, "html": (yield from _plot_parts(own, title))}
    if table == book:
        return {"own": False, "html": {}}
    if not (yield from _or_impossible(_plots_differ(table, book))):
        return {"own": False, "html": {}, "note": present.render_no_effect("house-note")}
    beside = drawing.beside_book(book, house)
    chart, left_out = (beside or table).without_impossible_points()
    caption = read_as(str, "plot", request.get("caption", ""), "text")
    html = yield from _plot_parts(chart, caption, CELLS)
    note = drawing.note_of_house_rules(table, left_out, has_room=beside is not None)
    html |= {"picture": present.fragment(note, html["picture"])}
    return {"own": False, "html": html, "beside": beside is not None}


def _plot_note(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    """Return the note above a chart, naming only the house rules that change it; this takes longer than the
    chart itself.
    """
    book, house = parse_plot_spec(value_of(request, "plot")), house_of(request)
    table = book.with_house_rules(house)
    effective = yield from _effective_rules(
        book.changed_house_rules(house), lambda rules: _plots_differ(table, book.with_house_rules(rules))
    )
    beside = drawing.beside_book(book, house)
    _, left_out = (beside or table).without_impossible_points()
    has_room = beside is not None
    return {"note": drawing.note_of_house_rules(table, left_out, has_room=has_room, effective=effective)}


def _plot_parts(chart: PlotSpec, title: str, cache: OddsCache = RECENT) -> Incremental[dict[str, Any]]:
    """Return the parts of the picture as HTML."""
    numbers = yield from chart.numbers_incrementally(chart.bind_all(), cache.count_incrementally)
    plot = drawing.plot_from_spec(chart, numbers, title)
    return {"title": title, "picture": drawing.picture(plot), "figures": drawing.table(plot)}


def _table(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    spec = parse_table_spec(value_of(request, "table")).with_house_rules(house_of(request))
    path, book = request.get("path"), read_as(dict, "table", request.get("book", {}), "the book's numbers")
    grid = spec.grid()
    odds = yield from _odds_of(grid)
    table = OddsTable.of(spec, grid, *spec.numbers(grid, odds))
    html = present.render_table(
        table,
        read_as(str, "table", path, "the path of a page") if path is not None else None,
        book=_book_cells(table, book),
    )
    return {"html": html}


def _table_note(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    """Return the note above a table, naming only the house rules that change it; this takes longer than the
    table itself.
    """
    book = parse_table_spec(value_of(request, "table"))
    house = book.changed_house_rules(house_of(request))
    spec = book.with_house_rules(house)
    grid = spec.grid()
    odds = yield from _odds_of(grid)
    effective = yield from _effective_rules(
        house, lambda rules: _tables_differ(spec, grid, odds, book.with_house_rules(rules))
    )
    return {"note": present.render_table_note(spec.calculator, grid[0][0].inputs, effective)}


def _odds_of(grid: Grid) -> Incremental[OddsSource]:
    return (yield from count_each([bound for row in grid for bound in row], CELLS.count_incrementally))


def _effective_rules(
    house: Inputs, differs: Callable[[Inputs], Incremental[bool]]
) -> Incremental[Collection[str]]:
    """Return the names of the house rules that change the numbers: those without which they would differ, or
    all if none makes a difference by itself. `differs` compares them with those of other house rules.
    """
    if not (yield from _or_impossible(differs({}))):
        return ()
    if len(house) == 1:
        return house.keys()
    effective = []
    for name in house:
        others = {other: value for other, value in house.items() if other != name}
        if (yield from _or_impossible(differs(others))):
            effective.append(name)
    return effective or house.keys()


def _or_impossible(differs: Incremental[bool]) -> Incremental[bool]:
    try:
        return (yield from differs)
    except (InputError, TooManyBranchesError):
        return True


def _tables_differ(spec: TableSpec, grid: Grid, odds: OddsSource, other: TableSpec) -> Incremental[bool]:
    """Return whether the numbers of two tables with the same rows differ."""
    for row, other_row in zip(grid, other.grid(), strict=True):
        other_odds = yield from count_each(other_row, CELLS.count_incrementally)
        if spec.numbers([row], odds) != other.numbers([other_row], other_odds):
            return True
    return False


def _plots_differ(plot: PlotSpec, other: PlotSpec) -> Incremental[bool]:
    """Return whether the numbers of two plots with the same series differ."""
    possible, other_possible = (each.without_impossible_points()[0] for each in (plot, other))
    if possible.values != other_possible.values:
        return True
    for line, other_line in zip(plot.series, other.series, strict=True):
        numbers = yield from _series_numbers(possible, line)
        if numbers != (yield from _series_numbers(other_possible, other_line)):
            return True
    return False


def _series_numbers(plot: PlotSpec, line: SeriesSpec) -> Incremental[Numbers]:
    alone = replace(plot, series=(line,))
    return (yield from alone.numbers_incrementally(alone.bind_all(), CELLS.count_incrementally))


def _book_cells(table: OddsTable, book: Mapping[str, Any]) -> dict[tuple[int, int], str]:
    """Return the printed numbers by the row and the column that they have in the table."""
    columns = read_list("table", book.get("columns", []))
    texts_by_cell = {}
    for row, texts in enumerate(read_list("table", book.get("cells", []))):
        printed = dict(zip(columns, read_list("table", texts), strict=False))
        for column, label in enumerate(table.columns):
            texts_by_cell[row, column] = str(printed.get(label, "—"))
    return texts_by_cell


def _numbers(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    """Return the HTML of each number, and an empty text for one that the house rules make impossible."""
    numbers = read_list("number", value_of(request, "numbers"))
    house = house_of(request)
    html: list[str] = []
    for place, each in enumerate(numbers):
        match read_list("number", each):
            case [query, str(book)]:
                steps = _number(parse_number_query(query), house, book)
            case row:
                raise bad_spec("number", row, "a query and the book's number")
        share = (place / len(numbers), (place + 1) / len(numbers))
        html.append((yield from scale_progress(steps, *share)))
        yield share[1]
    return {"html": html}


def _number(query: NumberQuery, house: Mapping[str, Any], book: str) -> Incremental[str]:
    try:
        bound = query.bind(house)
        odds = yield from count_each([bound], RECENT.count_incrementally)
        return present.render_house_number(query, number_refs.number(bound, query.ref, odds), book)
    except (InputError, TooManyBranchesError):
        return ""


ACTIONS: dict[str, Action] = {
    "plot_form": _plot_form,
    "plot": _plot,
    "plot_note": _plot_note,
    "table": _table,
    "table_note": _table_note,
    "numbers": _numbers,
}
