"""Contract tests of a sheet's rolls: their inputs and chances."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from typing import Any

import pytest

from hooks.contracts.markup import attribute, markup_of
from hooks.contracts.sheets.cases import WITH_SHEET, after, of_every_game, people, request
from hooks.directives.library import Library
from rules_py import odds, web
from rules_py.base import number_format
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.distribution import scale_of
from rules_py.calculators.scale import success_grades
from rules_py.inputs import Choice, Flag, Input, Int
from rules_py.sheets.panel import RollButton
from rules_py.systems import registry
from rules_py.systems.game import Game


@of_every_game
def test_every_roll_of_a_sheet_works_and_has_a_chance(game: Game, library: Library) -> None:
    """Each roll of the sheet can be made, has a name of its own and shows its chance if it can succeed.

    Fix: `label` and `inputs` of the `RollButton`.
    """
    for character in people(game, library):
        html = request(game, character, "play")["play"]["rolls"]
        buttons = markup_of(html).css("button[data-calculator]")
        declared = game.sheet and (game.sheet.play.rolls or game.sheet.check(character).roll_buttons)
        assert buttons or not declared, "expected at least one roll on the sheet, got nothing"
        assert len({each.attributes["data-label"] for each in buttons}) == len(buttons), (
            "expected a different name for each roll"
        )
        for each in buttons:
            inputs = json.loads(attribute(each, "data-inputs"))
            rolled = web.respond(
                json.dumps(
                    {"action": "roll", "calculator": each.attributes["data-calculator"], "inputs": inputs}
                )
            )
            assert json.loads(rolled)["ok"]
            calculator = registry.calculator(attribute(each, "data-calculator"))
            assert "%" in shown_on(each)[1] or not success_grades(scale_of(calculator))


@of_every_game
def test_chance_of_a_roll_is_one_of_its_calculator(game: Game, library: Library) -> None:
    """The chance on a roll is one of its calculator: of a grade, of a grade or better, or a measure.

    Fix: `chance` of the `RollButton`: take it from `odds(…)` with the same inputs.
    """
    asked_about = game.sheet.play.situation if game.sheet and game.sheet.play else ()
    situation = {each.name: each.initial_value for each in asked_about}
    for character in people(game, library):
        for roll in declared_rolls(game, character, situation).values():
            exact_odds = odds(roll.calculator, **roll.inputs)
            grades = [*scale_of(registry.calculator(roll.calculator)).chances(exact_odds).values()]
            measured = [each for each in exact_odds.measures.values() if isinstance(each, Fraction)]
            chances = {*grades, *accumulate(reversed(grades)), *accumulate(grades), *measured}
            assert roll.chance in chances, (
                f"roll {roll.label!r}: chance {roll.chance} isn't in the odds of {roll.calculator} with {roll.inputs}"
            )


def declared_rolls(
    game: Game, character: Mapping[str, Any], situation: Mapping[str, Any]
) -> dict[Any, RollButton]:
    """Return the rolls that a sheet declares in this situation, by position."""
    assert game.sheet
    if game.sheet.play.rolls is None:  # it offers every calculator of the game as it is
        return {}
    panels = game.sheet.panels_in_play(*game.sheet.parse_and_evaluate(character), situation)
    return {
        (panel.title, number, place): cell
        for panel in panels
        for number, row in enumerate(panel.rows)
        for place, cell in enumerate(row)
        if isinstance(cell, RollButton)
    }


def conditions(game: Game, character: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the character, and variants with each other choice, flag and end of a track."""
    declared = game.sheet
    assert declared
    yield character
    tapped = {each.field for each in declared.play.fields}
    for path in (*(each.name for each in declared.fields), *tapped):
        each = declared.at(path)
        if isinstance(each, Choice):
            values: list[Any] = list(each.options)
        elif isinstance(each, Flag):
            values = [True, False]
        else:
            values = [each.low, each.high] if isinstance(each, Int) and path in tapped else []
        for value in values:
            changed = after(character, {path: value})
            if changed != character:
                yield changed


def moments(game: Game) -> Iterator[dict[str, Any]]:
    """Yield the default situation, and variants with one and with all inputs changed."""
    assert game.sheet
    usual = {each.name: each.initial_value for each in game.sheet.play.situation}
    others = {each.name: other_values(each) for each in game.sheet.play.situation}
    yield usual
    yield from ({**usual, name: value} for name, values in others.items() for value in values)
    yield {name: values[0] for name, values in others.items()}


def numbers_in(value: object) -> set[int]:
    """Return every whole number in JSON data and its texts."""
    return {
        int(each)
        for each in re.findall(r"(?<![\d.])\d+(?![\d.])", json.dumps(to_jsonable(value), ensure_ascii=False))
    }


