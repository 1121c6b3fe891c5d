"""Tests of the costliest inputs: a seeded search over each calculator's inputs, and the fullest encounters of
each tracker. `./site_build.sh fuzz --climb 300` searches longer.
"""

from __future__ import annotations

import contextlib
import json
from itertools import cycle, islice
from random import Random
from typing import Any

import pytest

from hooks.contracts.requests import replies
from rules_py import web
from rules_py.api import goal_seek
from rules_py.base.errors import InputError
from rules_py.base.jsonable import to_jsonable
from rules_py.base.limits import MAX_CHARACTERS_OFFERED, MAX_REQUEST_CHARS
from rules_py.command_line.main import run
from rules_py.dice import process
from rules_py.dice.enumerate_branches import expand
from rules_py.dice.incremental import run_to_completion
from rules_py.inputs import Int, Text
from rules_py.systems import registry
from rules_py.systems.dichotomy import fights
from rules_py.systems.game import Game
from rules_py.tracker import (
    Replay,
    append_event,
    apply_change,
    from_preset,
    participant_names,
    read_encounter,
    replay,
)
from rules_py.tracker.forecast_solver import compute_forecast
from rules_py.web import trackers
from tests.contracts.largest import largest_inputs
from tests.fuzz.cost_search import actions_of, climbs, cost, cost_of
from tests.fuzz.crowds import crowd, going_on
from tests.fuzz.drawing import sheet_for
from tests.fuzz.watch import in_time, least

GAMES = [pytest.param(each, id=each.id) for each in registry.games()]
TRACKERS = [
    pytest.param(game, id=game.id) for game in registry.games() if game.tracker and game.tracker.setup
]
MAX_VIEW_CHARS = 400_000
"""Characters of all that a tracker shows."""

MAX_LOG_CHARS = 1_000_000
"""Characters where the log is as long as it may be."""

MAX_TYPED_CHARS = 20_000
"""Characters that somebody types at the most."""


@pytest.mark.parametrize("game", GAMES)
def test_largest_inputs_of_each_calculator_finish_in_time(game, capsys) -> None:
    for calculator in game.calculators:
        inputs = to_jsonable(largest_inputs(calculator))
        for action in (*actions_of(calculator), *(["compare"] if calculator.has_odds else [])):
            usual = to_jsonable(calculator.initial_inputs())
            measured = cost(calculator, inputs, action, beside=usual if action == "compare" else None)
            assert not measured or in_time(measured.seconds), (calculator.id, action, measured)
        if len(json.dumps(inputs)) < MAX_TYPED_CHARS:
            words = [f"{name}={json.dumps(value)}" for name, value in inputs.items() if value is not None]
            run(["odds" if calculator.has_odds else "ask", calculator.id, *words])


@pytest.mark.parametrize("game", [each for each in GAMES if each.values[0].sheet])
def test_roll_buttons_for_the_most_characters_run_incrementally(game) -> None:
    """Each is judged whatever they are to throw; the calculator is asked that offers most, and
    the one that does among those of which they take a side.
    """
    random = Random(12)
    sheets = [
        {"sheet": sheet_for(game, random), "version": game.sheet.version}
        for _ in range(MAX_CHARACTERS_OFFERED)
    ]

    def select(calculator, sheets):
        return cost_of(
            {"action": "roll_buttons", "calculator": calculator.id, "id": "here", "sheets": sheets}
        )

    for with_sides in (False, True):
        throwing = [
            each
            for each in game.calculators
            if each.rolls_dice and bool(game.sides_of(each.id)) == with_sides
        ]
        if throwing:
            most = max(throwing, key=lambda calculator: select(calculator, sheets[:2]).characters)
            assert in_time(select(most, sheets).seconds), most.id


@pytest.mark.parametrize(
    "unit", ["[[]],", '"",', '{"a":1},', "0,", "[", "]", f"{'[' * 49}{']' * 49},", '"\\n",']
)
def test_longest_request_is_parsed_or_rejected_in_time(unit) -> None:
    text = f"[{(unit * (MAX_REQUEST_CHARS // len(unit) - 2)).removesuffix(',')}]"
    assert in_time(least(lambda: web.respond(text)))


@pytest.mark.parametrize("game", GAMES)
def test_no_input_of_a_calculator_takes_long(game) -> None:
    for calculator in game.calculators:
        for action, highest in climbs(calculator, tries=6):
            assert in_time(highest.seconds), (calculator.id, action, highest)


def test_goal_seek_expands_each_round_only_once(monkeypatch) -> None:
    calls = []
    count_down = fights.count_down
    monkeypatch.setattr(fights, "count_down", lambda *args: calls.append(1) or count_down(*args))
    per_round = dict.fromkeys(range(41), "1/41")
    goal_seek("dichotomy.drop", "npc_hits", "exactly.False,2", "1/2", per_round=per_round, rounds=12)
    assert 0 < len(calls) <= 100


