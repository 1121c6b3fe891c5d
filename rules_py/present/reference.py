"""Reference lists: every entry with an anchor, complete as a table; the element adds a filter and sorting."""

from __future__ import annotations

import json
from typing import Any

from rules_py.game import Game
from rules_py.present.html import Markup, classes, fragment, tag
from rules_py.present.into import into
from rules_py.present.links import prose, rule_link, rule_mark
from rules_py.present.status import status
from rules_py.present.throws import offered
from rules_py.reference import Column, Entry, ReferenceList, Value

AT_A_GLANCE = 12
"""So few entries are read without a filter, unless a column offers one."""


def reference(game: Game, listed: ReferenceList) -> Markup:
    """The list as a section whose table a `<dice-reference>` narrows down and sorts. Its entries carry the
    marks of the rules they state, or links to them.

    A short list has nothing to narrow down; one of nothing but numbers stays a table on a phone.
    """
    short = len(listed.entries) <= AT_A_GLANCE and not any(each.filter for each in listed.columns)
    numbers = all(_of_numbers(listed, each) for each in listed.columns)
    head = tag(
        "tr",
        _head(listed.names, numbers=False),
        [_head(each.label, numbers=_of_numbers(listed, each)) for each in listed.columns],
    )
    table = tag(
        "table",
        tag("caption", listed.title),
        tag("thead", head),
        tag("tbody", [_entry(game, listed, each) for each in listed.entries]),
        class_=classes("reference__table", None if numbers else "reference__cards"),
    )
    rolls = any(each.throw for each in listed.entries)
    return tag(
        "section",
        tag("dice-reference", None if short else _filters(listed)),
        tag("dice-throws", table, status()) if rolls else table,
        class_="reference",
        id=f"list-{listed.name}",
    )


def _head(label: str, *, numbers: bool) -> Markup:
    """What stands over a column, to press for sorting by it; over numbers it stands where they do."""
    button = tag("button", label, type="button", class_="reference__sort")
    return tag("th", button, scope="col", aria_sort="none", class_="number" if numbers else None)


def _of_numbers(listed: ReferenceList, column: Column) -> bool:
    return all(_is_number(entry.values[column.key]) for entry in listed.entries)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _filters(listed: ReferenceList) -> Markup:
    """What narrows the list down: words, and a choice for each column that offers its values."""
    words = tag(
        "label",
        tag("span", "Find", class_="field__label"),
        tag("input", type="search", data_part="words", autocomplete="off"),
        class_="reference__find",
    )
    choices = [
        _filter(listed, place, each) for place, each in enumerate(listed.columns, start=1) if each.filter
    ]
    counted = tag(
        "p",
        tag("span", len(listed.entries), data_part="count"),
        f" of {len(listed.entries)}",
        class_="reference__count",
        role="status",
    )
    return tag("div", words, choices, counted, class_="reference__filters")


def _filter(listed: ReferenceList, place: int, column: Column) -> Markup:
    values = listed.choices(column)
    options = [tag("option", "all", value=""), *(tag("option", each or "—", value=each) for each in values)]
    return tag(
        "label",
        tag("span", column.label, class_="field__label"),
        tag("select", options, data_column=place),
        class_="reference__choice",
    )


def _entry(game: Game, listed: ReferenceList, entry: Entry) -> Markup:
    marks = [
        tag("span", " ", rule_mark(number) if listed.states else rule_link(game.id, number))
        for number in entry.rules
    ]
    name = tag(
        "th",
        tag("a", entry.name, href=f"#{entry.id}", class_="reference__name"),
        marks,
        fragment(" ", offered(game, entry.throw, f"asked-{entry.id}")) if entry.throw else None,
        fragment(" ", into(game, listed.name, entry.id)),
        scope="row",
    )
    cells = [_value(game.id, each, entry.values[each.key]) for each in listed.columns]
    return tag("tr", name, cells, id=entry.id)


def _value(game_id: str, column: Column, value: Value) -> Markup:
    text = ", ".join(value) if isinstance(value, tuple) else str(value)
    return tag(
        "td",
        prose(game_id, text),
        data_label=column.label,
        data_sort=text,
        data_values=json.dumps(value, ensure_ascii=False) if isinstance(value, tuple) else None,
        class_="number" if _is_number(value) else None,
    )
