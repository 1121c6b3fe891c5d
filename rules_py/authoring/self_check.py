"""Checks of calculators, sheets and trackers before readers use them.

They find mistakes that no example on a page happens to show.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

from rules_py.authoring.samples import event_for, fields_for
from rules_py.base.errors import DeclarationError, InputError, TooManyBranchesError, format_value, join_or
from rules_py.base.jsonable import key_text, to_jsonable
from rules_py.base.suggest import KnownNames
from rules_py.calculators.calculator import BoundCalculator, Calculator, Inputs
from rules_py.calculators.measure import CHANCE, VALUE
from rules_py.calculators.outcome import Outcome
from rules_py.dice.incremental import run_to_completion
from rules_py.dice.recording import SeededDice
from rules_py.inputs import Choice, Flag, Input, Int, Record
from rules_py.sheets.panel import Cost, OpenChoices, RollButton
from rules_py.sheets.sheet import Sheet
from rules_py.systems.game import Game
from rules_py.tracker import (
    Action,
    ActionOption,
    Preset,
    Replay,
    SetupSpec,
    TrackerSpec,
    apply_change,
    from_preset,
    new_encounter,
    read_encounter,
    replay,
)
from rules_py.tracker.forecast import ForecastSpec
from rules_py.tracker.forecast_solver import compute_forecast

_SEEDS = range(3)
_CHARACTERS = 40
_MOST_VALUES = 12
_MOMENTS = 6
"""At how many moments of each scene every action is tried."""


def check_calculator(calculator: Calculator) -> Iterator[DeclarationError]:
    """Yield what is wrong with the calculator: missing texts, invalid inputs, inconsistent odds or published
    odds.

    Raises whatever the game's own Python raises.
    """
    yield from _words(calculator)
    usual = {each.name: each.initial_value for each in calculator.inputs}
    settings: list[tuple[str, Inputs]] = [("initial values", {})]
    settings += [(f"example {number}", each) for number, each in enumerate(calculator.examples, 1)]
    sound: list[BoundCalculator] = []
    for what, inputs in (*settings, ("worst_case", calculator.worst_case)):
        try:
            sound.append(calculator.bind(usual | dict(inputs)))
        except InputError as error:
            yield _wrong(calculator, what, error.value, error.expected, str(error.faults[0]))
    for setting in sound[: len(settings)]:
        yield from _odds(setting) if calculator.has_odds else _figures(setting, setting.answer())
    for published in calculator.published:
        try:
            setting = calculator.bind(dict(published.inputs))
        except InputError as error:
            yield _wrong(calculator, "published odds", error.value, error.expected, str(error.faults[0]))
            continue
        if not calculator.has_odds:
            ours: Any = setting.answer()
        else:
            ours = calculator.scale.chances(setting.odds()) if calculator.scale else setting.odds()
        for key, chance in published.chances.items():
            if ours.get(key, 0) != chance:
                what = f"published odds of {key_text(key)} with {dict(published.inputs)}"
                message = f"the game prints {chance}, but the calculator gives {ours.get(key, 0)}"
                yield _wrong(calculator, what, chance, "", message)


def _wrong(
    calculator: Calculator, what: str, value: object, expected: str, message: str = ""
) -> DeclarationError:
    return DeclarationError(f"calculator {calculator.id}: {what}", value, expected, message=message)


def _words(calculator: Calculator) -> Iterator[DeclarationError]:
    if not calculator.title:
        yield _wrong(calculator, "title", calculator.title, "a short text for headings")
    if not calculator.summary.endswith((".", "?")):
        yield _wrong(calculator, "summary", calculator.summary, "a sentence that ends in . or ?")
    for each in calculator.inputs:
        if not each.label:
            yield _wrong(calculator, f"input {each.name}: label", each.label, "a short text for the form")


def _odds(bound: BoundCalculator) -> Iterator[DeclarationError]:
    """Yield what is wrong with the odds, and with a few rolls with these inputs."""
    calculator = bound.calculator
    seeds = _SEEDS if calculator.rolls_dice else ()
    rolled = [bound.roll(SeededDice(seed)) for seed in seeds]
    for seed, outcome in zip(seeds, rolled, strict=True):
        again = bound.roll(SeededDice(seed))
        if again != outcome:
            message = (
                f"two rolls with the seed {seed} gave {outcome.values()} and {again.values()}. "
                "Use no source of chance but `dice`."
            )
            yield _wrong(calculator, "mechanic", again.values(), "", message)
            return
    odds = bound.odds()
    if sum(odds.weights.values()) != odds.total_weight:
        total = str(Fraction(sum(odds.weights.values()), odds.total_weight))
        yield _wrong(calculator, "sum of all chances", total, "1")
    if calculator.scale:
        calculator.scale.chances(odds)
    yield from _figures(bound, odds.measures)
    for seed, outcome in enumerate(rolled):
        if outcome not in odds:
            message = (
                f"a roll with the seed {seed} and {dict(bound.inputs)} gave {outcome.values()}, "
                "which isn't in the odds of its closed_form"
            )
            yield _wrong(calculator, "mechanic", outcome.values(), "", message)
            break
        if not outcome.verdict:
            yield _wrong(calculator, "verdict", outcome.verdict, "the result as text")


def _figures(bound: BoundCalculator, answer: Any) -> Iterator[DeclarationError]:
    """Yield measures that are undeclared or have the wrong kind."""
    calculator = bound.calculator
    for name, value in answer.items():
        measure = calculator.measure(name)
        fractions = fractions_in(value)
        if measure is None:
            message = f"{name!r} isn't declared. Add Measure({name!r}, label)."
            yield _wrong(calculator, "measures", name, "", message)
        elif fractions and not measure.words and measure.kind not in (CHANCE, VALUE):
            yield _wrong(calculator, f"measure {name}: kind", measure.kind, "chance or figure")
        elif measure.is_chance and not all(0 <= each <= 1 for each in fractions):
            beyond = next(each for each in fractions if not 0 <= each <= 1)
            message = f"{beyond} isn't a chance from 0 to 1. Use kind='figure' for other numbers."
            yield _wrong(calculator, f"measure {name}", beyond, "", message)


def fractions_in(value: Any) -> list[Fraction]:
    """Return all fractions in a value, however deep."""
    if isinstance(value, Fraction):
        return [value]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [fraction for each in inside for fraction in fractions_in(each)]


def check_sheet(game: Game) -> Iterator[DeclarationError]:
    """Yield what is wrong with the game's sheet, blank and with random values.

    Raises whatever the game's own Python raises.
    """
    sheet = game.sheet
    if sheet is None:
        return
    drawn = (fields_for(sheet.fields, Random(seed)) for seed in range(_CHARACTERS))
    moment = {each.name: each.initial_value for each in sheet.play.situation}
    costs = _Costs(game, sheet)
    for data in (sheet.blank(), *drawn):
        reading, report = sheet.parse_and_evaluate(data)
        in_play = sheet.panels_in_play(reading, report, moment)
        for problem in report.problems:
            if problem.top not in data and problem.top not in {each.name for each in sheet.fields}:
                expected = join_or(each.name for each in sheet.fields)
                yield _wrong_on_sheet(game, f"field of problem {problem.code}", problem.field, expected)
        for panel in (*report.panels, *in_play):
            for cell in (cell for row in panel.rows for cell in row):
                yield from _cell(game, costs, panel.title, cell)


def check_tracker(game: Game) -> Iterator[DeclarationError]:
    """Yield what is wrong with the starts of the game's tracker, its setup, its forecast and its saved logs.

    Raises whatever the game's own Python raises.
    """
    tracker = game.tracker
    if tracker is None:
        return
    forecast_checked = False
    for start in tracker.presets:
        about = f"tracker of {game.id}: preset {start.id}"
        try:
            state = tracker.initial_state(Record(fields=tracker.setup_inputs).parse(start.state))
            tracker.view(state, "")
        except InputError as error:
            yield DeclarationError(about, error.value, error.expected, message=str(error.faults[0]))
            continue
        yield from _replays(game, tracker, start)
        if tracker.forecast and not forecast_checked and not tracker.forecast.unavailable(state):
            forecast_checked = True
            yield from _forecast(f"{about}: forecast", tracker.forecast, state)
    if tracker.setup:
        yield from _new_encounters(game, tracker, tracker.setup)


def _new_encounters(game: Game, tracker: TrackerSpec[Any], setting: SetupSpec) -> Iterator[DeclarationError]:
    """Yield what is wrong with the empty setup, and with each sample that is added to it."""
    about = f"tracker of {game.id}: setup: blank {setting.blank.id}"
    try:
        empty = new_encounter(tracker)
        tracker.view(empty.state, "")
        for sample in setting.samples:
            about = f"tracker of {game.id}: setup: sample {sample.id}"
            tracker.view(apply_change(tracker, empty, {"set": "add", "sample": sample.id}).state, "")
    except InputError as error:
        yield DeclarationError(about, error.value, error.expected, message=str(error.faults[0]))


def _forecast(about: str, forecast: ForecastSpec[Any], state: Any) -> Iterator[DeclarationError]:
    """Yield what is wrong with the winners of a forecast: each needs a side of its own."""
    result = run_to_completion(compute_forecast(forecast.model(state)))
    sides = forecast.victories(state)
    for side in result.wins:
        if side not in sides:
            yield DeclarationError(f"{about}: side that wins", side, join_or(sides))


def _replays(game: Game, tracker: TrackerSpec[Any], start: Preset) -> Iterator[DeclarationError]:
    """Yield what is wrong with the saved log of each action option, at the start and as play goes on."""
    random = Random(start.id)
    now = replay(tracker, read_encounter(tracker, from_preset(start).to_json()))
    for moment in range(_MOMENTS):
        onward: list[Replay[Any]] = []
        first = tracker.view(now.state, "")
        views = (
            first,
            *(tracker.view(now.state, each.name) for each in first.combatants if each.name != first.turn),
        )
        options = {
            each.id: each
            for view in views
            for each in (*view.due_options, *view.options, *view.common_options)
        }
        offered = {each.event["do"] for each in options.values()}
        if not moment:  # such as to join, which the table offers when it is set
            options |= {each.id: _as_option(each) for each in tracker.actions if each.id not in offered}
        for option in options.values():
            for event in () if option.reasons else _events(tracker, now.state, option, random):
                for seed in _SEEDS if tracker.actions[event["do"]].dice else _SEEDS[:1]:
                    happening = tracker.actions.apply(now.state, event, SeededDice(seed))
                    if not happening.applied:
                        break
                    then = now.encounter.with_event(happening.event)
                    after = Replay(then, now.initial_state, (*now.applied_events, happening))
                    if fault := _misread(game, tracker, now, after):
                        yield fault
                        break
                    onward.append(after)
        if not onward:
            break
        now = random.choice(onward)


def _as_option(action: Action[Any, Any]) -> ActionOption:
    """Return an action that no view offers as an option with all its fields."""
    event = {"do": action.id}
    return ActionOption(
        id=action.id, title=action.label, button=action.label, kind="", event=event, inputs=action.fields
    )


def _events(
    tracker: TrackerSpec[Any], state: Any, option: ActionOption, random: Random
) -> Iterator[Mapping[str, Any]]:
    """Yield events of an action option: as its form begins, and with each other choice in turn."""
    choices = [{}, *({each.name: key} for each in option.inputs for key in _values_of(each))]
    for chosen in choices:
        if (event := event_for(tracker, state, option, random, chosen)) is not None:
            yield event


def _misread(
    game: Game, tracker: TrackerSpec[Any], before: Replay[Any], after: Replay[Any]
) -> DeclarationError | None:
    """Return what is wrong if the log, saved and read again, doesn't lead to the same state."""
    event = after.encounter.log[-1]
    action = tracker.actions[event["do"]]
    about = f"tracker of {game.id}: saved log of the action {action.id!r}"
    try:
        again = replay(tracker, read_encounter(tracker, json.dumps(to_jsonable(after.encounter))), before)
    except InputError as error:
        field = error.field.removeprefix(f"log.{len(before.encounter.log)}").strip(".")
        if not field.startswith(("dice", "event.dice")):
            message = f"the action can't read what it saved. {error.faults[0]}"
            return DeclarationError(f"{about}: {field or 'event'}", error.value, "", message=message)
        faces = [*after.applied_events[-1].faces]
        declared = f"its `dice` expect {action.dice.expected}" if action.dice else "it declares no `dice`"
        message = (
            f"the action rolled {faces}, but {declared}. Declare a pool of varying size as faces(6, upto=4)."
        )
        return DeclarationError(f"{about}: dice", faces, "", message=message)
    first, second = after.state.to_json(), again.state.to_json()
    if changed := [name for name in first if first[name] != second.get(name)]:
        values = f"{format_value(first[changed[0]])} and then {format_value(second[changed[0]])}"
        message = f"replaying gave {values}. Use no source of chance but `dice`."
        return DeclarationError(
            f"{about}: {changed[0]} of the state", second[changed[0]], "", message=message
        )
    return None


