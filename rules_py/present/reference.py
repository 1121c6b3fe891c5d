"""Reference lists: every entry with an anchor, complete on the page; the element adds filters and sorting.

A list with text to read is one of rows that open: a row has the name, two figures and one roll, the rest
stands beneath it. A short list, or one of numbers, is a table.

A list may ask something once above its entries. Then each shows what it offers to roll for that, at first for
the initial values, and again whenever the reader changes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rules_py.analysis.distribution import scale_of
from rules_py.base import number_format
from rules_py.base.dice_marks import without_marks
from rules_py.base.inline_markup import addresses, plain_text
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.calculators.scale import success_grades
from rules_py.inputs import Flag
from rules_py.present.add_to_tracker import add_to_tracker_button
from rules_py.present.forms import render_fields
from rules_py.present.house_figures import decided_inputs, options_attribute
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.inline_dice import prose_with_dice
from rules_py.present.input_text import value_text
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

LONG_TEXT = 90
"""Characters in an entry from which its list is one of rows that open; fewer fit a line of a table."""

MAX_FIGURE, MAX_LABEL = 24, 12
"""The most characters of a figure in a row, and of its label."""

MAX_VALUE, MAX_CAPTIONED = 40, 100
"""A column with longer values than the first holds text; the only text needs no label if it is longer than
the second.
"""

FEW = 5
"""The most entries that stand open at first."""

FIGURES = 2
"""The most figures in a row."""


def render_reference(game: Game, listed: ReferenceList, *, folded: bool = False) -> Markup:
    """Return the list as a section that a `<dice-reference>` filters and sorts. Its entries carry the marks
    of the rules they state, or links to them.

    A list that is `folded` stands behind a line.
    """
    rows = _has_rows(listed)
    options = render_roll_options(game, listed, listed.initial_query)
    entries = _rows(game, listed, options) if rows else _table(game, listed, options)
    rolls = listed.query_inputs or any(each.roll_button for each in listed.entries)
    whole = tag(
        "section",
        tag("dice-reference", _tools(game, listed, rows=rows)),
        _with_roll_form(game, listed, entries) if rolls else entries,
        class_="reference",
        id=f"list-{listed.name}",
    )
    summary = tag("summary", listed.title, " ", tag("span", f"({len(listed.entries)})"))
    return tag("details", summary, whole, class_="fold table-wrap") if folded else whole


def _has_rows(listed: ReferenceList) -> bool:
    """Return whether the entries have so much to read that they are rows that open."""
    if listed.grid or listed.success_only:
        return False
    longest = max((sum(map(len, map(_plain, each.values.values()))) for each in listed.entries), default=0)
    return longest >= LONG_TEXT or bool(listed.query_inputs)


def _with_roll_form(game: Game, listed: ReferenceList, entries: Markup) -> Markup:
    """Return the entries below the form of the list's inputs, collapsed to a line with their values."""
    if not listed.query_inputs:
        return tag("dice-roll-buttons", entries, status())
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
    figures = tag("summary", render_list_inputs(listed, listed.initial_query), data_part="given")
    asking = tag("details", figures, form, class_="note-line reference__asking")
    message = tag("p", class_="calc__message", data_part="message", role="alert")
    offered = listed.options_by_entry(listed.initial_query).values()
    rolls = [each for options in offered for each in options if isinstance(each, RollOption)]
    return tag(
        "dice-roll-buttons",
        asking,
        message,
        entries,
        status(),
        data_list=f"{game.id}.{listed.name}",
        data_options=options_attribute(*(_calculator(game, each) for each in rolls)),
    )


def render_list_inputs(listed: ReferenceList, values: Mapping[str, Any]) -> Markup:
    """Return the inputs above a list as one line; options that are off are named only if all are."""
    named = [
        each.title if isinstance(each, Flag) else f"{each.title}: {value_text(each, values.get(each.name))}"
        for each in listed.query_inputs
        if not isinstance(each, Flag) or values.get(each.name)
    ]
    return fragment(" · ".join(named or (f"{each.title}: no" for each in listed.query_inputs)))


