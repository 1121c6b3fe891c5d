"""How every game goes at its limits, on record: inputs, characters, fights and forecasts that were chosen,
among tens of thousands drawn, because with them each comparison of the rules comes out either way and even,
each condition decides, and each line is come to, in two of them wherever there are two.

What is drawn at random for `recorded.py` hardly ever comes up to a limit. Of each there is a sum, here words
and all: much of what is decided at a limit is only a choice of words. After a change that is meant, and be it
that something is said better, `.venv/bin/python -m tests.contracts.boundary_cases` writes the sums anew.
`.venv/bin/python -m tests.mutation.boundary_search GAME` chooses what is new where rules were added or
changed, and adds it; with `--gaps` it lists what nothing here comes to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

from rules_py.base.errors import InputError
from rules_py.base.jsonable import to_jsonable
from rules_py.dice.dice import SeededDice
from rules_py.dice.incremental import run_to_completion
from rules_py.inputs import Record
from rules_py.systems import registry
from rules_py.systems.game import Game
from rules_py.tracker import Desk
from rules_py.tracker.forecast import forecasting
from tests.contracts.odds_snapshots import answered, judged, seen

RECORDS = Path(__file__).with_name("boundary_cases")
CHARACTER, FIGHT, FORECAST = "character", "fight", "forecast"


def sums(game: Game, kind: str, chosen: Any) -> str:
    """What comes of what was chosen: a sum, or of a fight one a deed."""
    if kind == CHARACTER:
        return summed([judged(game, chosen), seated(game, chosen)])
    if kind == FORECAST:
        return summed(foreseen(game, chosen["start"], chosen["events"]))
    if kind.startswith(FIGHT):
        return " ".join(map(summed, fought(game, chosen["start"], chosen["then"])))
    return summed(answered(registry.calculator(kind), chosen))


def summed(value: Any) -> str:
    """A sum of a value, words and all."""
    return f"{crc32(json.dumps(to_jsonable(value), sort_keys=True).encode()):08x}"


def seated(game: Game, data: Mapping[str, Any]) -> Any:
    """A character as one who sits down at the desk."""
    setting = game.desk.setting if game.desk else None
    if not (setting and setting.seat):
        return None
    try:
        return setting.seat(data)
    except InputError as error:
        return faults(error)


def begun(desk: Desk[Any, Any], start: Mapping[str, Any]) -> Any:
    """The state that a fight begins in. Raises InputError."""
    return desk.begin(Record(fields=desk.setup).parse(start))


def fought(game: Game, start: Mapping[str, Any], then: list[Any]) -> Iterator[Any]:
    """What comes of each deed of a fight; `then` holds those that may come next, each with those that follow
    it.
    """
    assert game.desk
    try:
        state = begun(game.desk, start)
    except InputError as error:
        yield faults(error)
        return
    yield seen(game.desk.view(state, ""))
    yield from _gone_on(game.desk, (state,), then)


def _gone_on(desk: Desk[Any, Any], states: tuple[Any, ...], then: list[Any]) -> Iterator[Any]:
    for event, *further in then:
        state, told = done(desk, states[-1], event)
        yield told
        if further:
            yield from _gone_on(desk, (*states, state), further)
        else:
            yield at_last(desk, (*states, state))


def done(desk: Desk[Any, Any], state: Any, event: Mapping[str, Any]) -> tuple[Any, Any]:
    """The state after a deed, and all that is told of it; both are what they were where it is none."""
    try:
        happened = desk.deeds.apply(state, event, SeededDice(1))
    except InputError as error:
        return state, faults(error)
    reasons = [[each.code, each.rule, each.text] for each in happened.reasons]
    told = [happened.applied, happened.event, happened.sentence, happened.turn, happened.working, reasons]
    shown = seen(desk.view(happened.state, str(event.get("who") or ""))) if happened.applied else None
    return happened.state, [told, happened.state, shown]


def at_last(desk: Desk[Any, Any], states: tuple[Any, ...]) -> Any:
    """What players may see, and what is taken from the table."""
    told: list[Any] = [seen(desk.seen(states))] if desk.seen else []
    if desk.setting and desk.setting.party:
        told.append([*desk.setting.party(states[-1])])
    if desk.back:
        names = [each.name for each in desk.view(states[-1], "").pieces]
        told += [desk.back(states[-1], name) for name in names]
    return told


def foreseen(game: Game, start: Mapping[str, Any], events: list[Any]) -> Any:
    """How a fight is foreseen to end after some deeds."""
    assert game.desk and game.desk.forecast
    forecast = game.desk.forecast
    try:
        state = begun(game.desk, start)
        for event in events:
            state = game.desk.deeds.apply(state, event, SeededDice(1)).state
    except InputError as error:
        return faults(error)
    if why := forecast.declined(state):
        return why
    found = run_to_completion(forecasting(forecast.course(state)))
    return [found.runs, found.wins, found.at_last, found.out, found.never]


def faults(error: InputError) -> Any:
    return [[fault.field, fault.code, fault.user_message] for fault in error.faults]


def read(game_id: str) -> Iterator[tuple[str, Any, str]]:
    for line in (RECORDS / f"{game_id}.txt").read_text("utf-8").splitlines():
        kind, chosen, found = line.split("\t")
        yield kind, json.loads(chosen), found


def by_kind(game_id: str) -> dict[str, list[tuple[Any, str]]]:
    """What is on record of a game, each fight by itself."""
    found: dict[str, list[tuple[Any, str]]] = {}
    for place, (kind, chosen, sums_of_it) in enumerate(read(game_id)):
        found.setdefault(f"fight {place}" if kind == FIGHT else kind, []).append((chosen, sums_of_it))
    return found


def line(game: Game, kind: str, chosen: Any) -> str:
    written = json.dumps(chosen, ensure_ascii=False, separators=(",", ":"))
    return "\t".join((kind, written, sums(game, kind, chosen)))


def write(game: Game, chosen: list[tuple[str, Any]]) -> None:
    lines = (line(game, kind, each) for kind, each in chosen)
    (RECORDS / f"{game.id}.txt").write_text("".join(f"{each}\n" for each in lines), "utf-8")


if __name__ == "__main__":
    for each in registry.games():
        if (RECORDS / f"{each.id}.txt").is_file():
            write(each, [(kind, chosen) for kind, chosen, _ in read(each.id)])
