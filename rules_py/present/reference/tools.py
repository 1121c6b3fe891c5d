"""The tools above a reference list: filters, its order, and cards to print."""

from __future__ import annotations

import json

from rules_py.present.html import Markup, fragment, tag, visually_hidden
from rules_py.present.reference.columns import is_figure, with_label
from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.systems.game import Game

AT_A_GLANCE = 12
"""The most entries that need no filter, unless a column has one."""


def render_tools(game: Game, reference_list: ReferenceList, *, rows: bool) -> Markup | None:
    """Return the row of filters, and for rows that open, the buttons that open and print them all.

    A short list has nothing to filter.
    """
    has_filter = any(each.filter for each in reference_list.columns)
    short = reference_list.grid or (len(reference_list.entries) <= AT_A_GLANCE and not has_filter)
    tools = [
        None if short else _filters(reference_list),
        None if short or rows else render_count(reference_list),
        _order_choice(reference_list) if rows and not short else None,
        _row_tools() if rows else None,
    ]
    if not any(tools):
        return None
    bar = tag(
        "div", tools, class_="reference__filters", role="group", aria_label=f"Tools: {reference_list.title}"
    )
    return fragment(bar, _card_tools(game, reference_list) if rows else None)


def _filters(reference_list: ReferenceList) -> Markup:
    """Return the filters of the list: a search field, and a choice for each column that has one."""
    words = tag(
        "label",
        visually_hidden("Search the list"),
        tag("input", type="search", placeholder="Search", data_part="words", autocomplete="off"),
        class_="reference__find",
    )
    choices = [_filter(reference_list, each) for each in reference_list.columns if each.filter]
    return fragment(words, choices)


def render_count(reference_list: ReferenceList) -> Markup:
    """Return the number of entries shown."""
    number = len(reference_list.entries)
    content = (tag("span", number, data_part="count"), f" of {number}")
    return tag("span", content, class_="reference__count", role="status")


def _filter(reference_list: ReferenceList, column: Column) -> Markup:
    options = [tag("option", f"{column.label}: all", value="")]
    options += [
        tag("option", with_label(column, each), value=each) for each in reference_list.choices(column)
    ]
    return tag("label", visually_hidden(column.label), tag("select", options, data_filter=column.key))


def _order_choice(reference_list: ReferenceList) -> Markup:
    """Return the choice of an order; in a table, the column headings are its buttons."""
    orders = [("", "As listed"), ("name", "By name")]
    orders += [
        (each.key, f"By {each.label}") for each in reference_list.columns if is_figure(reference_list, each)
    ]
    options = [tag("option", words, value=key) for key, words in orders]
    return tag("label", visually_hidden("Order"), tag("select", options, data_part="order"))


def _row_tools() -> Markup:
    return fragment(
        tag("button", "Open all", type="button", class_="button", data_part="open-all", aria_pressed="false"),
        tag("button", "Print cards", type="button", class_="button", data_part="cards"),
    )


def _card_tools(game: Game, reference_list: ReferenceList) -> Markup:
    """Return the controls that choose and print entries as cards. `data-chosen` is where a character's
    choices among them are saved.
    """
    cards = game.sheet.cards if game.sheet else ()
    chosen = next(
        ({"field": each.field, "key": each.key} for each in cards if each.of == reference_list.name), None
    )
    options = [tag("option", "All cards", value="all"), tag("option", "No cards", value="none")]
    return tag(
        "div",
        tag(
            "label",
            visually_hidden("Cards to print"),
            tag("select", options, data_part="character", data_chosen=json.dumps(chosen) if chosen else None),
        ),
        tag("button", "Print", type="button", class_="button button--primary", data_part="print-cards"),
        tag("button", "Back to the list", type="button", class_="button", data_part="cards-end"),
        tag("p", "Nine cards fit on a page. Clear the cards you don’t need.", class_="reference__how"),
        tag(
            "template",
            tag(
                "label",
                tag("input", type="checkbox", checked=True, data_part="pick"),
                visually_hidden("Print "),
                tag("span", "Print", class_="entry__pick-label", aria_hidden="true"),
                class_="entry__pick",
            ),
        ),
        class_="reference__cutting",
        data_part="cutting",
        data_game=game.id,
        hidden=True,
    )
