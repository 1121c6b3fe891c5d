"""The rolls that entries of a reference list offer, and the form of the inputs above the list."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rules_py.base import number_format
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.calculators.distribution import scale_of
from rules_py.calculators.scale import success_grades
from rules_py.inputs import Flag
from rules_py.present.forms import render_fields
from rules_py.present.house_figures import decided_inputs, options_attribute
from rules_py.present.html import Markup, fragment, tag, visually_hidden
from rules_py.present.input_text import value_text
from rules_py.present.links import prose
from rules_py.present.loading_status import status
from rules_py.present.odds import shares_bar
from rules_py.present.reference.columns import has_rows
from rules_py.present.roll_buttons import roll_button
from rules_py.present.tone_icons import tone_icon
from rules_py.sheets.reference_list import ReferenceList, RollOption
from rules_py.systems.game import Game

type _Known = dict[str, tuple[str, Markup]]
"""The chances of earlier entries: many entries of a list have the same roll."""


def with_roll_form(game: Game, reference_list: ReferenceList, entries: Markup) -> Markup:
    """Return the entries below the form of the list's inputs, collapsed to a line with their values."""
    if not reference_list.query_inputs:
        return tag("dice-roll-buttons", entries, status())
    own_id = f"asked-{reference_list.name}"
    form = tag(
        "form",
        render_fields(own_id, game.id, reference_list.query_inputs, reference_list.initial_query),
        class_="calc__form reference__inputs",
        data_part="inputs",
        id=own_id,
        novalidate=True,
        autocomplete="off",
    )
    figures = tag(
        "summary", render_list_inputs(reference_list, reference_list.initial_query), data_part="values"
    )
    asking = tag("details", figures, form, class_="note-line reference__asking")
    message = tag("p", class_="calc__message", data_part="message", role="alert")
    initial_options = reference_list.options_by_entry(reference_list.initial_query).values()
    rolls = [each for options in initial_options for each in options if isinstance(each, RollOption)]
    return tag(
        "dice-roll-buttons",
        asking,
        message,
        entries,
        status(),
        data_list=f"{game.id}.{reference_list.name}",
        data_options=options_attribute(*(_calculator(game, each) for each in rolls)),
    )


def render_list_inputs(reference_list: ReferenceList, values: Mapping[str, Any]) -> Markup:
    """Return the inputs above a list as one line; flags that are off are named only if all are off."""
    named = [
        each.title if isinstance(each, Flag) else f"{each.title}: {value_text(each, values.get(each.name))}"
        for each in reference_list.query_inputs
        if not isinstance(each, Flag) or values.get(each.name)
    ]
    return fragment(" · ".join(named or (f"{each.title}: no" for each in reference_list.query_inputs)))


def render_roll_options(
    game: Game,
    reference_list: ReferenceList,
    request: Mapping[str, Any],
    house: Mapping[str, Any] | None = None,
) -> dict[str, dict[str, Markup]]:
    """Return each entry's rolls for the inputs above the list, by its id: the HTML of each part of the entry
    that shows them. `house` are the values of the table's house rules. Raises InputError.
    """
    known: dict[str, tuple[str, Markup]] = {}
    rows = has_rows(reference_list)
    offered = {
        id: tuple(_by_house_rules(game, reference_list, each, house or {}) for each in options)
        for id, options in reference_list.options_by_entry(request).items()
    }
    return {
        id: _row_offers(game, options, known) if rows else {"offers": _cell_offers(game, options, known)}
        for id, options in offered.items()
    }


def _by_house_rules(
    game: Game, reference_list: ReferenceList, option: RollOption | str, house: Mapping[str, Any]
) -> RollOption | str:
    """Return the option under house rules, except for those that are set above the list."""
    if isinstance(option, str) or not house:
        return option
    calculator = _calculator(game, option)
    inputs = {
        each.name: option.inputs[each.name]
        for each in reference_list.query_inputs
        if each.name in option.inputs
    }
    own_inputs = decided_inputs(calculator, option.inputs) | inputs
    return replace(option, inputs={**option.inputs, **calculator.with_house_rules(house, own_inputs)})


def _options(game: Game, option: RollOption) -> str | None:
    calculator = _calculator(game, option)
    return options_attribute(calculator, named=decided_inputs(calculator, option.inputs))


def _calculator(game: Game, option: RollOption) -> Calculator:
    return next(each for each in game.calculators if each.id == option.calculator)


def _cell_offers(game: Game, options: tuple[RollOption | str, ...], known: _Known) -> Markup:
    """Return the roll options for a cell of a table: the chance of success, and the button."""
    return fragment(
        tag("p", prose(game.id, each), class_="offer__none")
        if isinstance(each, str)
        else tag("div", _chance_and_button(game, each, known), class_="offer__head")
        for each in options
    )


def _row_offers(game: Game, options: tuple[RollOption | str, ...], known: _Known) -> dict[str, Markup]:
    """Return the first roll for the row, and for the part below it the chances of every result of each
    roll.
    """
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
    """Return one roll option with the chance of every possible result, or the reason why there is none."""
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


def _chances_of(bound: BoundCalculator) -> tuple[str, Markup]:
    """Return the chance of success, if the scale defines it, and every possible result with its chance, the
    most welcome first.
    """
    odds, scale = bound.odds(), scale_of(bound.calculator)
    chances = scale.chances(odds)
    grades = [each for each in scale.grades_of(odds)[::-1] if chances[each.key]]
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
