"""Contract tests of house rules: each option changes all that depends on it; the book's values, nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, permutations, product
from typing import Any

import pytest

from hooks.contracts.calculators import settings
from hooks.contracts.forecasts import ByActions, compare_states
from hooks.contracts.reference_odds import holds
from hooks.contracts.shared_results import odds
from hooks.contracts.sheets.cases import DOCS, library, people
from hooks.contracts.sheets.rolls import chances_of, declared_rolls, other_values
from hooks.directives.library import Library
from rules_py.base import number_format
from rules_py.base.errors import InputError
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.house_rules import Option
from rules_py.inputs import Int
from rules_py.systems import registry
from rules_py.systems.game import Game
from rules_py.tracker import TrackerSpec, from_preset_under, read_encounter, replay

__all__ = [
    "library",
    "test_calculator_depends_on_each_house_rule_it_takes",
    "test_forecast_follows_the_actions_under_each_house_rule",
    "test_house_rule_reaches_a_calculator_or_sheet",
    "test_odds_are_exact_under_each_house_rule",
    "test_odds_are_exact_under_house_rules_together",
    "test_sheet_button_has_its_chance_under_each_house_rule",
    "test_sheet_button_has_its_chance_under_house_rules_together",
    "test_sheet_with_the_values_of_the_book_is_unchanged",
    "test_encounter_starts_under_each_house_rule",
]

WITH_OPTIONS = [game for game in registry.games() if game.options]

OPTIONS = [
    pytest.param(game, option, id=f"{game.id}-{option.name}")
    for game in WITH_OPTIONS
    for option in game.options
]

OPTION_CASES = [
    pytest.param(calculator, option, id=f"{calculator.id}-{option.name}")
    for game in WITH_OPTIONS
    for calculator in game.calculators
    for option in game.options
    if option.input in calculator.inputs
]

TAKING_SEVERAL = [
    pytest.param(calculator, id=calculator.id)
    for game in WITH_OPTIONS
    for calculator in game.calculators
    if calculator.rolls_dice and sum(each.input in calculator.inputs for each in game.options) > 1
]

WITH_SHEET = [pytest.param(game, id=game.id) for game in WITH_OPTIONS if game.sheet]

WITH_TRACKER = [pytest.param(game, id=game.id) for game in WITH_OPTIONS if game.tracker]


def tried_values(option: Option) -> list[Any]:
    """Return the other values of an option; of a number the ends of its range and those beside the book's."""
    values = option.other_values
    if isinstance(option.input, Int):
        book = option.book_value
        near = (option.input.low, book - 1, book + 1, option.input.high)
        values = [value for value in dict.fromkeys(near) if value in values]
    return values


def each_value_alone(options: Iterable[Option]) -> Iterator[dict[str, Any]]:
    """Yield house rules with each other value of one option."""
    for option in options:
        for value in tried_values(option):
            yield {option.name: value}


def each_pair_of_values(options: Iterable[Option]) -> list[dict[str, Any]]:
    """Return house rules that combine the lowest and highest value of each option with those of the others.

    They test what depends on two options, in far fewer cases than there are pairs.
    """
    values_of = {
        each.name: sorted({tried_values(each)[0], tried_values(each)[-1]}, key=str) for each in options
    }
    remaining_pairs = {
        pair
        for one, other in combinations(values_of, 2)
        for pair in product(*_named_values(values_of, one, other))
    }
    rows = []
    while remaining_pairs:
        row = dict(min(remaining_pairs, key=str))
        for name, values in values_of.items():
            if name not in row:
                row[name] = max(values, key=lambda value: len(remaining_pairs & _pairs({**row, name: value})))
        rows.append({name: row[name] for name in values_of})
        remaining_pairs -= _pairs(row)
    return rows


def _named_values(values_of: Mapping[str, list[Any]], *names: str) -> list[list[tuple[str, Any]]]:
    return [[(name, value) for value in values_of[name]] for name in names]


def _pairs(row: Mapping[str, Any]) -> set[tuple[tuple[str, Any], ...]]:
    """Return each two of the values, in either order."""
    return {*permutations(row.items(), 2)}