def render_roll_options(
    game: Game, listed: ReferenceList, asked: Mapping[str, Any], house: Mapping[str, Any] | None = None
) -> dict[str, dict[str, Markup]]:
    """Return what each entry offers to roll for the inputs above the list, by its id: the HTML of each part
    of the entry that shows it. `house` are the values of the table's house rules. Raises InputError.
    """
    known: dict[str, tuple[str, Markup]] = {}
    rows = _has_rows(listed)
    offered = {
        id: tuple(_by_house_rules(game, listed, each, house or {}) for each in options)
        for id, options in listed.options_by_entry(asked).items()
    }
    return {
        id: _row_offers(game, options, known) if rows else {"offers": _cell_offers(game, options, known)}
        for id, options in offered.items()
    }


def _by_house_rules(
    game: Game, listed: ReferenceList, option: RollOption | str, house: Mapping[str, Any]
) -> RollOption | str:
    """Return the option under house rules, but for those that are set above the list."""
    if isinstance(option, str) or not house:
        return option
    calculator = _calculator(game, option)
    asked = {
        each.name: option.inputs[each.name] for each in listed.query_inputs if each.name in option.inputs
    }
    decided = decided_inputs(calculator, option.inputs) | asked
    return replace(option, inputs={**option.inputs, **calculator.with_house_rules(house, decided)})


def _options(game: Game, option: RollOption) -> str | None:
    calculator = _calculator(game, option)
    return options_attribute(calculator, named=decided_inputs(calculator, option.inputs))


def _calculator(game: Game, option: RollOption) -> Calculator:
    return next(each for each in game.calculators if each.id == option.calculator)


type _Known = dict[str, tuple[str, Markup]]
"""The chances that other entries have shown already: many of a list ask for the same roll."""


def _cell_offers(game: Game, options: tuple[RollOption | str, ...], known: _Known) -> Markup:
    """Return the roll options for a cell of a table: the chance of success, and the button."""
    return fragment(
        tag("p", prose(game.id, each), class_="offer__none")
        if isinstance(each, str)
        else tag("div", _chance_and_button(game, each, known), class_="offer__head")
        for each in options
    )


def _row_offers(game: Game, options: tuple[RollOption | str, ...], known: _Known) -> dict[str, Markup]:
    """Return the first roll for the row, and beneath it the chances of every result of each."""
    first = options[0]
    row = (
        tag("span", "—", visually_hidden("No roll"), class_="entry__chance")
        if isinstance(first, str)
        else _chance_and_button(game, first, known)
    )
    beneath = (_offer(game, each, known, button=bool(place)) for place, each in enumerate(options))
    return {"roll": row, "offers": fragment(*beneath)}


def _chance_and_button(game: Game, option: RollOption, known: _Known) -> Markup:
    chance = _chances(game, option, known)[0]
    words = ("Roll", visually_hidden(f" {option.label}"))
    return fragment(
        tag("strong", chance, class_="entry__chance") if chance else None,
        " ",
        roll_button(
            words,
            option.calculator,
            option.inputs,
            look="quiet",
            label=option.label,
            options=_options(game, option),
        ),
    )


def _offer(game: Game, option: RollOption | str, known: _Known, *, button: bool) -> Markup:
    """Return one roll option with the chance of every possible result; or why there is none."""
    if isinstance(option, str):
        return tag("p", prose(game.id, option), class_="offer__none")
    head = tag(
        "div",
        tag("span", option.kind, class_="offer__words"),
        _chance_and_button(game, option, known) if button else None,
        class_="offer__head",
    )
    return tag("div", head, _chances(game, option, known)[1], class_="offer")


