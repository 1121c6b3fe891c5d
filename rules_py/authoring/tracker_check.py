"""Check a game's tracker before readers use it: its presets, setup, forecast and saved logs."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping
from random import Random
from typing import Any

from rules_py.authoring.samples import event_for, selectable_values
from rules_py.authoring.setup_check import check_ids, check_preset, check_setup
from rules_py.authoring.view_check import check_tone, check_view
from rules_py.base.errors import DeclarationError, InputError, format_value, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.dice.incremental import run_to_completion
from rules_py.dice.recording import SeededDice
from rules_py.systems.game import Game
from rules_py.tracker import (
    Action,
    ActionOption,
    Preset,
    Replay,
    TrackerSpec,
    from_preset,
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
    about = f"tracker of {game.id}"
    if not tracker.presets:
        yield DeclarationError(f"{about}: presets", (), "at least one Preset(…)")
    yield from check_ids(f"{about}: presets", tracker.presets)
    forecast_checked = False
    played: Replay[Any] | None = None
    for start in tracker.presets:
        about = f"tracker of {game.id}: preset {start.id}"
        if faults := [*check_preset(game, about, start)]:
            yield from faults
            continue
        first = replay(tracker, read_encounter(tracker, from_preset(start).to_json()))
        after_event = yield from _check_replays(game, tracker, start, first)
        played = played or after_event
        state = first.state
        if tracker.forecast and not forecast_checked and not tracker.forecast.unavailable(state):
            forecast_checked = True
            yield from _check_forecast(f"{about}: forecast", tracker.forecast, state)
    if played:
        yield from _check_outputs(game, tracker, played)
    if tracker.setup:
        yield from check_setup(game, tracker, tracker.setup, played)


def _check_outputs(game: Game, tracker: TrackerSpec[Any], played: Replay[Any]) -> Iterator[DeclarationError]:
    """Yield what is wrong with the view for players, and with the values that go back to a sheet."""
    about = f"tracker of {game.id}"
    if tracker.player_view:
        states = [played.initial_state, *(each.state for each in played.applied_events)]
        yield from check_view(game, f"{about}: player_view", tracker.player_view(states))
    if tracker.export_to_sheet and game.sheet:
        known = [each.name for each in game.sheet.fields]
        for combatant in tracker.view(played.state, "").combatants:
            for name in tracker.export_to_sheet(played.state, combatant.name):
                if name not in known:
                    yield DeclarationError(f"{about}: export_to_sheet", name, join_or(known), kind="field")


def _check_forecast(about: str, forecast: ForecastSpec[Any], state: Any) -> Iterator[DeclarationError]:
    """Yield what is wrong with the winners of a forecast: each needs a side of its own, with a tone."""
    result = run_to_completion(compute_forecast(forecast.model(state)))
    sides = forecast.victories(state)
    for side, victory in sides.items():
        yield from check_tone(f"{about}: victory of {side!r}", victory.tone)
    for side in result.wins:
        if side not in sides:
            yield DeclarationError(f"{about}: side that wins", side, join_or(sides))


def _check_replays(
    game: Game, tracker: TrackerSpec[Any], start: Preset, first: Replay[Any]
) -> Generator[DeclarationError, None, Replay[Any] | None]:
    """Yield what is wrong with the views, and with the saved log of each action option, during play.

    Return an encounter with an event and no pending roll, or None.
    """
    about, random = f"tracker of {game.id}: preset {start.id}", Random(start.id)
    now, played = first, None
    for moment in range(_MOMENTS):
        continuations: list[Replay[Any]] = []
        views = [tracker.view(now.state, "")]
        for name in [each.name for each in views[0].combatants if each.name != views[0].turn]:
            views.append(tracker.view(now.state, name))
        if faults := [fault for view in views for fault in check_view(game, about, view)]:
            yield from faults
            break
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
                    yield from check_view(game, about, tracker.view(after.state, ""))
                    continuations.append(after)
        if not continuations:
            break
        calm = (each for each in continuations if not tracker.actions.pending_roll(each.state))
        played = played or next(calm, None)
        now = random.choice(continuations)
    return played


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
