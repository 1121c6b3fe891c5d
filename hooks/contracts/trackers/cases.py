"""The presets of every tracker, and random play from them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from rules_py.authoring.samples import event_for
from rules_py.base.errors import InputError
from rules_py.dice.recording import SeededDice
from rules_py.inputs import Choice, Text
from rules_py.systems import registry
from rules_py.systems.game import Game
from rules_py.tracker import (
    ActionOption,
    EventData,
    Preset,
    Replay,
    SetupSpec,
    TrackerSpec,
    View,
    from_preset,
    read_encounter,
    replay,
)
from rules_py.tracker.forecast import ForecastSpec


def parameters(scenes: Iterable[tuple[Game, Preset]]) -> list[pytest.ParameterSet]:
    return [pytest.param(game, start, id=f"{game.id}/{start.id}") for game, start in scenes]


SCENES = [(game, start) for game in registry.games() if game.tracker for start in game.tracker.presets]


STARTS = parameters(SCENES)


SET = [pytest.param(game, id=game.id) for game in registry.games() if game.tracker and game.tracker.setup]


WITH_PLAYER_VIEW = [
    pytest.param(game, id=game.id) for game in registry.games() if game.tracker and game.tracker.player_view
]


def tracker_of(game: Game) -> TrackerSpec[Any]:
    """Return the tracker of a game that has one."""
    assert game.tracker
    return game.tracker


def setting_of(tracker: TrackerSpec[Any]) -> SetupSpec:
    """Return the setup of a tracker that has one."""
    assert tracker.setup
    return tracker.setup


def forecast_of(tracker: TrackerSpec[Any]) -> ForecastSpec[Any]:
    """Return the forecast of a tracker that has one."""
    assert tracker.forecast
    return tracker.forecast


def once_a_scene[*More, Found](
    work: Callable[[Game, Preset, *More], Found],
) -> Callable[[Game, Preset, *More], Found]:
    """Cache a function for each start; its results must not be changed."""
    results: dict[Hashable, Found] = {}

    def cached(game: Game, start: Preset, /, *more: *More) -> Found:
        key = (game.id, start.id, *more)
        if key not in results:
            results[key] = work(game, start, *more)
        return results[key]

    return cached


def about(game: Game, act: ActionOption) -> str:
    """Return the tracker and action option that a failure is about."""
    return f"tracker of {game.id}: action {act.event['do']!r}, offered as {act.id!r}"


def filled_in(
    game: Game, state: Any, act: ActionOption, choice: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the event of an action option, its form filled in. Fails if no values are accepted."""
    event = event_for(tracker_of(game), state, act, Random(act.id), choice)
    if event is None:
        names = [each.name for each in act.inputs]
        pytest.fail(
            f"{about(game, act)}: it is offered, but rejected every value of {names}"
            f"{f' with {choice}' if choice else ''}. Give each input a `start` or `default` that `input_errors` accepts, "
            "or don't offer it.",
            pytrace=False,
        )
    return event


@once_a_scene
def start_and_views(game: Game, start: Preset) -> tuple[Replay[Any], Sequence[View]]:
    """Return the start, and its view for each combatant."""
    tracker = tracker_of(game)
    now = replay(tracker, read_encounter(tracker, from_preset(start).to_json()))
    first = tracker.view(now.state, "")
    return now, [first, *(tracker.view(now.state, each.name) for each in first.combatants)]


def event_of(act: ActionOption, random: Random) -> dict[str, Any]:
    """Return the event of an action option, with random choices."""
    event = dict(act.event)
    for each in act.inputs:
        if isinstance(each, Choice) and each.options:
            event[each.name] = random.choice([*each.options])
        elif isinstance(each, Text):
            event[each.name] = "in other words"
        elif each.initial_value is not None:
            event[each.name] = each.initial_value
    return event


def every_choice(game: Game, state: Any, act: ActionOption) -> Iterator[dict[str, Any]]:
    """Yield the event of an action option with each option of each choice."""
    for each in act.inputs:
        if isinstance(each, Choice):
            for option in each.options:
                event = event_for(tracker_of(game), state, act, Random(act.id), {each.name: option})
                if event is None and all(isinstance(field, Choice) for field in act.inputs):
                    event = filled_in(game, state, act, {each.name: option})  # which fails
                if event is not None:  # otherwise a text is required, such as an unused name
                    yield event


def join_action(tracker: TrackerSpec[Any]) -> str:
    """Return the action that adds a participant, or ""."""
    setting = tracker.setup
    return (
        str(setting.join_event(setting.default_participant or {})["do"])
        if setting and setting.join_event
        else ""
    )


@once_a_scene
def random_play(
    game: Game, start: Preset, seed: int, events: int
) -> Sequence[tuple[Any, View, ActionOption, EventData]]:
    """Return the states of a random play, each with its view, the action option taken next and its event."""
    steps: list[tuple[Any, View, ActionOption, EventData]] = []
    tracker = tracker_of(game)
    random, rolled = Random(seed), SeededDice(seed)
    now, _ = start_and_views(game, start)
    state = now.state
    for _ in range(events):
        view = tracker.view(state, "")
        common = (each for each in view.common_options if each.event["do"] != join_action(tracker))
        open_acts = [each for each in view.due_options or (*view.options, *common) if not each.reasons]
        if not open_acts:
            break
        act = random.choice(open_acts)
        event = event_of(act, random)
        with suppress(InputError):  # if a text is required, such as an unused name
            after = tracker.actions.apply(state, event, rolled).state
            steps.append((state, view, act, event))
            state = after
    return steps