def tried_inputs(calculator: Calculator, house: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the initial inputs and the examples with these values, where they are possible together."""
    for inputs in settings(calculator, largest=False):
        changed = {**inputs, **house}
        try:
            calculator.parse(changed)
        except InputError:
            continue
        yield changed


def result(calculator: Calculator, inputs: Mapping[str, Any]) -> Any:
    """Return the odds with their measures, or the answer, or the codes of a refusal, as plain data."""
    try:
        bound = calculator.bind(inputs)
        return to_jsonable(odds(calculator.id, **inputs) if calculator.has_odds else bound.answer().to_json())
    except InputError as error:
        return [*error.codes]


@pytest.mark.parametrize(("calculator", "option"), OPTION_CASES)
def test_calculator_depends_on_each_house_rule_it_takes(calculator: Calculator, option: Option) -> None:
    """Each house rule that a calculator takes changes its answer for some inputs.

    Fix: remove the input, use it in the mechanic, or add `examples` of the calculator in which it matters.
    """
    for inputs in settings(calculator, largest=False):
        by_book = result(calculator, {**inputs, option.name: option.book_value})
        if any(result(calculator, {**inputs, option.name: each}) != by_book for each in tried_values(option)):
            return
    pytest.fail(f"{option.name} changes nothing in {calculator.id}", pytrace=False)


@pytest.mark.parametrize(
    ("calculator", "option"),
    [each for each in OPTION_CASES if isinstance(each.values[0], Calculator) and each.values[0].rolls_dice],
)
def test_odds_are_exact_under_each_house_rule(calculator: Calculator, option: Option) -> None:
    """The odds equal an enumeration of all faces under each value of a house rule.

    Fix: the mechanic or its `closed_form`: both must take the option.
    """
    for value in tried_values(option):
        if cases := [*tried_inputs(calculator, {option.name: value})]:
            holds(calculator, cases)


@pytest.mark.parametrize("calculator", TAKING_SEVERAL)
def test_odds_are_exact_under_house_rules_together(calculator: Calculator) -> None:
    """The odds equal an enumeration of all faces under each pair of house rules.

    Fix: the mechanic or its `closed_form`: both must take all options.
    """
    options = registry.game(calculator.game).options
    for house in each_pair_of_values(each for each in options if each.input in calculator.inputs):
        if cases := [*tried_inputs(calculator, house)]:
            holds(calculator, cases)


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_house_rule_reaches_a_calculator_or_sheet(game: Game, option: Option) -> None:
    """Each house rule reaches a calculator, the sheet or the tracker.

    Fix: declare `option.input` in the inputs of the calculators that rest on it, and read it in the sheet
    and the tracker.
    """
    in_calculators = any(option.input in calculator.inputs for calculator in game.calculators)
    assert in_calculators or changes_a_sheet(game, option), f"{option.name} reaches nothing"


def changes_a_sheet(game: Game, option: Option) -> bool:
    """Return whether an option changes the check of any sheet."""
    sheet = game.sheet
    if not sheet:
        return False
    for character in people(game, Library(DOCS)):
        before = render_judgement(game, character)
        for value in tried_values(option):
            if render_judgement(game, {**character, "house": {option.name: value}}) != before:
                return True
    return False


def render_judgement(game: Game, character: Mapping[str, Any]) -> str:
    """Return all that the rules say about a sheet, as text."""
    assert game.sheet
    reading, report = game.sheet.parse_and_evaluate(character)
    usual = {each.name: each.initial_value for each in game.sheet.play.situation}
    played = game.sheet.panels_in_play(reading, report, usual)
    steps = [(each.title, each.why, each.available) for each in report.steps]
    return repr((report.to_json(), report.panels, played, report.notes, report.totals, steps, report.to_do))


@pytest.mark.parametrize("game", WITH_SHEET)
def test_sheet_with_the_values_of_the_book_is_unchanged(game: Game, library: Library) -> None:
    """A sheet with the book's values has the same result as one without house rules.

    Fix: compare with the book's value, not with whether a value is given.
    """
    book = {option.name: option.book_value for option in game.options}
    for character in people(game, library):
        assert render_judgement(game, {**character, "house": book}) == render_judgement(game, character)


@pytest.mark.parametrize(
    ("game", "option"),
    [each for each in OPTIONS if isinstance(each.values[0], Game) and each.values[0].sheet],
)
def test_sheet_button_has_its_chance_under_each_house_rule(
    game: Game, option: Option, library: Library
) -> None:
    """The chance on a roll of the sheet is the chance of what it rolls, under each house rule.

    Fix: take `chance` of the `RollButton` from the same option, `sheet.house[…]`.
    """
    check_buttons(game, library, [{option.name: value} for value in tried_values(option)])


@pytest.mark.parametrize("game", WITH_SHEET)
def test_sheet_button_has_its_chance_under_house_rules_together(game: Game, library: Library) -> None:
    """The chance on a roll of the sheet is the chance of what it rolls, under each two values of house rules
    and in each situation. Those that its calculator takes are house rules of the sheet.

    Fix: take `chance` of the `RollButton` from the same options, `sheet.house[…]`, and name them in `options`
    of the sheet.
    """
    check_buttons(game, library, each_pair_of_values(game.options), every_situation=True)


def check_buttons(
    game: Game, library: Library, houses: list[dict[str, Any]], *, every_situation: bool = False
) -> None:
    """Check the chance on each roll of the ready characters of a book under each of these house rules."""
    assert game.sheet
    inputs, house_options = game.sheet.play.situation, {each.name for each in game.sheet.options}
    usual = {each.name: each.initial_value for each in inputs}
    situations = [usual]
    if every_situation:
        situations += [{**usual, each.name: value} for each in inputs for value in other_values(each)]
    chances_by_roll: dict[str, set[str]] = {}
    for character, house in product(people(game, library), houses):
        data = {**character, "house": house}
        buttons = [*game.sheet.check(data).roll_buttons]
        for situation in situations:
            buttons += declared_rolls(game, data, situation).values()
        for button in buttons:
            missing = game.sheet.house_inputs[button.calculator] - house_options
            assert not missing, f"roll {button.label!r}: {missing} aren't among the options of the sheet"
        for button in (each for each in buttons if each.shows_chance):
            key = json.dumps([button.calculator, to_jsonable(button.inputs)])
            if key not in chances_by_roll:
                chances_by_roll[key] = chances_of(button.calculator, button.inputs)
            percentage = number_format.percent(button.chance)
            assert percentage in chances_by_roll[key], (
                f"roll {button.label!r} with {house}: chance {percentage} isn't in the odds of "
                f"{button.calculator} with {button.inputs}"
            )


@pytest.mark.parametrize("game", WITH_TRACKER)
def test_encounter_starts_under_each_house_rule(game: Game) -> None:
    """An encounter starts, renders and is read again under each house rule; default values change nothing.

    Fix: `begin` and `to_json` of the state, which get the value of each option in `setup["house"]`.
    """
    tracker = game.tracker
    assert tracker
    book = {option.name: option.book_value for option in game.options}
    for start in tracker.presets:
        plain = start_encounter(tracker, start, {})
        assert start_encounter(tracker, start, book) == plain
        for house in (*each_value_alone(game.options), *each_pair_of_values(game.options)):
            start_encounter(tracker, start, house)


@pytest.mark.parametrize("game", WITH_TRACKER)
def test_forecast_follows_the_actions_under_each_house_rule(game: Game) -> None:
    """The states of the forecast follow the actions of the tracker under each house rule.

    Fix: `model` of the forecast, which must read the house rules of the state.
    """
    tracker = game.tracker
    assert tracker
    if not tracker.forecast:
        pytest.skip("no forecast")
    for start in tracker.presets:
        for house in (*each_value_alone(game.options), *each_pair_of_values(game.options)):
            state = replay(
                tracker, read_encounter(tracker, from_preset_under(tracker, start, house).to_json())
            ).state
            if not tracker.forecast.unavailable(state):
                model = tracker.forecast.model(state)
                if isinstance(model, ByActions):
                    compare_states(tracker, state, most=6)


def start_encounter(tracker: TrackerSpec[Any], start: Any, house: Mapping[str, Any]) -> Any:
    """Return the first state of an encounter as plain data, after reading and rendering it."""
    state = replay(tracker, read_encounter(tracker, from_preset_under(tracker, start, house).to_json())).state
    data = json.loads(json.dumps(to_jsonable(state.to_json())))
    again = tracker.read(data)
    assert to_jsonable(again.to_json()) == data
    tracker.view(state, "")
    return data