def _chances(game: Game, option: RollOption, known: _Known) -> tuple[str, Markup]:
    key = json.dumps([option.calculator, to_jsonable(dict(option.inputs))])
    if key not in known:
        known[key] = _chances_of(_calculator(game, option).bind(option.inputs))
    return known[key]


def _chances_of(asked: BoundCalculator) -> tuple[str, Markup]:
    """Return the chance of success, if the scale says what that is, and every possible result with its own,
    the most welcome first.
    """
    found, scale = asked.odds(), scale_of(asked.calculator)
    chances = scale.chances(found)
    grades = [each for each in scale.grades_of(found)[::-1] if chances[each.key]]
    success = success_grades(scale)
    results = [
        tag(
            "li",
            tone_icon(grade.tone),
            tag("span", grade.label, class_="grade__label"),
            " ",
            tag("span", number_format.percent(chances[grade.key]), class_="odds__percent"),
            class_=f"tone tone--{grade.tone}",
        )
        for grade in grades
    ]
    bar = shares_bar((each.tone, chances[each.key]) for each in grades)
    chance = number_format.percent(sum((chances[key] for key in success[1]), Fraction())) if success else ""
    return chance, fragment(bar, tag("ul", results, class_="offer__results"))


def _text(value: Value) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _plain(value: Value) -> str:
    return without_marks(plain_text(_text(value)))


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _of_numbers(listed: ReferenceList, column: Column) -> bool:
    return all(_is_number(entry.values[column.key]) for entry in listed.entries)


def _longest(listed: ReferenceList, column: Column) -> int:
    return max((len(_plain(entry.values[column.key])) for entry in listed.entries), default=0)


def _is_figure(listed: ReferenceList, column: Column) -> bool:
    """Return whether the column is short enough for a row, which is pressed and so has no links."""
    links = any(addresses(_text(entry.values[column.key])) for entry in listed.entries)
    return len(column.label) <= MAX_LABEL and _longest(listed, column) <= MAX_FIGURE and not links


def _figures(listed: ReferenceList) -> list[Column]:
    """Return the columns that a row shows."""
    return [each for each in listed.columns if _is_figure(listed, each)][:FIGURES]


def _with_label(column: Column, value: str) -> str:
    """Return a value that makes sense by itself: a number with the label of its column."""
    return f"{column.label} {value}" if value.isdecimal() else value or f"no {column.label}"


# The tools above a list


def _tools(game: Game, listed: ReferenceList, *, rows: bool) -> Markup | None:
    """Return the row of filters, and for rows the buttons that open and print them all.

    A short list has nothing to filter.
    """
    filtered = any(each.filter for each in listed.columns)
    short = listed.grid or (len(listed.entries) <= AT_A_GLANCE and not filtered)
    tools = [
        None if short else _filters(listed),
        None if short or rows else _count(listed),
        _order_choice(listed) if rows and not short else None,
        _row_tools() if rows else None,
    ]
    if not any(tools):
        return None
    bar = tag("div", tools, class_="reference__filters", role="group", aria_label=f"Tools: {listed.title}")
    return fragment(bar, _card_tools(game, listed) if rows else None)


def _filters(listed: ReferenceList) -> Markup:
    """Return the filters of the list: a search field, and a choice for each column that has one."""
    words = tag(
        "label",
        visually_hidden("Search the list"),
        tag("input", type="search", placeholder="Search", data_part="words", autocomplete="off"),
        class_="reference__find",
    )
    choices = [_filter(listed, each) for each in listed.columns if each.filter]
    return fragment(words, choices)


def _count(listed: ReferenceList) -> Markup:
    """Return how many entries are shown."""
    number = len(listed.entries)
    shown = (tag("span", number, data_part="count"), f" of {number}")
    return tag("span", shown, class_="reference__count", role="status")


def _filter(listed: ReferenceList, column: Column) -> Markup:
    options = [tag("option", f"{column.label}: all", value="")]
    options += [tag("option", _with_label(column, each), value=each) for each in listed.choices(column)]
    return tag("label", visually_hidden(column.label), tag("select", options, data_filter=column.key))


