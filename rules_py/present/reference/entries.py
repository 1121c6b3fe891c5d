"""The entries of a reference list, as rows that open or as a table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.present.add_to_tracker import add_to_tracker_button
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.inline_dice import prose_with_dice
from rules_py.present.links import rule_link, rule_mark
from rules_py.present.reference.columns import (
    is_number,
    longest,
    of_numbers,
    plain_value,
    row_figures,
    value_text_of,
)
from rules_py.present.reference.tools import render_count
from rules_py.present.roll_buttons import roll_button_with_cost
from rules_py.present.sides import sides_of_sample
from rules_py.sheets.reference_list import Column, Entry, ReferenceList
from rules_py.systems.game import Game

MAX_VALUE, MAX_CAPTIONED = 40, 100
"""A column with values longer than the first number contains text; a single text needs no label if it is
longer than the second number.
"""

FEW = 5
"""The most entries that are open at first."""


def render_rows(
    game: Game, reference_list: ReferenceList, options: Mapping[str, Mapping[str, Markup]]
) -> Markup:
    title = f"list-{reference_list.name}-title"
    entries = [_row(game, reference_list, each, options.get(each.id, {})) for each in reference_list.entries]
    return fragment(
        tag(
            "p",
            tag("span", reference_list.title, class_="reference__title", id=title),
            render_count(reference_list),
            class_="reference__head",
        ),
        tag("ul", entries, class_="entries-list", role="list", aria_labelledby=title),
    )


def _row(game: Game, reference_list: ReferenceList, entry: Entry, offers: Mapping[str, Markup]) -> Markup:
    """Return an entry as a row that opens, and beside it the actions on the entry."""
    figures = row_figures(reference_list)
    line = tag(
        "summary",
        tag("span", entry.name, class_="reference__name entry__name"),
        tag("span", [_short_value(each, entry) for each in figures], class_="entry__figures")
        if figures
        else _start(reference_list, entry),
        class_="entry__line",
    )
    body = tag(
        "div",
        _values(
            game, reference_list, entry, [each for each in reference_list.columns if each not in figures]
        ),
        tag("div", offers["offers"], class_="offers", data_part="offers") if offers else None,
        tag("p", *_more(game, reference_list, entry), class_="entry__more"),
        class_="entry__body",
    )
    action = _action(game, reference_list, entry, offers)
    return tag(
        "li",
        tag("details", line, body, class_="entry__details", open=len(reference_list.entries) <= FEW),
        tag("div", action, class_="entry__action", data_part="roll") if action else None,
        class_="entry",
        id=entry.id,
    )


def _action(
    game: Game, reference_list: ReferenceList, entry: Entry, offers: Mapping[str, Markup]
) -> Markup | None:
    if offers:
        return offers["roll"]
    if entry.roll_button:
        return roll_button_with_cost(game, entry.roll_button, f"asked-{entry.id}")
    return add_to_tracker_button(game, reference_list.name, entry.id)


def _start(reference_list: ReferenceList, entry: Entry) -> Markup:
    """Return the start of the text of an entry without short values, as long as its row has room for."""
    return tag(
        "span",
        plain_value(entry.values[reference_list.columns[0].key]),
        class_="entry__start",
        aria_hidden="true",
    )


def _short_value(column: Column, entry: Entry) -> Markup:
    value = plain_value(entry.values[column.key])
    label = tag("span", column.label, " ", class_="entry__label") if value.isdecimal() else None
    return tag("span", label, tag("span", value, **_data(column, entry)), class_="entry__figure")


def _values(game: Game, reference_list: ReferenceList, entry: Entry, columns: list[Column]) -> Markup:
    """Return the values that a row doesn't show, and the marks of the entry's rules after the last of them.

    The only text of an entry needs no label.
    """
    texts = [each for each in columns if longest(reference_list, each) > MAX_VALUE]
    is_plain = len(texts) == 1 and longest(reference_list, texts[0]) > MAX_CAPTIONED
    texts_last = sorted(columns, key=lambda column: column in texts)
    filled = [each for each in texts_last if value_text_of(entry.values[each.key])]
    values = [
        tag(
            "div",
            tag("dt", each.label, class_="visually-hidden" if is_plain and each in texts else None),
            " ",
            tag(
                "dd",
                tag(
                    "span",
                    prose_with_dice(game.id, value_text_of(entry.values[each.key])),
                    **_data(each, entry),
                ),
                _marks(game, reference_list, entry) if [each] == filled[-1:] else None,
            ),
            class_="entry__text" if each in texts else None,
            hidden=each not in filled,
        )
        for each in texts_last
    ]
    return fragment(
        tag("dl", values, class_="entry__values") if values else None,
        None if filled else tag("p", _marks(game, reference_list, entry), class_="entry__rules"),
    )


def _marks(game: Game, reference_list: ReferenceList, entry: Entry) -> list[Markup]:
    """Return the marks of the rules that an entry states, or links to its rules."""
    return [
        tag("span", " ", rule_mark(number) if reference_list.states_rules else rule_link(game.id, number))
        for number in entry.rules
    ]


def _more(game: Game, reference_list: ReferenceList, entry: Entry) -> Iterator[Any]:
    """Yield the links to the calculators that the entry fills in, and the link to the entry."""
    for each in sides_of_sample(game, reference_list.name, entry.id):
        yield each
        yield " "
    yield tag("a", "Link", visually_hidden(f" to {entry.name}"), href=f"#{entry.id}", class_="entry__link")


def _data(column: Column, entry: Entry) -> dict[str, str | None]:
    """Return the attributes by which the page finds, filters and sorts a value."""
    value = entry.values[column.key]
    return {
        "data_label": column.label,
        "data_column": column.key,
        "data_values": json.dumps(value, ensure_ascii=False) if isinstance(value, tuple) else None,
    }


def render_table(
    game: Game, reference_list: ReferenceList, options: Mapping[str, Mapping[str, Markup]]
) -> Markup:
    head = tag(
        "tr",
        _head(reference_list.names, "name", numbers=False),
        [
            _head(each.label, each.key, numbers=of_numbers(reference_list, each))
            for each in reference_list.columns
        ],
        tag("th", reference_list.chances, scope="col") if reference_list.query_inputs else None,
    )
    return tag(
        "table",
        tag("caption", reference_list.title),
        tag("thead", head),
        tag(
            "tbody",
            [
                _table_row(game, reference_list, each, options.get(each.id, {}))
                for each in reference_list.entries
            ],
        ),
        class_=classes(
            "reference__table",
            "reference__grid" if reference_list.grid else None,
            "reference__brief" if reference_list.success_only else None,
        ),
    )


def _head(label: str, key: str, *, numbers: bool) -> Markup:
    """Return the heading of a column, a button that sorts by it, aligned with its cells."""
    button = tag("button", label, type="button", class_="reference__sort", data_order=key)
    return tag("th", button, scope="col", aria_sort="none", class_="number" if numbers else None)


def _table_row(
    game: Game, reference_list: ReferenceList, entry: Entry, offers: Mapping[str, Markup]
) -> Markup:
    name = tag(
        "th",
        tag("a", entry.name, href=f"#{entry.id}", class_="reference__name"),
        _marks(game, reference_list, entry),
        fragment(" ", roll_button_with_cost(game, entry.roll_button, f"asked-{entry.id}"))
        if entry.roll_button
        else None,
        fragment(" ", add_to_tracker_button(game, reference_list.name, entry.id)),
        [fragment(" ", each) for each in sides_of_sample(game, reference_list.name, entry.id)],
        scope="row",
    )
    cells = [_cell(game, each, entry) for each in reference_list.columns]
    offer_cell = tag("td", offers["offers"], class_="offers", data_part="offers") if offers else None
    return tag("tr", name, cells, offer_cell, id=entry.id)


def _cell(game: Game, column: Column, entry: Entry) -> Markup:
    value = entry.values[column.key]
    return tag(
        "td",
        prose_with_dice(game.id, value_text_of(value)),
        **_data(column, entry),
        class_="number" if is_number(value) else None,
    )
