"""Time trackers and every request in Pyodide under Node, next to CPython.

    python benchmarks/in_pyodide.py                  a table
    python benchmarks/in_pyodide.py --json           a list of {"task", "ms", "cpython_ms", "ratio",
                                                     "limit_ms", "within"}
    python benchmarks/in_pyodide.py basic_systems    only this game; there can be several

Each game's tracker gets requests at its first preset, in the middle of a fight and with twelve more
participants: for its view, for the next action, and for its forecast, in slices (together within a second);
also with the most participants, and with the longest log. Every calculator gets a request at its initial
inputs, within a frame; at its largest; and at the most expensive that a seeded search finds. For every
calculator that rolls, the longest slice of a partial roll, a comparison and a goal seek counts too, as other
requests have to wait for it. The warm-up requests of the worker are sent first, as in a browser, each within
a tap. `ratio` is Pyodide's time divided by CPython's, for the same request in the same run. Both are
processor time, Pyodide's the least of several runs. The exit status is 1 if a limit is exceeded. Needs the
built site.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules_py import games, present, roll, web
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.goal_seek import default_input
from rules_py.dice.incremental import run_to_completion
from rules_py.systems.game import Game
from rules_py.tracker import from_preset, participant_names, read_encounter, replay
from rules_py.web import trackers, warmup
from tests.contracts.largest import largest_inputs
from tests.fuzz.cost_search import climbs
from tests.fuzz.crowds import crowd, going_on

ROOT = Path(__file__).resolve().parent.parent

FRAME, TAP, SLICE, FORECAST, LATEST = 16, 50, 250, 1000, 1000
"""Limits in milliseconds: of a request at initial inputs, a tap, a slice, a forecast, and any request."""

CLIMBED = 9
"""The number of attempts to find the most expensive inputs of a calculator."""

WITHIN_A_FRAME = {
    "basic_systems.throw": [
        {"pool": 20, "difficulty": 8, "ability_rating": 6} | switch
        for switch in (
            {},
            {"willpower": True},
            {"willpower": True, "willpower_immune": False},
            {"ones_cancel": False},
            {"tens": "double"},
            {"tens": "again"},
            {"tens": "again", "botch_rule": "ones_outnumber", "ones_cancel": False},
            {"botch_rule": "ones_outnumber"},
            {"botch_rule": "never"},
        )
    ]
}
"""Requests besides those at initial inputs that a game promises to answer as quickly."""

RUNS = 2
MIDDLE = 12
"""The number of actions before the middle of a fight."""

type Task = tuple[str, list[dict[str, Any]], int, bool]
"""A name, the requests, the limit, and whether it applies to their total instead of the longest."""


def answered(request: dict[str, Any]) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(web.respond(json.dumps(request)))
    return reply


def tasks(ids: list[str]) -> Iterator[Task]:
    for game in games():
        if ids and game.id not in ids:
            continue
        if game.tracker:
            yield from of_tracker(game)
        for each in game.calculators:
            if not each.api_only:
                yield from questions(each)
                if each.rolls_dice:
                    yield from of_calculator(each)


def of_tracker(game: Game) -> Iterator[Task]:
    """Yield the requests of its tracker at each moment worth measuring."""
    declared = game.tracker
    assert declared
    about = {"game": game.id}
    began = answered({"action": "tracker", **about, "start": declared.presets[0].id})["scene"]
    moments = {"start": began, f"after {MIDDLE} actions": play_on(game, began)}
    if declared.setup and declared.setup.samples:
        crowd = began
        for place in range(12):
            sample = declared.setup.samples[place % len(declared.setup.samples)]
            change = {"set": "add", "sample": sample.id, "count": 1}
            crowd = answered({"action": "tracker_setup", **about, "scene": crowd, "change": change}).get(
                "scene", crowd
            )
        moments["with twelve more"] = crowd
        moments[f"with twelve more, after {MIDDLE} actions"] = play_on(game, crowd)
    yield from of_fullest_tracker(game)
    for when, scene in moments.items():
        yield f"{game.id}, tracker {when}", [{"action": "tracker", **about, "scene": scene}] * 2, TAP, False
        event = next_event(game, scene)
        if event:
            request_data = {"action": "tracker", **about, "scene": scene, "event": event}
            yield (
                f"{game.id}, an action {when}",
                [{"action": "tracker", **about, "scene": scene}, request_data],
                TAP,
                False,
            )
        if declared.forecast:
            request_data = {"action": "tracker_forecast", **about, "scene": scene}
            yield f"{game.id}, forecast {when}", [request_data] * 60, FORECAST, True


def of_fullest_tracker(game: Game) -> Iterator[Task]:
    """Yield a tap with the most participants, and the opening of the longest log."""
    declared = game.tracker
    assert declared
    began = replay(declared, read_encounter(declared, from_preset(declared.presets[0]).to_json()))
    request_data = {
        "action": "tracker",
        "game": game.id,
        "scene": to_jsonable(going_on(declared, began).encounter),
    }
    yield f"{game.id}, the longest log opened", [request_data] * 60, LATEST, True
    yield f"{game.id}, the longest log shown again", [request_data], SLICE, False
    if declared.setup:
        now = crowd(declared)
        for name in participant_names(declared, now)[:1]:
            request_data = {
                "action": "tracker",
                "game": game.id,
                "scene": to_jsonable(now.encounter),
                "turn": name,
            }
            yield f"{game.id}, a turn at the fullest table", [request_data] * 2, SLICE, False


def next_event(game: Game, scene: Any) -> dict[str, Any] | None:
    """Return the next event if everyone continues with the same tactics."""
    declared = game.tracker
    assert declared
    state = run_to_completion(trackers._replay(game, declared, scene)).state
    event = declared.forecast.next_event(state) if declared.forecast else None
    return None if event is None else dict(event)


def play_on(game: Game, scene: Any) -> Any:
    """Return the scene after some actions."""
    for _ in range(MIDDLE):
        event = next_event(game, scene)
        if event is None:
            return scene
        scene = answered({"action": "tracker", "game": game.id, "scene": scene, "event": event})["scene"]
    return scene


def questions(each: Calculator) -> Iterator[Task]:
    """Yield each request once, as from a reader without similar requests before.

    A calculator without inputs has the limit of a slice, as its result is requested only once per tap.
    """
    usual = each.initial_inputs()
    for when, inputs, limit in (
        *((inputs_text(more), usual | more, FRAME) for more in WITHIN_A_FRAME.get(each.id, ())),
        ("usual", usual, FRAME if each.inputs else SLICE),
        ("largest", largest_inputs(each), SLICE),
    ):
        query = {"calculator": each.id, "inputs": to_jsonable(inputs)}
        action = "odds" if each.has_odds else "ask"
        yield f"{each.id}, {when}", [{"action": action, **query}] * (12 if each.has_odds else 1), limit, False
    for action, highest in climbs(each, CLIMBED):
        request = {"action": action, "calculator": each.id, "inputs": dict(highest.inputs), "dice": []}
        yield f"{each.id}, {action}, the most expensive of {CLIMBED}", [request] * 12, LATEST, False


def inputs_text(inputs: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in inputs.items())


def of_calculator(each: Calculator) -> Iterator[Task]:
    usual = each.initial_inputs()
    for when, inputs in (("usual", usual), ("largest", usual | dict(each.worst_case))):
        about = {"calculator": each.id, "inputs": to_jsonable(inputs)}
        faces = to_jsonable(roll(each.id, seed=1, **inputs).faces[:1])
        half = {"action": "partial_roll", **about, "dice": faces}
        compare = {"action": "compare", **about, "pinned": [{"inputs": to_jsonable(usual)}], "id": "here"}
        several = [("half rolled", half), ("compared", compare)]
        if present.can_seek(each):
            path = default_input(each).path
            several.append(("goal seek", {"action": "goal_seek", **about, "input": path, "chance": "50%"}))
        for name, query in several:
            yield f"{each.id}, {name}, {when}", [query] * 12, SLICE, False


type Timed = list[tuple[float, dict[str, Any]]]
"""Milliseconds and the reply, for each request."""


def in_cpython(requests: list[dict[str, Any]]) -> Timed:
    times = []
    for each in requests:
        text = json.dumps(each)
        start = process_time()
        reply = web.respond(text)
        times.append(((process_time() - start) * 1000, json.loads(reply)))
    return times


def in_pyodide(requests: list[dict[str, Any]]) -> tuple[Timed, Timed]:
    """Return the timings of the warm-up requests and of the others."""
    engine = ROOT / "site" / "engine"
    worker = json.loads((engine / "manifest.json").read_text())["worker"]
    command = ["node", str(ROOT / "benchmarks" / "in_pyodide.mjs"), str(engine), worker]
    texts = json.dumps([json.dumps(each) for each in requests])
    result = subprocess.run(command, input=texts, capture_output=True, text=True, check=True)
    text = json.loads(result.stdout)
    rehearsed, answered = (
        [(each["ms"], each["reply"]) for each in text[part]] for part in ("rehearsed", "answered")
    )
    return rehearsed, answered


def least(runs: Sequence[Timed]) -> Timed:
    """Return each request's least time, with the first run's replies: how often a long one was
    asked again.
    """
    times = zip(*([ms for ms, _ in run] for run in runs), strict=True)
    return [(min(each), reply) for each, (_, reply) in zip(times, runs[0], strict=True)]


def until_done(timed: Timed) -> list[float]:
    """Return the times up to the complete reply: later repetitions are answered from a cache."""
    times = []
    for ms, reply in timed:
        times.append(ms)
        if "working" not in reply:
            break
    return times


def duration(timed: Timed, in_all: bool) -> float:
    """Return the total or the longest time; for a tracker the last, when its log has been replayed."""
    if "scene" in timed[-1][1] and not in_all:
        return timed[-1][0]
    times = until_done(timed)
    return sum(times) if in_all else max(times)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="print a list instead of a table")
    parser.add_argument("games", nargs="*", metavar="GAME", help="measure these alone")
    options = parser.parse_args()
    query = list(tasks(options.games))
    requests = [each for _, some, _, _ in query for each in some]
    rehearsed, answered = zip(*(in_pyodide(requests) for _ in range(RUNS)), strict=True)
    rehearsal = [json.loads(text) for text in json.loads(warmup.warmup_requests(""))]
    query[:0] = [(f"{it['calculator']}, {it['action']}, warm-up", [it], TAP, False) for it in rehearsal]
    sides = in_cpython(rehearsal + requests), least(rehearsed) + least(answered)
    rows, place = [], 0
    for name, some, limit, in_all in query:
        cpython, pyodide = (duration(side[place : place + len(some)], in_all) for side in sides)
        place += len(some)
        rows.append(
            {
                "task": name,
                "ms": round(pyodide, 1),
                "cpython_ms": round(cpython, 1),
                "ratio": round(pyodide / max(cpython, 0.001), 2),
                "limit_ms": limit,
                "within": pyodide <= limit,
            }
        )
    if options.json:
        print(json.dumps(rows, indent=2))
    else:
        for row in rows:
            late = "" if row["within"] else "  TOO SLOW"
            print(
                f"{row['task']:56} {row['ms']:8.1f} ms of {row['limit_ms']:4}"
                f"  {row['ratio']:5.2f} times CPython{late}"
            )
    return 0 if all(row["within"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