def shown_on(button: Any) -> tuple[str, str]:
    """Return the text of a roll's button, or else the heading of its column, and its chance, or ""."""
    words, chance = button.css_first(".roll-button__word"), button.css_first(".chance")
    column = "" if button.parent.tag != "td" else attribute(button.parent, "data-label")
    return words.text() if words else column, chance.text(deep=False) if chance else ""


@of_every_game
def test_button_shows_numbers_and_chance_of_its_request(game: Game, library: Library) -> None:
    """A button of a roll shows numbers and a chance that belong to the inputs it sends.

    Fix: `button_text`, `inputs` and `chance` of the `RollButton`, from the same character and situation.
    """
    declared = game.sheet
    assert declared
    chances: dict[tuple[str, str], set[str]] = {}
    for character in people(game, library):
        for data in conditions(game, character):
            played = (request(game, data, "play", situation=to_jsonable(each)) for each in moments(game))
            pages = [
                request(game, data, "report")["report"]["html"],
                *(each["play"]["rolls"] for each in played),
            ]
            for button in (
                button for page in pages for button in markup_of(page).css("button[data-calculator]")
            ):
                words, chance = shown_on(button)
                if button.css_first(".roll-button__word"):
                    name = " ".join(button.text().split())
                    assert f": {words} {chance}".rstrip() in name, (
                        f"roll of {attribute(button, 'data-calculator')}: its accessible name {name!r} "
                        f"doesn't contain what is seen of it, {words} {chance}"
                    )
                calculator, sent = attribute(button, "data-calculator"), attribute(button, "data-inputs")
                inputs = json.loads(sent)
                labels = [each.label for each in scale_of(registry.calculator(calculator)).grades]
                assert numbers_in(words) <= numbers_in(inputs) | numbers_in(labels), (
                    f"roll of {calculator}: {words!r} contains a number that isn't in its inputs"
                )
                if (calculator, sent) not in chances:
                    chances[calculator, sent] = chances_of(calculator, inputs)
                assert chance in (*chances[calculator, sent], ""), (
                    f"roll of {calculator}: chance {chance} isn't in its odds"
                )


def chances_of(calculator: str, inputs: Mapping[str, Any]) -> set[str]:
    """Return as percentages the chances of grades, of ranges of grades, and all measures."""
    exact_odds, scale = odds(calculator, **inputs), scale_of(registry.calculator(calculator))
    by_grade = scale.chances(exact_odds)
    grades = [*by_grade.values()]
    if not scale.grades and (0 not in by_grade or {*by_grade} == {0}):
        grades.append(Fraction())  # a scale of numbers lacks those that can’t come up: none, or any at all
    measured = [each for each in exact_odds.measures.values() if isinstance(each, Fraction)]
    every = {*grades, *accumulate(reversed(grades)), *accumulate(grades), *measured}
    return {number_format.percent(each) for each in every}


def other_values(field: Input) -> list[Any]:
    """Return some values of an input of the situation other than its default."""
    usual = field.initial_value
    if isinstance(field, Flag):
        return [not usual]
    if isinstance(field, Int):
        return [each for each in (usual + 1, field.low) if each != usual]
    if isinstance(field, Choice):
        return [value for each in field.options if (value := field.parse(each)) != usual]
    return [field.parse([*usual, usual[-1]])]


@pytest.mark.parametrize(
    "game",
    [pytest.param(each, id=each.id) for each in WITH_SHEET if each.sheet and each.sheet.play.situation],
)
def test_situation_only_adds_to_the_character(game: Game, library: Library) -> None:
    """Each input of the situation changes some chance, and only adds to what a character brings.

    Fix: remove inputs without effect from `situation=` of `Play`, or use them in the `RollButton`'s
    `situation=`.
    """
    assert game.sheet
    usual = {each.name: each.initial_value for each in game.sheet.play.situation}
    matters = set()
    for character in people(game, library):
        before = declared_rolls(game, character, usual)
        for declared in game.sheet.play.situation:
            for value in other_values(declared):
                after = declared_rolls(game, character, {**usual, declared.name: value})
                for place in before.keys() & after.keys():
                    one, other = before[place], after[place]
                    if one.chance != other.chance:
                        matters.add(declared.name)
                    for name in one.character_inputs.keys() & other.character_inputs.keys():
                        if one.character_inputs[name] != other.character_inputs[name]:
                            assert to_jsonable(one.character_inputs[name]) != to_jsonable(
                                declared.initial_value
                            ), f"throw {one.label!r}: it brings {name!r}, which the situation decides"
    assert matters == {*usual}, f"no roll's chance depends on {sorted({*usual} - matters)} of the situation"
