"""What every game's pages hold and what their readers are answered, on record: forms, throws, odds,
comparisons, sheets, desks, lists.

Of each there is a sum, in which of words only the numbers take part: the rest may be said better at any time.
After a change that is meant, `.venv/bin/python -m tests.contracts.html_snapshots` writes the records anew:
the lines that differ then name what is to be looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from hooks.contracts.calculators import settings
from hooks.contracts.requests import answered
from hooks.contracts.trackers import wandered
from rules_py import present
from rules_py.authoring.samples import fields_for, inputs_for
from rules_py.base.errors import InputError
from rules_py.base.jsonable import plain
from rules_py.calculators.calculator import Calculator
from rules_py.dice.dice import SeededDice
from rules_py.sheets.sheet import Sheet
from rules_py.systems.game import Game
from rules_py.tracker import Played, Start, begun, names_at, played, read_scene
from tests.contracts import snapshots

RECORDS = Path(__file__).with_name("html_snapshots")
DRAWN = 1
"""So many inputs are drawn for a calculator besides the usual ones and its examples."""
CHARACTERS = 5
EVENTS, SEED = 12, 1
LOOKED_AT = 4
"""One in so many moments of a fight is looked at, each with another part of the table open."""

NUMBER = re.compile(r"\d+")
TEXT = re.compile(r">([^<]+)<")
SAID = re.compile(
    r'\b(title|aria-label|aria-description|aria-valuetext|placeholder|data-label|data-messages)="([^"]*)"'
)
"""Attributes that hold words."""

type Answers = Callable[[], Iterable[Any]]


def pages_of(game: Game) -> dict[str, Answers]:
    """What there is on record of a game, by name."""
    found: dict[str, Answers] = {"shelf": lambda: [present.shelf([game])]}
    found |= {f"list {each.name}": lambda each=each: _list(game, each) for each in game.references}
    found |= {
        f"table {each.id}": lambda each=each: [present.random_table(game, each)] for each in game.tables
    }
    found["house options"] = lambda: [
        present.house_options(game, *pages)
        for pages in (("all/", "sheet/"), ("all/", None), (None, "sheet/"))
    ]
    found |= {f"ladder {each.name}": lambda each=each: [present.ladder(game, each)] for each in game.ladders}
    found["what is kept"] = lambda: [present.backups([game])]
    for each in game.calculators:
        if not each.for_programs:
            found |= {f"{each.id} {name}": ask for name, ask in _of_calculator(each).items()}
    if game.sheet:
        found |= {f"sheet {name}": ask for name, ask in _of_sheet(game, game.sheet).items()}
    for start in game.desk.starts if game.desk else ():
        found[f"desk {start.id}"] = lambda start=start: _desk(game, start)
    return found


def sums(answers: Answers) -> str:
    return " ".join(f"{crc32(json.dumps(_wordless(plain(each))).encode()):08x}" for each in answers())


def _wordless(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _wordless(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_wordless(each) for each in value]
    if not isinstance(value, str) or " " not in value:
        return value
    if "<" not in value:
        return NUMBER.findall(value) or bool(value.strip())
    bare = SAID.sub(lambda found: f"{found[1]}={NUMBER.findall(found[2])}", value)
    return TEXT.sub(lambda found: f">{NUMBER.findall(found[1]) or '.' * bool(found[1].strip())}<", bare)


# calculators


def _of_calculator(calculator: Calculator) -> dict[str, Answers]:
    random = Random(calculator.id)
    usual = [calculator.parse(each) for each in settings(calculator, largest=False)]
    drawn = (_readable(calculator, inputs_for(calculator, random)) for _ in range(DRAWN))
    asked = [*usual, *(each for each in drawn if each is not None)]
    found: dict[str, Answers] = {"form": lambda: [present.calculator(calculator, each) for each in usual[:2]]}
    if calculator.has_odds:
        found["odds"] = lambda: [_reply("odds", calculator, each) for each in asked]
        found["compared"] = lambda: _compared(calculator, asked)
    else:
        found["answer"] = lambda: [_reply("ask", calculator, each) for each in asked]
    if calculator.throws_dice:
        found["thrown"] = lambda: [_reply("roll", calculator, each, seed="1") for each in asked]
        found["half thrown"] = lambda: [each for inputs in usual[:3] for each in _half(calculator, inputs)]
    found["example"] = lambda: _example(calculator, usual[:2])
    if present.reversible(calculator):
        found["turned round"] = lambda: _reversed(calculator, usual[0])
    return found


def _readable(calculator: Calculator, given: Mapping[str, Any]) -> Mapping[str, Any] | None:
    try:
        return calculator.parse(given)
    except InputError:
        return None


def _reply(action: str, calculator: Calculator, inputs: Mapping[str, Any], **more: Any) -> Any:
    request = {"action": action, "calculator": calculator.id, "inputs": plain(dict(inputs)), "id": "here"}
    return answered({**request, **more})


def _compared(calculator: Calculator, asked: list[Mapping[str, Any]]) -> Iterator[Any]:
    for most in (1, 2):
        pinned = [{"inputs": plain(dict(each)), "name": ""} for each in asked[1 : most + 1]]
        for way in ("steps", "at_least")[:most]:
            yield _reply("compare", calculator, asked[0], pinned=pinned, way=way)


def _example(calculator: Calculator, usual: list[Mapping[str, Any]]) -> Iterator[Any]:
    for inputs in usual:
        asked = calculator.asked(inputs)
        if calculator.throws_dice:
            yield present.example_throw(calculator, inputs, asked.throw(SeededDice(1)))
        if calculator.has_odds:
            yield present.example_odds(calculator, inputs, asked.odds())
        else:
            yield present.example_answer(asked.answer())


def _half(calculator: Calculator, inputs: Mapping[str, Any]) -> Iterator[Any]:
    asked = calculator.asked(inputs)
    dice = SeededDice(1)
    asked.throw(dice)
    faces = plain([*dice.faces])
    for row in ([], faces[:1], faces[:2], faces, [*faces, 1], [-1]):
        yield _reply("half", calculator, inputs, dice=row)
    yield _reply("half", calculator, inputs, dice=faces[:1], uncounted=True)


def _reversed(calculator: Calculator, inputs: Mapping[str, Any]) -> Iterator[Any]:
    yield _reply("reverse_form", calculator, {})
    for chance in ("1/2", "95%"):
        yield _reply("reverse", calculator, inputs, chance=chance)


# lists


def _list(game: Game, listed: Any) -> Iterator[Any]:
    yield present.reference(game, listed)
    yield present.reference(game, listed, folded=True)


# sheets


def _of_sheet(game: Game, sheet: Sheet) -> dict[str, Answers]:
    random = Random(game.id)
    drawn = (plain(fields_for(sheet.fields, random)) for _ in range(CHARACTERS))
    people = [plain(sheet.blank()), *drawn]

    moments = [plain(fields_for(sheet.play.situation, random)) for _ in people]

    def asked(action: str, **more: Any) -> list[Any]:
        return [answered({"action": action, "game": game.id, "sheet": each, **more}) for each in people]

    def in_play() -> list[Any]:
        asked = {"action": "sheet_play", "game": game.id}
        each = zip(people, moments, strict=True)
        return [answered({**asked, "sheet": sheet, "situation": moment}) for sheet, moment in each]

    found: dict[str, Answers] = {
        "empty": lambda: [present.sheet(game, sheet)],
        "judged": lambda: asked("sheet"),
        "in play": in_play,
        "changed": lambda: [_changes(game, people[0], each) for each in people[1:]],
    }
    for cards in sheet.cards:
        found[f"cards of {cards.field}"] = lambda cards=cards: asked("sheet_cards", field=cards.field)
    for template in sheet.templates:
        found[f"template {template.id}"] = lambda template=template: asked("template", template=template.id)[
            :2
        ]
    return found


def _changes(game: Game, before: Mapping[str, Any], after: Mapping[str, Any]) -> Any:
    changes = [
        {"field": name, "from": before.get(name), "to": after.get(name)} for name in {**before, **after}
    ]
    entries = [{"id": str(place), "at": 1000, "changes": [each]} for place, each in enumerate(changes)]
    return answered({"action": "sheet_changes", "game": game.id, "entries": entries})


# desks


def _desk(game: Game, start: Start) -> Iterator[Any]:
    desk = game.desk
    assert desk
    yield present.desk(game, desk, start.id)
    now: Played[Any] = played(desk, read_scene(desk, begun(start).to_json()))
    thrown = SeededDice(SEED)  # as it is thrown in there
    for place, (_, _, _, event) in enumerate(wandered(game, start, SEED, EVENTS)):
        done = desk.deeds.apply(now.state, event, thrown)
        if not place % LOOKED_AT:
            yield from _moment(game, now, place)
        now = Played(now.scene.with_event(done.event), now.first, (*now.happenings, done))
    yield now.told()


def _moment(game: Game, now: Played[Any], place: int) -> Iterator[Any]:
    desk = game.desk
    assert desk
    scene = plain(now.scene)
    names = names_at(desk, now) if desk.setting else [""]
    who = names[place % len(names)]

    def asked(action: str, **more: Any) -> Any:
        return answered({"action": action, "game": game.id, "scene": scene, **more})

    looked = {("open", "who", "place")[place // LOOKED_AT % 3]: who}
    yield asked("desk", setting=looked, turn=who, log="whole" if place else "")
    if desk.seen:
        yield asked("desk_seen")
    if desk.back:
        yield asked("desk_back", sheet={"name": who})


if __name__ == "__main__":
    snapshots.write(RECORDS, lambda game: {name: sums(answers) for name, answers in pages_of(game).items()})