def _order_choice(listed: ReferenceList) -> Markup:
    """Return the choice of an order; in a table the column headings are the buttons for that."""
    orders = [("", "As listed"), ("name", "By name")]
    orders += [(each.key, f"By {each.label}") for each in listed.columns if _is_figure(listed, each)]
    options = [tag("option", words, value=key) for key, words in orders]
    return tag("label", visually_hidden("Order"), tag("select", options, data_part="order"))


def _row_tools() -> Markup:
    return fragment(
        tag("button", "Open all", type="button", class_="button", data_part="open-all", aria_pressed="false"),
        tag("button", "Print cards", type="button", class_="button", data_part="cards"),
    )


def _card_tools(game: Game, listed: ReferenceList) -> Markup:
    """Return what chooses and prints the entries as cards. `data-chosen` says where a character of the game
    has chosen some of them.
    """
    cards = game.sheet.cards if game.sheet else ()
    chosen = next(({"field": each.field, "key": each.key} for each in cards if each.of == listed.name), None)
    options = [tag("option", "All cards", value="all"), tag("option", "No cards", value="none")]
    return tag(
        "div",
        tag(
            "label",
            visually_hidden("Cards to print"),
            tag("select", options, data_part="whose", data_chosen=json.dumps(chosen) if chosen else None),
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


# Rows


def _rows(game: Game, listed: ReferenceList, options: Mapping[str, Mapping[str, Markup]]) -> Markup:
    title = f"list-{listed.name}-title"
    entries = [_row(game, listed, each, options.get(each.id, {})) for each in listed.entries]
    return fragment(
        tag(
            "p",
            tag("span", listed.title, class_="reference__title", id=title),
            _count(listed),
            class_="reference__head",
        ),
        tag("ul", entries, class_="entries-list", role="list", aria_labelledby=title),
    )


def _row(game: Game, listed: ReferenceList, entry: Entry, offers: Mapping[str, Markup]) -> Markup:
    """Return an entry as a row that opens, and beside it what can be done with the entry."""
    figures = _figures(listed)
    line = tag(
        "summary",
        tag("span", entry.name, class_="reference__name entry__name"),
        tag("span", [_figure(each, entry) for each in figures], class_="entry__figures")
        if figures
        else _start(listed, entry),
        class_="entry__line",
    )
    body = tag(
        "div",
        _values(game, listed, entry, [each for each in listed.columns if each not in figures]),
        tag("div", offers["offers"], class_="offers", data_part="offers") if offers else None,
        tag("p", *_more(game, listed, entry), class_="entry__more"),
        class_="entry__body",
    )
    action = _action(game, listed, entry, offers)
    return tag(
        "li",
        tag("details", line, body, class_="entry__details", open=len(listed.entries) <= FEW),
        tag("div", action, class_="entry__action", data_part="roll") if action else None,
        class_="entry",
        id=entry.id,
    )


def _action(game: Game, listed: ReferenceList, entry: Entry, offers: Mapping[str, Markup]) -> Markup | None:
    if offers:
        return offers["roll"]
    if entry.roll_button:
        return roll_button_with_cost(game, entry.roll_button, f"asked-{entry.id}")
    return add_to_tracker_button(game, listed.name, entry.id)


def _start(listed: ReferenceList, entry: Entry) -> Markup:
    """Return the text that an entry without figures starts with, as far as its row has room."""
    return tag("span", _plain(entry.values[listed.columns[0].key]), class_="entry__start", aria_hidden="true")


def _figure(column: Column, entry: Entry) -> Markup:
    value = _plain(entry.values[column.key])
    label = tag("span", column.label, " ", class_="entry__label") if value.isdecimal() else None
    return tag("span", label, tag("span", value, **_data(column, entry)), class_="entry__figure")


def _values(game: Game, listed: ReferenceList, entry: Entry, columns: list[Column]) -> Markup:
    """Return the values that a row doesn't show, and the marks of the entry's rules after the last of them.

    The only text of an entry needs no label.
    """
    texts = [each for each in columns if _longest(listed, each) > MAX_VALUE]
    is_plain = len(texts) == 1 and _longest(listed, texts[0]) > MAX_CAPTIONED
    texts_last = sorted(columns, key=lambda column: column in texts)
    filled = [each for each in texts_last if _text(entry.values[each.key])]
    values = [
        tag(
            "div",
            tag("dt", each.label, class_="visually-hidden" if is_plain and each in texts else None),
            " ",
            tag(
                "dd",
                tag("span", prose_with_dice(game.id, _text(entry.values[each.key])), **_data(each, entry)),
                _marks(game, listed, entry) if [each] == filled[-1:] else None,
            ),
            class_="entry__text" if each in texts else None,
            hidden=each not in filled,
        )
        for each in texts_last
    ]
    return fragment(
        tag("dl", values, class_="entry__values") if values else None,
        None if filled else tag("p", _marks(game, listed, entry), class_="entry__rules"),
    )


def _marks(game: Game, listed: ReferenceList, entry: Entry) -> list[Markup]:
    """Return the marks of the rules that an entry states, or links to its rules."""
    return [
        tag("span", " ", rule_mark(number) if listed.states_rules else rule_link(game.id, number))
        for number in entry.rules
    ]


def _more(game: Game, listed: ReferenceList, entry: Entry) -> Iterator[Any]:
    """Yield the links to the calculators that take the entry, and that to the entry."""
    for each in sides_of_sample(game, listed.name, entry.id):
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


# Tables


def _table(game: Game, listed: ReferenceList, options: Mapping[str, Mapping[str, Markup]]) -> Markup:
    head = tag(
        "tr",
        _head(listed.names, "name", numbers=False),
        [_head(each.label, each.key, numbers=_of_numbers(listed, each)) for each in listed.columns],
        tag("th", listed.chances, scope="col") if listed.query_inputs else None,
    )
    return tag(
        "table",
        tag("caption", listed.title),
        tag("thead", head),
        tag("tbody", [_table_row(game, listed, each, options.get(each.id, {})) for each in listed.entries]),
        class_=classes(
            "reference__table",
            "reference__grid" if listed.grid else None,
            "reference__brief" if listed.success_only else None,
        ),
    )


def _head(label: str, key: str, *, numbers: bool) -> Markup:
    """Return the heading of a column, a button that sorts by it, aligned with its cells."""
    button = tag("button", label, type="button", class_="reference__sort", data_order=key)
    return tag("th", button, scope="col", aria_sort="none", class_="number" if numbers else None)


def _table_row(game: Game, listed: ReferenceList, entry: Entry, offers: Mapping[str, Markup]) -> Markup:
    name = tag(
        "th",
        tag("a", entry.name, href=f"#{entry.id}", class_="reference__name"),
        _marks(game, listed, entry),
        fragment(" ", roll_button_with_cost(game, entry.roll_button, f"asked-{entry.id}"))
        if entry.roll_button
        else None,
        fragment(" ", add_to_tracker_button(game, listed.name, entry.id)),
        [fragment(" ", each) for each in sides_of_sample(game, listed.name, entry.id)],
        scope="row",
    )
    cells = [_cell(game, each, entry) for each in listed.columns]
    offering = tag("td", offers["offers"], class_="offers", data_part="offers") if offers else None
    return tag("tr", name, cells, offering, id=entry.id)


def _cell(game: Game, column: Column, entry: Entry) -> Markup:
    value = entry.values[column.key]
    return tag(
        "td",
        prose_with_dice(game.id, _text(value)),
        **_data(column, entry),
        class_="number" if _is_number(value) else None,
    )
