"""How every game goes, on record: its chances and answers, what its rules make of characters, how fights go.

Published numbers, kept fights and shared links rely on it, so that a change is seen and meant. Of each there
is a sum, in which of words only the numbers take part: the rest may be said better at any time. After a
change that is meant, `.venv/bin/python -m tests.contracts.odds_snapshots` writes the records anew; what
changed then stands in the commit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from hooks.contracts.calculators import settings
from hooks.contracts.trackers import wandered
from rules_py.authoring.samples import fields_for, inputs_for
from rules_py.base.errors import InputError, TooManyBranchesError
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
from rules_py.dice.dice import SeededDice
from rules_py.dice.incremental import run_to_completion
from rules_py.inputs import Choice, Int
from rules_py.sheets.play_mode import Card
from rules_py.sheets.sheet import Panel, Throw
from rules_py.systems.game import Game
from rules_py.tracker import Act, Desk, Piece, View
from rules_py.tracker.forecast import forecasting
from tests.contracts import snapshots

RECORDS = Path(__file__).with_name("odds_snapshots")
DRAWN, THROWN = 4, 3
"""So many inputs are drawn for a calculator besides the usual ones and its examples; of all so many throws
are made.
"""
CHARACTERS = 15
NUMBER = re.compile(r"\d+")
EVENTS, MOMENTS = 30, 90
"""Of a fight so many events are played at random, and then another, until there are so many in all."""
FORESEEN = 2
"""Of so many of them it is foreseen how they end, at every fifth event."""
TRIED = 6
"""So many deeds are tried at each moment of a fight, offered or not."""


def kinds_of(game: Game) -> dict[str, Callable[[], Iterable[str]]]:
    """What there is on record of a game, by name."""
    ways = {each.id: lambda each=each: _chances(each) for each in game.calculators if not each.for_programs}
    sheet = {"characters": lambda: _characters(game)} if game.sheet else {}
    starts = game.desk.starts if game.desk else ()
    fights = {f"fight {each.id}": lambda each=each: _fights(game, each) for each in starts}
    foreseen = {f"forecast {each.id}": lambda each=each: _forecasts(game, each) for each in starts}
    return ways | sheet | fights | foreseen


def summed(value: Any) -> str:
    """A sum of a value, in which of words only the numbers take part."""
    return f"{crc32(json.dumps(_wordless(to_jsonable(value)), sort_keys=True).encode()):08x}"


def _wordless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _wordless(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_wordless(each) for each in value]
    return NUMBER.findall(value) if isinstance(value, str) and " " in value else value


def _chances(calculator: Calculator) -> Iterator[str]:
    random = Random(calculator.id)
    drawn = (inputs_for(calculator, random) for _ in range(DRAWN))
    for inputs in (*settings(calculator, largest=False), *drawn):
        yield summed(answered(calculator, inputs))


def answered(calculator: Calculator, inputs: Mapping[str, Any]) -> Any:
    """What a calculator answers, or its odds and some throws."""
    try:
        asked = calculator.asked(inputs)
        if not calculator.has_odds:
            return asked.answer()
        odds = asked.odds()
    except InputError as error:
        return [[fault.field, fault.code] for fault in error.faults]
    except TooManyBranchesError:
        return "too many"
    thrown = [asked.throw(SeededDice(seed)) for seed in range(THROWN) if calculator.throws_dice]
    chances = sorted(
        ([to_jsonable(outcome), to_jsonable(chance)] for outcome, chance in odds.items()), key=str
    )
    return [chances, {each.name: odds.measures[each.name] for each in calculator.measures}, thrown]


def _characters(game: Game) -> Iterator[str]:
    assert game.sheet
    random = Random(game.id)
    for data in (game.sheet.blank(), *(fields_for(game.sheet.fields, random) for _ in range(CHARACTERS))):
        yield summed(judged(game, data))


def judged(game: Game, data: Mapping[str, Any]) -> Any:
    """What the rules make of a character."""
    assert game.sheet
    try:
        reading, report = game.sheet.judged(data)
    except InputError as error:
        return [[fault.field, fault.code] for fault in error.faults]
    problems = [[each.field, each.code, each.rule, each.severity, each.message] for each in report.problems]
    standings = [[each.at, each.marked, each.ticked, each.size] for each in report.standings.values()]
    steps = [[each.changes, each.due, each.field, each.rule, each.title, each.why] for each in report.steps]
    told = [report.derived, report.full, report.tally, report.notes, *map(_panel, report.panels)]
    cards = [{key: _card(each) for key, each in cards.judge(reading).items()} for cards in game.sheet.cards]
    return [problems, standings, steps, told, cards]


def _panel(panel: Panel) -> list[Any]:
    return [[_throw(cell) if isinstance(cell, Throw) else cell for cell in row] for row in panel.rows]


def _throw(throw: Throw) -> list[Any]:
    return [throw.calculator, throw.inputs, throw.chance, throw.asks, throw.spends]


def _card(card: Card) -> list[Any]:
    moves = [
        [each.step.changes, each.step.title, each.step.why, [rule for _, rule in each.barred]]
        for each in card.moves
    ]
    return [
        card.price,
        [rule for _, rule in card.barred],
        [each.reached for each in card.path],
        moves,
        card.fills,
    ]


def _fights(game: Game, start: Any) -> Iterator[str]:
    assert game.desk
    deeds, random = [*game.desk.deeds], Random(start.id)
    seeds, gone = count(), 0
    while gone < MOMENTS:
        seed = next(seeds)
        for state, view, _, event in wandered(game, start, seed, EVENTS):
            gone += 1
            done = game.desk.deeds.apply(state, event, SeededDice(seed))
            yield f"{event['do']}:{summed([state, seen(view), done.sentence, done.working, done.turn])}"
            words = [each.name for each in (*view.pieces, *view.places)]
            tried = [_tried(game.desk, state, random.choice(deeds), words, random) for _ in range(TRIED)]
            yield f"tried:{summed(tried)}"


def _tried(desk: Desk[Any, Any], state: Any, deed: Any, words: list[str], random: Random) -> list[Any]:
    """What comes of a deed with whatever it may hold, mostly a refusal; or why it is none at all."""
    try:
        done = desk.deeds.apply(
            state, fields_for(deed.inputs, random, words) | {"do": deed.do}, SeededDice(1)
        )
    except InputError as error:
        return [[fault.field, fault.code] for fault in error.faults]
    reasons = [[each.code, each.rule] for each in done.reasons]
    return [done.applied, done.event, done.sentence, done.turn, done.working, reasons, done.state]


def _forecasts(game: Game, start: Any) -> Iterator[str]:
    assert game.desk
    for seed in range(FORESEEN):
        for place, (state, *_) in enumerate(wandered(game, start, seed, EVENTS)):
            forecast = game.desk.forecast
            if forecast and not place % 5 and not forecast.declined(state):
                found = run_to_completion(forecasting(forecast.course(state)))
                yield summed([found.runs, found.wins, found.at_last, found.out, found.never])


def seen(view: View) -> list[Any]:
    """All that is to be seen of a table but words."""
    acts = (*view.due, *view.acts, *view.common)
    shown = [view.turn, view.next, view.waiting, view.title, view.news]
    return [shown, [*map(_piece, view.pieces)], [*map(_act, acts)], [*map(_panel, view.panels)]]


def _piece(piece: Piece) -> list[Any]:
    boxes = [[each.ticked, each.size] for each in piece.boxes]
    dice = [[each.sides, each.face, each.status] for each in piece.dice]
    marks = [each.code for each in piece.marks]
    told = [piece.standing, piece.turn, piece.facts]
    return [piece.name, piece.place, piece.tone, piece.able, boxes, dice, marks, told]


def _act(act: Act) -> list[Any]:
    asked = [
        [
            each.name,
            [*each.options] if isinstance(each, Choice) else None,
            [each.low, each.high] if isinstance(each, Int) else None,
        ]
        for each in (*act.inputs, *act.more)
    ]
    chances = [*(each.chance for each in act.shares), *(chance for _, chance in act.figures)]
    tones, matters = [each.tone for each in act.shares], act.matters and act.matters[1]
    reasons = [[each.code, each.rule] for each in act.reasons]
    sides = [sides for _, sides in act.dice]
    told = [act.title, act.button, act.kind, act.price, act.note, [each.label for each in act.shares]]
    return [
        act.id,
        act.event,
        asked,
        chances,
        tones,
        matters,
        reasons,
        sides,
        act.rules,
        act.may_allow,
        act.folded,
        told,
    ]


if __name__ == "__main__":
    snapshots.write(RECORDS, lambda game: {name: " ".join(made()) for name, made in kinds_of(game).items()})
