"""Worker requests about trackers: encounters in progress, next events, and setup changes."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from rules_py.authoring.samples import fields_for, valid_value
from rules_py.base import file_format
from rules_py.base.errors import InputError
from rules_py.base.jsonable import to_jsonable
from rules_py.systems.game import Game
from rules_py.tracker import Replay, TrackerSpec, append_event, from_preset, read_encounter, replay
from tests.fuzz.drawing import Case, changed, games_with_trackers, requested, sheet_for
from tests.fuzz.invalid_values import odd, text
from tests.fuzz.replies import written_as_json


def encounters(random: Random) -> Case:
    game = random.choice(games_with_trackers())
    assert game.tracker
    scene, words = _scene(game, random)
    about = {"action": "tracker", "game": game.id, "scene": scene, "turn": _turn(words, random)}
    request = random.choice(_WAYS)(game, about, words, random)
    return requested(changed(request, random, plain=True) if random.random() < 0.15 else request, random)


def _turn(words: list[str], random: Random) -> Any:
    return random.choice(("", *words[:3])) if random.random() < 0.9 else odd(random, plain=True)


def _event(game: Game, about: dict[str, Any], words: list[str], random: Random) -> dict[str, Any]:
    return about | {"event": changed(event_for(game.tracker, words, random), random, plain=True)}


def _set(game: Game, about: dict[str, Any], words: list[str], random: Random) -> dict[str, Any]:
    assert game.tracker and game.tracker.setup
    setting = game.tracker.setup
    entry = next(each for each in game.tracker.setup_inputs if each.name == setting.list_field)
    sheets = [{"sheet": sheet_for(game, random), "version": 1}] if game.sheet else []
    name = random.choice((*words, "nobody"))
    changes: tuple[dict[str, Any], ...] = (
        {
            "set": "add",
            "sample": random.choice(setting.samples).id if setting.samples else "",
            "count": random.choice((1, 9)),
            "place": name,
        },
        {"set": "somebody", "place": name},
        {"set": "seat", "sheets": sheets, "place": name},
        {"set": "remove", "name": name},
        {"set": "stand", "name": name, "place": random.choice((*words, "1"))},
        {
            "set": "entry",
            "name": name,
            "entry": valid_value(entry, random, words)[:1]
            and random.choice(valid_value(entry, random, words) or [{}]),
        },
        {"set": "place", "beside": name},
        {"set": "way", "from": random.choice(("1", name)), "to": random.choice(("2", name))},
        {"set": "place-entry", "name": "1", "entry": {"name": random.choice(("1", "Ford", "a,b", ""))}},
        {"set": "place-remove", "name": "1"},
        {
            "set": "rest",
            "called": text(random)[:100],
            "rest": fields_for(game.tracker.setup_inputs, random, words),
        },
    )
    change = changed(random.choice(changes), random, plain=True)
    looked = random.choice((None, {"who": name, "place": "1", "open": name}, odd(random, plain=True)))
    return about | {
        "action": "tracker_setup",
        "change": change,
        "setting": looked,
        "first": random.choice(("", "setting")),
    }


def _other(game: Game, about: dict[str, Any], words: list[str], random: Random) -> dict[str, Any]:
    assert game.tracker
    head = file_format.ENCOUNTERS.header(game.id, game.tracker.version)
    file = changed(head | {"scenes": [about["scene"]] * random.choice((1, 2))}, random, plain=True)
    more = random.choice(
        (
            {"scene": changed(about["scene"], random, plain=True)},
            {"scene": changed(about["scene"], random, plain=True)},
            {
                "scene": None,
                "start": random.choice(
                    (*(each.id for each in game.tracker.presets), odd(random, plain=True))
                ),
            },
            {"action": "tracker_new"},
            {"action": "tracker_player_view"},
            {"action": "tracker_log"},
            {"action": "tracker_update_sheet", "sheet": sheet_for(game, random) if game.sheet else {}},
            {"action": "tracker_file", "text": written_as_json(file), "scene": None},
        )
    )
    return about | more


_WAYS = (_event, _event, _event, _set, _set, _other)


def event_for(tracker: TrackerSpec[Any] | None, words: list[str], random: Random) -> dict[str, Any]:
    """Return an event of a random action with its fields filled in."""
    assert tracker
    action = random.choice([*tracker.actions])
    return {**fields_for(action.inputs, random, words), "do": action.id}


_GOING: dict[str, list[tuple[Any, list[str]]]] = {}
"""Scenes of each game that were gone on with, and the names in them: a fight is not played anew for each
input. Filled from a seed of its own, so that each input is the same whatever was tried before.
"""
SCENES, ACTIONS = 12, 14


def _scene(game: Game, random: Random) -> tuple[dict[str, Any], list[str]]:
    """Return an encounter in progress as plain data, and the names in it."""
    if game.id not in _GOING:
        _GOING[game.id] = [*_scenes(game)]
    scene, words = random.choice(_GOING[game.id])
    return json.loads(scene), words


def _scenes(game: Game) -> Iterator[tuple[str, list[str]]]:
    tracker = game.tracker
    assert tracker
    random = Random(game.id)
    for number in range(SCENES):
        start = tracker.presets[number % len(tracker.presets)]
        state = dict(start.state)
        if number % 3 == 2:
            with contextlib.suppress(InputError):
                read = read_encounter(
                    tracker, {"name": "Drawn", "start": fields_for(tracker.setup_inputs, random)}
                )
                tracker.view(replay(tracker, read).state, "")
                state = dict(read.start)
        now = replay(tracker, read_encounter(tracker, from_preset(start).to_json() | {"start": state}))
        for _ in range(ACTIONS * (number % 4)):
            with contextlib.suppress(InputError):
                now = gone_on(tracker, now, random)
        words = [each.name for each in tracker.view(now.state, "").combatants] + [
            each.name for each in tracker.view(now.state, "").zones
        ]
        yield json.dumps(to_jsonable(now.encounter)), words or ["1"]


def gone_on(tracker: TrackerSpec[Any], now: Replay[Any], random: Random) -> Replay[Any]:
    """Return the encounter after one of the available action options, with its inputs filled in."""
    view = tracker.view(now.state, "")
    offered = [each for each in (*view.due_options, *view.options, *view.common_options) if not each.reasons]
    if not offered:
        return now
    act = random.choice(offered)
    filled = {each.name: valid_value(each, random) for each in (*act.inputs, *act.more_inputs)}
    if any(each.name == "seed" for each in tracker.actions[str(act.event["do"])].inputs):
        filled["seed"] = random.getrandbits(60)
    return append_event(tracker, now, {**act.event, **filled})[0]


def forecasts(random: Random) -> Case:
    game = random.choice([each for each in games_with_trackers() if each.tracker and each.tracker.forecast])
    scene, _ = _scene(game, random)
    request_data = {
        "action": "tracker_forecast",
        "game": game.id,
        "scene": changed(scene, random, plain=True),
    }
    return requested(request_data, random)


def foretold(random: Random) -> Case:
    """Draw a request for what awaits someone after an act: one it is foretold of, nobody, or a stranger."""
    foretelling = [
        each
        for each in games_with_trackers()
        if each.tracker and each.tracker.forecast and each.tracker.forecast.state_after
    ]
    game = random.choice(foretelling)
    scene, words = random.choice((_scene, _foretelling))(game, random)
    tracker = game.tracker
    assert tracker
    view = tracker.view(replay(tracker, read_encounter(tracker, scene)).state, "")
    acts = [*view.due_options, *view.options, *view.common_options]
    texts = [each for each in acts if each.forecast_for]
    act = random.choice(random.choice((texts or acts, acts)) or [None])
    event = (
        event_for(tracker, words, random) if act is None or random.random() < 0.2 else to_jsonable(act.event)
    )
    _, strange = _scene(random.choice(games_with_trackers()), random)
    who = random.choice((act.forecast_for if act else "", "", *words, *strange[:3], odd(random, plain=True)))
    request_data = {
        "action": "tracker_action_forecast",
        "game": game.id,
        "scene": scene,
        "event": event,
        "who": who,
    }
    return requested(
        changed(request_data, random, plain=True) if random.random() < 0.3 else request_data, random
    )


_FORETELLING: dict[str, list[tuple[str, list[str]]]] = {}
"""Encounters as in `_GOING` that have an action option with forecast chances."""


def _foretelling(game: Game, random: Random) -> tuple[dict[str, Any], list[str]]:
    if game.id not in _FORETELLING:
        _FORETELLING[game.id] = [*_foretelling_scenes(game)]
    scene, words = random.choice(_FORETELLING[game.id])
    return json.loads(scene), words


def _foretelling_scenes(game: Game) -> Iterator[tuple[str, list[str]]]:
    tracker = game.tracker
    assert tracker
    random = Random(game.id)
    for start in tracker.presets * 3:
        now = replay(tracker, read_encounter(tracker, from_preset(start).to_json()))
        for _ in range(5 * ACTIONS):
            view = tracker.view(now.state, "")
            if any(each.forecast_for for each in (*view.due_options, *view.options, *view.common_options)):
                yield json.dumps(to_jsonable(now.encounter)), [each.name for each in view.combatants]
                break
            with contextlib.suppress(InputError):
                now = gone_on(tracker, now, random)
