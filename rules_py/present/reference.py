"""Reference lists: every entry with an anchor, complete as a table; the element adds a filter and sorting.

A list may ask something once above its entries. Then each shows what it offers to roll for that, with the
chance of every result: at first for what is usually asked, and anew whenever the reader says otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rules_py.analysis.distribution import scale_of, success_grades
from rules_py.base import number_format
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import BoundCalculator
from rules_py.present.add_to_tracker import add_to_tracker_button
from rules_py.present.forms import render_fields
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.input_text import render_inputs, value_text
from rules_py.present.links import prose, rule_link, rule_mark
from rules_py.present.loading_status import status
from rules_py.present.odds import shares_bar
from rules_py.present.roll_buttons import roll_button, roll_button_with_cost
from rules_py.present.sides import sides_of_sample
from rules_py.present.tone_icons import tone_icon
from rules_py.sheets.reference_list import Column, Entry, ReferenceList, RollOption, Value
from rules_py.systems.game import Game

AT_A_GLANCE = 12
"""The most entries that need no filter, unless a column has one."""


def render_reference(game: Game, listed: ReferenceList, *, folded: bool = False) -> Markup:
    """Return the list as a section whose table a `<dice-reference>` narrows down and sorts. Its entries carry
    the marks of the rules they state, or links to them.

    A short list has nothing to narrow down; a grid, or one of nothing but numbers, stays a table on a phone.
    A list that is `folded` stands behind a line.
    """
    filtered = any(each.filter for each in listed.columns)
    short = listed.grid or (len(listed.entries) <= AT_A_GLANCE and not filtered)
    numbers = all(_of_numbers(listed, each) for each in listed.columns)
    head = tag(
        "tr",
        _head(listed.names, numbers=False),
        [_head(each.label, numbers=_of_numbers(listed, each)) for each in listed.columns],
        tag("th", listed.chances, scope="col") if listed.query_inputs else None,
    )
    offers = render_roll_options(game, listed, listed.initial_query)
    table = tag(
        "table",
        tag("caption", listed.title),
        tag("thead", head),
        tag("tbody", [_entry(game, listed, each, offers.get(each.id)) for each in listed.entries]),
        class_=classes(
            "reference__table",
            None if numbers or listed.grid else "reference__cards",
            "reference__grid" if listed.grid else None,
            "reference__brief" if listed.success_only else None,
        ),
    )
    rolls = listed.query_inputs or any(each.roll_button for each in listed.entries)
    whole = tag(
        "section",
        tag("dice-reference", None if short else _filters(listed)),
        _with_roll_form(game, listed, table) if rolls else table,
        class_="reference",
        id=f"list-{listed.name}",
    )
    summary = tag("summary", listed.title, " ", tag("span", f"({len(listed.entries)})"))
    return tag("details", summary, whole, class_="fold table-wrap") if folded else whole


def _with_roll_form(game: Game, listed: ReferenceList, table: Markup) -> Markup:
    """Return the list below the form of its inputs; without JavaScript, their values as text."""
    if not listed.query_inputs:
        return tag("dice-roll-buttons", table, status())
    own_id = f"asked-{listed.name}"
    form = tag(
        "form",
        render_fields(own_id, game.id, listed.query_inputs, listed.initial_query),
        class_="calc__form reference__asked",
        data_part="asked",
        id=own_id,
        novalidate=True,
        autocomplete="off",
    )
    told, brief = render_list_inputs(listed, listed.initial_query), listed.success_only
    above = (
        tag("details", tag("summary", told, data_part="given"), form, class_="collapsible reference__asking")
        if brief
        else fragment(form, tag("div", told, class_="calc__given", data_part="given"))
    )
    message = tag("p", class_="calc__message", data_part="message", role="alert")
    return tag("dice-roll-buttons", above, message, table, status(), data_list=f"{game.id}.{listed.name}")


def render_list_inputs(listed: ReferenceList, values: Mapping[str, Any]) -> Markup:
    """Return the inputs above a list as text; as a single line if the entries are single lines too."""
    if not listed.success_only:
        return render_inputs(listed.query_inputs, values)
    return fragment(
        ", ".join(f"{each.title}: {value_text(each, values.get(each.name))}" for each in listed.query_inputs)
    )


def render_roll_options(game: Game, listed: ReferenceList, asked: Mapping[str, Any]) -> dict[str, Markup]:
    """Return the rolls of each entry for the inputs above the list, by its id. Raises InputError."""
    known: dict[str, tuple[str, Markup]] = {}
    return {
        id: fragment(*(_offer(game, listed, each, known) for each in offers))
        for id, offers in listed.options_by_entry(asked).items()
    }


def _offer(
    game: Game, listed: ReferenceList, offer: RollOption | str, known: dict[str, tuple[str, Markup]]
) -> Markup:
    """Return one roll option: its kind, button and chances; or why there is none. For a list that shows
    success only, the chance replaces the kind.

    `known` are the results that other entries have shown already: many of a list ask for the same throw.
    """
    if isinstance(offer, str):
        return tag("p", prose(game.id, offer), class_="offer__none")
    key = json.dumps([offer.calculator, to_jsonable(dict(offer.inputs))])
    if key not in known:
        calculator = next(each for each in game.calculators if each.id == offer.calculator)
        known[key] = _offer_chances(calculator.bind(offer.inputs))
    hoped, results = known[key]
    shown = fragment(" ", tag("strong", hoped)) if hoped else None
    alone = listed.success_only
    words = ("Roll", visually_hidden(f" {offer.label}"), None if alone else shown)
    button = roll_button(words, offer.calculator, offer.inputs, look="quiet", label=offer.label)
    kind = tag("span", shown if alone else offer.kind, class_="offer__words")
    head = tag("div", kind, button, class_="offer__head")
    return tag("div", head, None if alone else results, class_="offer")


def _offer_chances(asked: BoundCalculator) -> tuple[str, Markup]:
    """Return the chance of what one hopes for, if the scale says what that is, and every result with its own,
    the most welcome first.
    """
    found, scale = asked.odds(), scale_of(asked.calculator)
    grades, chances = scale.grades_of(found)[::-1], scale.chances(found)
    hoped = success_grades(scale)
    results = [
        tag(
            "li",
            tone_icon(grade.tone),
            tag("span", grade.label, class_="grade__label"),
            " ",
            tag("span", number_format.percent(chances[grade.key]), class_="odds__percent"),
            class_=classes(f"tone tone--{grade.tone}", None if chances[grade.key] else "is-impossible"),
        )
        for grade in grades
    ]
    bar = shares_bar((each.tone, chances[each.key]) for each in grades)
    chance = number_format.percent(sum((chances[key] for key in hoped[1]), Fraction())) if hoped else ""
    return chance, fragment(bar, tag("ul", results, class_="offer__results"))


def _head(label: str, *, numbers: bool) -> Markup:
    """Return the heading of a column, a button that sorts by it, aligned with its cells."""
    button = tag("button", label, type="button", class_="reference__sort")
    return tag("th", button, scope="col", aria_sort="none", class_="number" if numbers else None)


def _of_numbers(listed: ReferenceList, column: Column) -> bool:
    return all(_is_number(entry.values[column.key]) for entry in listed.entries)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _filters(listed: ReferenceList) -> Markup:
    """Return the filters of the list: a search field, and a choice for each column that has one."""
    words = tag(
        "label",
        tag("span", "Search", class_="field__label"),
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


def _entry(game: Game, listed: ReferenceList, entry: Entry, offers: Markup | None) -> Markup:
    marks = [
        tag("span", " ", rule_mark(number) if listed.states_rules else rule_link(game.id, number))
        for number in entry.rules
    ]
    name = tag(
        "th",
        tag("a", entry.name, href=f"#{entry.id}", class_="reference__name"),
        marks,
        fragment(" ", roll_button_with_cost(game, entry.roll_button, f"asked-{entry.id}"))
        if entry.roll_button
        else None,
        fragment(" ", add_to_tracker_button(game, listed.name, entry.id)),
        [fragment(" ", each) for each in sides_of_sample(game, listed.name, entry.id)],
        scope="row",
    )
    cells = [_value(game.id, each, entry.values[each.key]) for each in listed.columns]
    offering = tag("td", offers, class_="offers", data_part="offers") if listed.query_inputs else None
    return tag("tr", name, cells, offering, id=entry.id)


def _value(game_id: str, column: Column, value: Value) -> Markup:
    text = ", ".join(value) if isinstance(value, tuple) else str(value)
    return tag(
        "td",
        prose(game_id, text),
        data_label=column.label,
        data_sort=text,
        data_values=json.dumps(value, ensure_ascii=False) if isinstance(value, tuple) else None,
        class_=classes("number" if _is_number(value) else None, "reference__kind" if column.filter else None)
        or None,
    )