def _cell(game: Game, costs: _Costs, panel: str, cell: Any) -> Iterator[DeclarationError]:
    """Yield what is wrong with a cell of a panel, or with the roll that it offers."""
    if isinstance(cell, float) or not isinstance(cell, (str, int, Fraction, RollButton, OpenChoices)):
        expected = "a text, a whole number, a Fraction, a RollButton or OpenChoices"
        yield _wrong_on_sheet(game, f"panel {panel}: cell", cell, expected)
    if not isinstance(cell, RollButton):
        return
    calculator = next((each for each in game.calculators if each.id == cell.calculator), None)
    if calculator is None:
        expected = join_or(each.id for each in game.calculators)
        yield _wrong_on_sheet(game, f"calculator of the roll {cell.label}", cell.calculator, expected)
        return
    try:
        bound = calculator.bind(dict(cell.inputs))
    except InputError as error:
        what = f"roll {cell.label} of {calculator.id}"
        yield _wrong_on_sheet(game, what, error.value, error.expected, str(error.faults[0]))
        return
    yield from costs.faults(cell, bound)


class _Costs:
    """The trial of what rolls cost, on a sheet whose rolls come again and again for other characters."""

    def __init__(self, game: Game, sheet: Sheet) -> None:
        self._game, self._sheet = game, sheet
        self._answers: dict[str, tuple[Any, ...]] = {}

    def faults(self, button: RollButton, bound: BoundCalculator) -> Iterator[DeclarationError]:
        """Yield what is wrong with the costs of a roll: their fields, and their amounts for every outcome."""
        for spend in button.costs:
            what = f"cost of the roll {button.label}"
            try:
                field = self._sheet.at(spend.field)
            except DeclarationError as error:
                yield _wrong_on_sheet(self._game, what, spend.field, error.expected)
                continue
            if not isinstance(field, Int):
                expected = "the field of an Int(…)"
                yield _wrong_on_sheet(self._game, what, spend.field, expected)
            elif spend.when:
                yield from self._amounts(button, spend, field, bound)

    def _amounts(
        self, button: RollButton, spend: Cost, field: Int, bound: BoundCalculator
    ) -> Iterator[DeclarationError]:
        for each in _asked_so(bound, button.prompted):
            try:
                amounts = self._answers_by(each, spend.when)
            except TooManyBranchesError:
                what = f"cost of the roll {button.label} at {spend.field}"
                message = (
                    f"too many branches to check it with {dict(each.inputs)}. "
                    "Give the calculator a closed_form, or use fewer dice."
                )
                yield _wrong_on_sheet(self._game, what, dict(each.inputs), "", message)
                return
            if not amounts:
                yield self._unknown(button, spend, each)
                return
            back, most = field.high - field.low, abs(spend.by)
            for cost in amounts:
                what = f"cost of the roll {button.label} at {spend.field}: {spend.when}"
                if not isinstance(cost, int):
                    yield _wrong_on_sheet(self._game, what, cost, "a whole number, yes or no")
                    return
                if not -back <= cost <= most:
                    expected = f"a whole number from {-back} (give all of it back) to {most} (`by`)"
                    yield _wrong_on_sheet(self._game, what, cost, expected)
                    return

    def _answers_by(self, bound: BoundCalculator, when: str) -> tuple[Any, ...]:
        """Return what this field of the outcome says, each value once, over all outcomes of the odds."""
        key = json.dumps([bound.calculator.id, to_jsonable(bound.inputs), when])
        if key not in self._answers:
            values = [each.values() for each in bound.odds() if isinstance(each, Outcome)]
            self._answers[key] = tuple(dict.fromkeys(each[when] for each in values if when in each))
        return self._answers[key]

    def _unknown(self, button: RollButton, spend: Cost, bound: BoundCalculator) -> DeclarationError:
        outcome = next((each.values() for each in bound.odds() if isinstance(each, Outcome)), {})
        known = [name for name, value in outcome.items() if isinstance(value, int)]
        expected = KnownNames(
            join_or(known) if known else "a field of the outcome with a whole number, yes or no", known
        )
        what = f"cost of the roll {button.label} at {spend.field}: when"
        return _wrong_on_sheet(self._game, what, spend.when, expected)


def _asked_so(bound: BoundCalculator, names: Sequence[str]) -> Iterator[BoundCalculator]:
    """Yield a roll as it is offered, then with each other value of each input that it asks for."""
    yield bound
    for declared in bound.calculator.inputs:
        if declared.name in names:
            for value in _values_of(declared):
                with suppress(InputError):  # it doesn't go with the others
                    yield bound.calculator.bind({**bound.inputs, declared.name: value})


def _values_of(field: Input) -> Sequence[Any]:
    """Return the values that a reader can choose: of a long range of numbers its ends."""
    if isinstance(field, Flag):
        return False, True
    if isinstance(field, Choice):
        return tuple(field.options)
    if isinstance(field, Int):
        values = range(field.low, field.high + 1)
        return values if len(values) <= _MOST_VALUES else (values[0], values[-1])
    return ()


def _wrong_on_sheet(
    game: Game, what: str, value: object, expected: str, message: str = ""
) -> DeclarationError:
    return DeclarationError(f"sheet of {game.id}: {what}", value, expected, message=message)
