"""Check a game's tracker before readers use it: its presets, setup, forecast and saved logs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from rules_py.authoring.samples import event_for, selectable_values
from rules_py.base.errors import DeclarationError, InputError, format_value, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.dice.incremental import run_to_completion
from rules_py.dice.recording import SeededDice
from rules_py.inputs import Record
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


_MOMENTS = 6
"""The number of moments of each encounter at which every action is tried."""


def check_tracker(game: Game) -> Iterator[DeclarationError]:
    """Yield what is wrong with the presets of the game's tracker, its setup, its forecast and its saved logs.

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
        yield from _check_replays(game, tracker, start)
        if tracker.forecast and not forecast_checked and not tracker.forecast.unavailable(state):
            forecast_checked = True
            yield from _check_forecast(f"{about}: forecast", tracker.forecast, state)
    if tracker.setup:
        yield from _check_setup(game, tracker, tracker.setup)


def _check_setup(game: Game, tracker: TrackerSpec[Any], setting: SetupSpec) -> Iterator[DeclarationError]:
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


def _check_forecast(about: str, forecast: ForecastSpec[Any], state: Any) -> Iterator[DeclarationError]:
    """Yield what is wrong with the winners of a forecast: each needs a side of its own."""
    result = run_to_completion(compute_forecast(forecast.model(state)))
    sides = forecast.victories(state)
    for side in result.wins:
        if side not in sides:
            yield DeclarationError(f"{about}: side that wins", side, join_or(sides))


def _check_replays(game: Game, tracker: TrackerSpec[Any], start: Preset) -> Iterator[DeclarationError]:
    """Yield what is wrong with the saved log of each action option, at the start and during play."""
    random = Random(start.id)
    now = replay(tracker, read_encounter(tracker, from_preset(start).to_json()))
    for moment in range(_MOMENTS):
        continuations: list[Replay[Any]] = []
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
        if not moment:  # such as joining, which is offered by the setup instead
            options |= {each.id: _as_option(each) for each in tracker.actions if each.id not in offered}
        for option in options.values():
            for event in () if option.reasons else _events(tracker, now.state, option, random):
                for seed in _SEEDS if tracker.actions[event["do"]].dice else _SEEDS[:1]:
                    applied_event = tracker.actions.apply(now.state, event, SeededDice(seed))
                    if not applied_event.applied:
                        break
                    then = now.encounter.with_event(applied_event.event)
                    after = Replay(then, now.initial_state, (*now.applied_events, applied_event))
                    if fault := _replay_fault(game, tracker, now, after):
                        yield fault
                        break
                    continuations.append(after)
        if not continuations:
            break
        now = random.choice(continuations)


def _as_option(action: Action[Any, Any]) -> ActionOption:
    """Return an action that no view offers as an option with all its fields."""
    event = {"do": action.id}
    return ActionOption(
        id=action.id, title=action.label, button=action.label, kind="", event=event, inputs=action.fields
    )


def _events(
    tracker: TrackerSpec[Any], state: Any, option: ActionOption, random: Random
) -> Iterator[Mapping[str, Any]]:
    """Yield events of an action option: with the initial values of its form, and with each other choice in
    turn.
    """
    choices = [{}, *({each.name: key} for each in option.inputs for key in selectable_values(each))]
    for chosen in choices:
        if (event := event_for(tracker, state, option, random, chosen)) is not None:
            yield event


def _replay_fault(
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