def test_goal_seek_counts_indistinguishable_target_numbers_once(monkeypatch) -> None:
    calls = []
    monkeypatch.setattr(process, "expand", lambda mechanic: calls.append(1) or expand(mechanic))
    fight = {"value_a": 4, "value_b": 5, "tn_b": 10, "attackers": 6, "rounds": 20, "fortitude": False}
    goal_seek("dichotomy.endurance", "tn_a", "at_least.serious", "1/2", **fight, tn_a=10)
    assert len(calls) <= 200


@pytest.mark.parametrize("game", TRACKERS)
def test_the_fullest_table_answers_a_tap_at_once(game) -> None:
    now = crowd(game.tracker)
    names = participant_names(game.tracker, now)
    scene = now.encounter.to_json()
    for turn in ("", names[0], names[-1]):
        assert in_time(reply_time({"action": "tracker", "game": game.id, "scene": scene, "turn": turn}))
    view = game.tracker.view(now.state, "")
    act = next(each for each in (*view.options, *view.due_options, *view.common_options) if not each.reasons)
    filled = {each.name: each.initial_value for each in act.inputs}
    assert append_event(game.tracker, now, act.event | filled)[1].applied
    event = {**act.event, **filled}
    assert in_time(reply_time({"action": "tracker", "game": game.id, "scene": scene, "event": event}))


@pytest.mark.parametrize("game", [each for each in TRACKERS if each.values[0].tracker.forecast])
def test_forecast_of_a_crowd_limits_the_states_it_visits(game) -> None:
    """Within a second in a browser, where a place takes some 20 microseconds to look at."""
    now = replay(game.tracker, read_encounter(game.tracker, from_preset(game.tracker.presets[0]).to_json()))
    for sample in islice(cycle(game.tracker.setup.samples), 12):
        with contextlib.suppress(InputError):
            now = apply_change(game.tracker, now, {"set": "add", "sample": sample.id})
    course = game.tracker.forecast.model(now.state)
    looked_at, ways = [], course.transitions
    course.transitions = lambda place: looked_at.append(1) or ways(place)
    assert run_to_completion(compute_forecast(course)).runs >= 1000
    assert len(looked_at) <= 40_000


@pytest.mark.parametrize("game", TRACKERS)
def test_the_longest_log_opens_bit_by_bit(game, monkeypatch) -> None:
    """Other requests don't wait until the whole log is replayed."""
    monkeypatch.setattr(trackers, "_LAST_PLAYED", NothingByHeart())
    monkeypatch.setattr(web, "SLICE", 0)
    now = gone_on_longest(game)
    request = {"action": "tracker", "game": game.id, "scene": now.encounter.to_json(), "turn": ""}
    answers = []
    assert in_time(least(lambda: answers.append(replies(request))))
    assert len(now.encounter.log) > 5
    *bits, last = answers[-1]
    gone = [each["working"] for each in bits]
    assert len(gone) == len(now.encounter.log) and gone == sorted(gone)
    assert last["ok"] and len(json.dumps(last)) <= MAX_LOG_CHARS


@pytest.mark.parametrize("game", TRACKERS)
def test_setup_change_replays_the_longest_log_incrementally(game, monkeypatch) -> None:
    monkeypatch.setattr(trackers, "_LAST_PLAYED", {})
    monkeypatch.setattr(web, "SLICE", 0)
    now = gone_on_longest(game)
    trackers._LAST_PLAYED[game.id] = now
    seats = next(each for each in game.tracker.setup_inputs if each.name == game.tracker.setup.list_field)
    first = now.encounter.start[seats.name][0][game.tracker.setup.name_field]
    request_data = {"action": "tracker_setup", "game": game.id, "scene": now.encounter.to_json(), "turn": ""}
    texts = [each.name for each in seats.item.fields if isinstance(each, Text)]
    entries = [{text: "Else"} for text in reversed(texts)]
    entries += [{each.name: each.high} for each in seats.item.fields if isinstance(each, Int)]
    changes = [{"set": "entry", "name": first, "entry": entry} for entry in entries]
    answers = (replies({**request_data, "change": change}) for change in ({"set": "place"}, *changes))
    bits = next(bits for *bits, last in answers if last["ok"])
    assert len(bits) >= len(now.encounter.log) > 5


_LONGEST: dict[str, Replay[Any]] = {}
"""Each game's encounter with the longest log, played once for all tests; it is immutable."""


def gone_on_longest(game: Game) -> Replay[Any]:
    if game.id not in _LONGEST:
        first = replay(
            game.tracker, read_encounter(game.tracker, from_preset(game.tracker.presets[0]).to_json())
        )
        _LONGEST[game.id] = going_on(game.tracker, first)
    return _LONGEST[game.id]


class NothingByHeart(dict[str, object]):
    """Scenes played before, none of which is remembered."""

    def __setitem__(self, *_: object) -> None:
        pass


def reply_time(request: dict[str, object]) -> float:
    """Return the processor seconds of a reply, and check that a page can show its length."""

    def ask() -> None:
        reply = web.respond(json.dumps(request))
        assert json.loads(reply)["ok"] and len(reply) <= MAX_VIEW_CHARS

    return least(ask)
