"""A picker of the characters whose values fill in a calculator: a roll of a saved character, a side, or the
whole party.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from rules_py.base import number_format
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.duel_sides import DuelSides, SideOption
from rules_py.calculators.house_rules import Values
from rules_py.calculators.party_rows import PartyRows
from rules_py.inputs import Input
from rules_py.present.components import button
from rules_py.present.html import Markup, fragment, tag
from rules_py.present.shared_labels import UNNAMED
from rules_py.present.sides import takers
from rules_py.sheets.panel import RollButton
from rules_py.sheets.sheet import SheetReport
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.game import Game


@dataclass(frozen=True)
class _Person:
    """A character's name, and the options for filling in the calculator, which are the second choice."""

    name: str
    options: Sequence[Markup]


def render_character_picker(
    own_id: str, calculator: Calculator, several: Sequence[tuple[str, SheetReport]]
) -> Markup | None:
    """Return the choices of a saved character whose sheet rolls this calculator, and of a roll, or None if
    there are none.

    A roll contains the inputs that the character determines; those of the situation stay unchanged in the
    form.
    """
    known = [(name or UNNAMED, _rolls(calculator, report)) for name, report in several]
    people = [_Person(name, [_option(name, each) for each in rolls]) for name, rolls in known if rolls]
    if not people:
        return None
    help = "Pin one character’s odds, then fill in another’s to compare them side by side."
    fill_in = button("Fill in", type="submit")
    return _chooser(own_id, {"": people}, "Roll", [fill_in], help)


def render_side_picker(
    own_id: str, game: Game, sides: DuelSides, saved: Sequence[Mapping[str, Any]], house: Values
) -> Markup | None:
    """Return the choices of a character or a preset for each side, or None if no one can take a side.

    `house` are the house rules of the table, which the presets follow.
    """
    assert game.tracker
    assert game.tracker.setup
    calculator = next(each for each in game.calculators if each.id == sides.calculator)
    ready_made = (each.participant for each in game.tracker.setup.samples)
    samples = game.tracker.participants_under(house, ready_made)
    groups = {
        title: [
            _Person(each.name, [_side_option(each.name, way) for way in each.ways])
            for each in takers(game, sides, participants)
        ]
        for title, participants in (("Yours", saved), ("Ready-made", samples))
    }
    if not any(groups.values()):
        return None
    buttons = [
        button(f"As {_in_running_text(each)}", type="submit", data_side=each.name)
        for each in calculator.inputs
        if each.name in sides.inputs
    ]
    help = "Fills in one side; the others stay as they are."
    return _chooser(own_id, groups, "Using", buttons, help)


def render_party_picker(
    own_id: str, party: PartyRows, sheets: Sequence[tuple[str, ParsedSheet]]
) -> Markup | None:
    """Return the choice of a roll that fills the list of a calculator with everyone who makes it, or None if
    no one makes any.
    """
    rolls: dict[str, list[Mapping[str, Any]]] = {}
    for name, sheet in sheets:
        called = {party.name: name or UNNAMED} if party.name else {}
        for label, row in party.rolls(sheet).items():
            rolls.setdefault(label, []).append({**called, **row})
    if not rolls:
        return None
    options = [
        tag(
            "option",
            label if len(rows) == len(sheets) else f"{label} ({len(rows)} of {len(sheets)})",
            value=json.dumps({"inputs": {party.rows: rows}, "name": label}, ensure_ascii=False),
            data_roll=label,
        )
        for label, rows in rolls.items()
    ]
    control = tag("select", options, id=f"{own_id}--roll-0", data_characters="roll")
    return _frame(
        [_field("Roll", f"{own_id}--roll-0", control)],
        [button("Fill in", type="submit")],
        "Replaces the list with your saved characters.",
    )


def _side_option(name: str, way: SideOption) -> Markup:
    option = {"side": to_jsonable(way.value), "name": f"{name}, {way.label}"}
    return tag("option", way.label, value=json.dumps(option, ensure_ascii=False), data_roll=way.label)


def _in_running_text(side: Input) -> str:
    return f"{side.label[:1].lower()}{side.label[1:]}"


def _chooser(
    own_id: str, groups: Mapping[str, Sequence[_Person]], second: str, buttons: Sequence[Markup], help: str
) -> Markup:
    """Return the choices of a character, in titled groups, and of one of that character's options."""
    people = [each for group in groups.values() for each in group]
    seconds = [
        _field(
            second,
            f"{own_id}--roll-{place}",
            tag("select", each.options, id=f"{own_id}--roll-{place}", data_characters="roll"),
        )
        for place, each in enumerate(people)
    ]
    return _frame(
        [_field("Character", f"{own_id}--who", _person_choice(own_id, groups)), *seconds], buttons, help
    )


def _frame(fields: Sequence[Markup], buttons: Sequence[Markup], help: str) -> Markup:
    return tag(
        "form",
        fields,
        buttons,
        tag("p", help, class_="field__help"),
        class_="compare__frame compare__characters",
        novalidate=True,
        autocomplete="off",
    )


def _person_choice(own_id: str, groups: Mapping[str, Sequence[_Person]]) -> Markup:
    """Return the choice of a character, by position among all of them."""
    place, optgroups = count(), []
    for title, people in groups.items():
        options = [tag("option", each.name, value=next(place)) for each in people]
        optgroups.append(tag("optgroup", options, label=title) if title and options else fragment(options))
    return tag("select", optgroups, id=f"{own_id}--who", data_characters="character")


def _field(label: str, own_id: str, control: Markup) -> Markup:
    return tag("div", tag("label", label, for_=own_id, class_="field__label"), control, class_="field")


def _rolls(calculator: Calculator, report: SheetReport) -> list[RollButton]:
    """Return the rolls of this calculator with inputs that the character determines, each once, whatever the
    situation.
    """
    buttons = {
        (each.label, json.dumps(to_jsonable(each.character_inputs))): each
        for each in reversed(report.roll_buttons)
        if each.calculator == calculator.id and each.character_inputs
    }
    return [*reversed(buttons.values())]


def _option(name: str, roll: RollButton) -> Markup:
    """Return the roll, with its chance unless that depends on the situation."""
    option = {"inputs": to_jsonable(roll.character_inputs), "name": f"{name}, {roll.label}"}
    chance = "" if roll.situation or not roll.shows_chance else f" ({number_format.percent(roll.chance)})"
    words = fragment(roll.label, chance)
    return tag("option", words, value=json.dumps(option, ensure_ascii=False), data_roll=roll.label)
