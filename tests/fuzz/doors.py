"""Every door of the rules, each with inputs drawn for it from what the games declare: sound ones, sound ones that were
changed somewhere, and such as belong nowhere.
"""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from rules_py import api, catalogue, kept, web
from rules_py.__main__ import main
from rules_py.calculator import Calculator
from rules_py.desk import Desk, Played, begun, happened, played, read_scene
from rules_py.errors import InputError
from rules_py.game import Game
from rules_py.plain import plain
from tests.fuzz.odd import mutated, odd, text
from tests.fuzz.sound import fields_for, inputs_for, sound
from tests.fuzz.watch import Watch

LONGEST_SENTENCE = 500
"""Characters of what is told of an input that can't be."""

LONGEST_REPLY = 1_500_000
MOST_SLICES = 400

type Ask = Callable[[Watch], str]
"""Asks, and says what is wrong with the answer, "" for nothing. Each slice of an answer is a lap of the watch."""

type Case = tuple[object, Ask]
"""What is asked, and the asking."""


@dataclass(frozen=True)
class Door:
    """One way in. Of a hundred inputs `share` go there."""

    name: str
    share: int
    draw: Callable[[Random], Case]


@cache
def _calculators() -> tuple[Calculator, ...]:
    return tuple(each for game in catalogue.games() for each in game.calculators)


@cache
def _games() -> tuple[Game, ...]:
    return tuple(game for game in catalogue.games() if game.sheet)


@cache
def _desks() -> tuple[Game, ...]:
    return tuple(game for game in catalogue.games() if game.desk)


def _changed(value: Any, random: Random, *, plain: bool = False) -> Any:
    """As it is, or with a few changes."""
    for _ in range(random.choice((0, 0, 1, 1, 2, 4))):
        value = mutated(value, random, plain=plain)
    return value


def _inputs(calculator: Calculator, random: Random, *, plain: bool = False) -> Any:
    return _changed(inputs_for(calculator, random), random, plain=plain)


def _faces(calculator: Calculator, inputs: Any, random: Random) -> list[Any]:
    """Faces of a throw, if these inputs allow one."""
    try:
        return [*plain(api.roll(calculator.id, seed=random.randrange(99), **inputs).faces)]
    except (InputError, TypeError):
        return [random.randint(0, 13) for _ in range(random.randrange(9))]


def sentence(told: object) -> str:
    """What is wrong with a sentence that tells what is wrong."""
    if not isinstance(told, str) or not told.strip():
        return f"says nothing: {told!r}"
    if len(told) > LONGEST_SENTENCE:
        return f"{len(told)} characters: {told}"
    return "more than a line" if "\n" in told else ""


# in Python


def answered(ask: Callable[[], Any]) -> str:
    """What is wrong with how the Python door answers."""
    try:
        found = ask()
    except InputError as error:
        return sentence(str(error)) or sentence(error.told)
    json.dumps(plain(found))
    return ""


def _python(random: Random) -> Case:
    found = random.choice(_calculators())
    inputs = _inputs(found, random)
    given = (
        {name: value for name, value in inputs.items() if isinstance(name, str)}
        if isinstance(inputs, dict)
        else {}
    )
    given = {name: value for name, value in given.items() if name not in ("dice", "seed", "reading")}
    name = found.id if random.random() < 0.98 else odd(random)
    verbs: dict[str, Callable[[], Any]] = {"ask": lambda: api.ask(name, **given)}
    if found.has_odds:
        reading = random.choice((None, None, None, *found.readings, odd(random)))
        verbs |= {
            "odds": lambda: dict.fromkeys(map(str, api.odds(name, reading=reading, **given)), 1),
            "compare": lambda: api.compare(name, *[given] * random.choice((0, 1, 2, 3, 9))).scale.title,
            "reverse": lambda: _reversed(found, name, given, random),
        }
    if found.throws_dice:
        seed = random.choice((None, 0, 2**64 - 1, random.getrandbits(64), odd(random)))
        faces = _changed(_faces(found, inputs, random), random)
        verbs |= {
            "roll": lambda: api.roll(name, seed=seed, **given),
            "resolve": lambda: api.resolve(name, dice=faces, **given),
            "half": lambda: api.half_thrown(name, faces, **given).least,
        }
    if not found.has_odds or random.random() < 0.02:
        verb = "ask"
    else:
        verb = random.choice([*verbs])
    return (verb, name, given), lambda _: answered(verbs[verb])


def _reversed(found: Calculator, name: Any, given: Mapping[str, Any], random: Random) -> Any:
    varied = random.choice(found.inputs).name if random.random() < 0.9 else odd(random)
    rest = {key: value for key, value in given.items() if key != varied}
    grades = [f"at_least.{each.key}" for each in found.scale.grades] if found.scale else []
    goal = random.choice((*grades, *(f"measure.{each.name}" for each in found.measures), odd(random)))
    return str(api.reverse(name, varied, goal, _changed("1/2", random), **rest))


def _sheet(random: Random) -> Case:
    game = random.choice(_games())
    data = _changed(_sheet_of(game, random), random)
    who = game.id if random.random() < 0.98 else odd(random)
    verb = random.randrange(4)
    version = random.choice((1, game.sheet.version if game.sheet else 1, odd(random)))
    template = random.choice((*(each.id for each in getattr(game.sheet, "templates", ())), odd(random)))
    asked: Callable[[], Any] = (
        (lambda: len(api.upgraded_sheet(who, data, version)))
        if verb == 0
        else (lambda: len(api.applied_template(who, data, template)))
        if verb == 1
        else (lambda: api.check_sheet(who, data))
    )
    return (("upgrade", "template", "check", "check")[verb], who, data), lambda _: answered(asked)


def _sheet_of(game: Game, random: Random) -> dict[str, Any]:
    assert game.sheet
    data = plain(game.sheet.blank()) if random.random() < 0.3 else {}
    return dict(data) | fields_for(game.sheet.fields, random)


# in the worker


def replied(request: str, watch: Watch, limit: int = MOST_SLICES) -> str:
    """What is wrong with how the worker replies."""
    for _ in range(limit):
        raw = web.respond(request)
        watch.lap()
        if len(raw) > LONGEST_REPLY:
            return f"a reply of {len(raw)} characters"
        reply = json.loads(raw)
        if not reply["ok"]:
            told = [reply["message"], *(each["message"] for each in reply["problems"])]
            return next(filter(None, map(sentence, told)), "")
        if "working" not in reply:
            return ""
    return f"still working after {limit} slices"


def _request(request: Any, random: Random) -> Case:
    written = written_as_json(request)
    if random.random() < 0.02:
        written = mutated(written, random)
    asked = written if isinstance(written, str) else "null"
    return asked, lambda watch: replied(asked, watch)


def written_as_json(value: Any) -> str:
    """The value as JSON; numbers too long for Python to write, too."""
    try:
        return json.dumps(value)
    except ValueError:
        return json.dumps(_short(value)).replace('"\\u0007"', "9" * 5000)


def _short(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _short(each) for key, each in value.items()}
    if isinstance(value, list):
        return [*map(_short, value)]
    return "\x07" if isinstance(value, int) and abs(value) > 10**4000 else value


def _throws(random: Random) -> Case:
    found = random.choice(_calculators())
    inputs = _inputs(found, random, plain=True)
    about = {"calculator": found.id, "inputs": inputs, "id": "here"}
    faces = _changed(_faces(found, inputs, random) if found.throws_dice else [], random, plain=True)
    actions: list[dict[str, Any]] = [{"action": "odds" if found.has_odds else "ask", **about}]
    if found.throws_dice:
        actions += [
            {"action": "roll", **about, "seed": random.choice((None, 1, 2**64 - 1, odd(random, plain=True)))},
            {"action": "resolve", **about, "dice": faces},
            {"action": "half", **about, "dice": faces, "uncounted": random.choice((None, True))},
        ]
    if found.has_odds:
        pinned = [
            {"inputs": _inputs(found, random, plain=True), "name": text(random)[:200]}
            for _ in range(random.randrange(4))
        ]
        game = catalogue.game(found.game)
        sheets = [{"sheet": _sheet_of(game, random), "version": 1} for _ in range(2)] if game.sheet else []
        actions += [
            {
                "action": "compare",
                **about,
                "pinned": pinned,
                "way": random.choice(("steps", "at_least", None)),
            },
            {"action": "reverse_form", **about},
            {
                "action": "reverse",
                **about,
                "goal": odd(random, plain=True),
                "chance": "50%",
                "input": random.choice((None, *(each.name for each in found.inputs))),
            },
            {"action": "throws", **about, "sheets": sheets},
        ]
    return _request(_changed(random.choice(actions), random, plain=True), random)


def _lucky(random: Random) -> Case:
    throws = []
    for found in random.choices(
        [each for each in _calculators() if each.throws_dice], k=random.choice((1, 2, 5))
    ):
        inputs = inputs_for(found, random)
        throws.append(
            {"calculator": found.id, "inputs": inputs, "faces": _faces(found, inputs, random), "who": "Ann"}
        )
    compared = [
        {
            "calculator": "core_rules.challenge",
            "who": "",
            "verdict": "",
            "kind": "well",
            "chance": "1/2",
            "met": True,
            "exactly": "1/3",
        }
    ]
    request = random.choice(
        (
            {"action": "luck_of", "throws": throws},
            {"action": "luck", "compared": compared * random.choice((1, 40))},
        )
    )
    return _request(_changed(request, random, plain=True), random)


def _sheets(random: Random) -> Case:
    game = random.choice(_games())
    assert game.sheet
    sheet = _changed(_sheet_of(game, random), random, plain=True)
    about = {"game": game.id, "sheet": sheet}
    file = {
        "format": "diceleaf-sheet",
        "version": game.sheet.version,
        "game": game.id,
        "sheets": [sheet] * random.choice((1, 1, 3)),
    }
    actions: tuple[dict[str, Any], ...] = (
        {"action": "sheet", **about},
        {"action": "sheet", **about},
        {"action": "sheet_play", **about, "situation": _changed({}, random, plain=True)},
        {
            "action": "sheet_cards",
            **about,
            "field": random.choice((*(each.field for each in game.sheet.cards), "name")),
        },
        {
            "action": "sheet_changes",
            **about,
            "entries": _changed([{"at": 1, "field": "name", "before": 1, "after": 2}], random, plain=True),
        },
        {
            "action": "sheet_file",
            "game": game.id,
            "text": written_as_json(_changed(file, random, plain=True)),
        },
        {"action": "template", **about, "template": odd(random, plain=True)},
        {"action": "upgrade", **about, "version": random.choice((1, odd(random, plain=True)))},
    )
    request = random.choice(actions)
    return _request(_changed(request, random, plain=True) if random.random() < 0.1 else request, random)


def _offers(random: Random) -> Case:
    asking = [(game, each) for game in catalogue.games() for each in game.references if each.asks]
    game, found = random.choice(asking)
    inputs = _changed(fields_for(found.asks, random), random, plain=True)
    request = {"action": "offers", "list": f"{game.id}.{found.name}", "inputs": inputs}
    return _request(_changed(request, random, plain=True) if random.random() < 0.1 else request, random)


# desks


def _desk(random: Random) -> Case:
    game = random.choice(_desks())
    assert game.desk
    scene, words = _scene(game, random)
    about = {"action": "desk", "game": game.id, "scene": scene, "turn": random.choice(("", *words[:3]))}
    request = random.choice(_WAYS)(game, about, words, random)
    return _request(_changed(request, random, plain=True) if random.random() < 0.15 else request, random)


def _event(game: Game, about: dict[str, Any], words: list[str], random: Random) -> dict[str, Any]:
    return about | {"event": _changed(event_for(game.desk, words, random), random, plain=True)}


def _set(game: Game, about: dict[str, Any], words: list[str], random: Random) -> dict[str, Any]:
    assert game.desk and game.desk.setting
    setting = game.desk.setting
    entry = next(each for each in game.desk.setup if each.name == setting.seats)
    sheets = [{"sheet": _sheet_of(game, random), "version": 1}] if game.sheet else []
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
            "entry": sound(entry, random, words)[:1] and random.choice(sound(entry, random, words) or [{}]),
        },
        {"set": "place", "beside": name},
        {"set": "way", "from": random.choice(("1", name)), "to": random.choice(("2", name))},
        {"set": "place-entry", "name": "1", "entry": {"name": random.choice(("1", "Ford", "a,b", ""))}},
        {"set": "place-remove", "name": "1"},
        {"set": "rest", "called": text(random)[:100], "rest": fields_for(game.desk.setup, random, words)},
    )
    change = _changed(random.choice(changes), random, plain=True)
    looked = random.choice((None, {"who": name, "place": "1", "open": name}, odd(random, plain=True)))
    return about | {
        "action": "desk_set",
        "change": change,
        "setting": looked,
        "first": random.choice(("", "setting")),
    }


def _other(game: Game, about: dict[str, Any], words: list[str], random: Random) -> dict[str, Any]:
    assert game.desk
    head = kept.SCENES.head(game.id, game.desk.version)
    file = _changed(head | {"scenes": [about["scene"]] * random.choice((1, 2))}, random, plain=True)
    more = random.choice(
        (
            {"scene": _changed(about["scene"], random, plain=True)},
            {"scene": _changed(about["scene"], random, plain=True)},
            {
                "scene": None,
                "start": random.choice((*(each.id for each in game.desk.starts), odd(random, plain=True))),
            },
            {"action": "desk_new"},
            {"action": "desk_seen"},
            {"action": "desk_log"},
            {"action": "desk_back", "sheet": _sheet_of(game, random) if game.sheet else {}},
            {"action": "desk_file", "text": written_as_json(file), "scene": None},
        )
    )
    return about | more


_WAYS = (_event, _event, _event, _set, _set, _other)


def event_for(desk: Desk[Any, Any] | None, words: list[str], random: Random) -> dict[str, Any]:
    """An event of one of the deeds, its fields filled in."""
    assert desk
    deed = random.choice([*desk.deeds])
    return {**fields_for(deed.inputs, random, words), "do": deed.do}


_GOING: dict[str, list[tuple[Any, list[str]]]] = {}
"""Scenes of each game that were gone on with, and the names in them: a fight is not played anew for each input. Filled
from a seed of its own, so that each input is the same whatever was tried before.
"""
SCENES, DEEDS = 12, 14


def _scene(game: Game, random: Random) -> tuple[dict[str, Any], list[str]]:
    """A scene some way on, as plain data, and the names in it."""
    if game.id not in _GOING:
        _GOING[game.id] = [*_scenes(game)]
    scene, words = random.choice(_GOING[game.id])
    return json.loads(scene), words


def _scenes(game: Game) -> Iterator[tuple[str, list[str]]]:
    desk = game.desk
    assert desk
    random = Random(game.id)
    for number in range(SCENES):
        start = desk.starts[number % len(desk.starts)]
        state = dict(start.state)
        if number % 3 == 2:
            with contextlib.suppress(InputError):
                read = read_scene(desk, {"name": "Drawn", "start": fields_for(desk.setup, random)})
                desk.view(played(desk, read).state, "")
                state = dict(read.start)
        now = played(desk, read_scene(desk, begun(start).to_json() | {"start": state}))
        for _ in range(DEEDS * (number % 4)):
            with contextlib.suppress(InputError):
                now = _gone_on(desk, now, random)
        words = [each.name for each in desk.view(now.state, "").pieces] + [
            each.name for each in desk.view(now.state, "").places
        ]
        yield json.dumps(plain(now.scene)), words or ["1"]


def _gone_on(desk: Desk[Any, Any], now: Played[Any], random: Random) -> Played[Any]:
    """The scene after one of the acts that are offered, its inputs filled in."""
    view = desk.view(now.state, "")
    offered = [each for each in (*view.due, *view.acts, *view.common) if not each.reasons]
    if not offered:
        return now
    act = random.choice(offered)
    filled = {each.name: sound(each, random) for each in (*act.inputs, *act.more)}
    if any(each.name == "seed" for each in desk.deeds[str(act.event["do"])].inputs):
        filled["seed"] = random.getrandbits(60)
    return happened(desk, now, {**act.event, **filled})[0]


def _forecast(random: Random) -> Case:
    game = random.choice([each for each in _desks() if each.desk and each.desk.forecast])
    scene, _ = _scene(game, random)
    return _request(
        {"action": "desk_forecast", "game": game.id, "scene": _changed(scene, random, plain=True)}, random
    )


# the command line


def _typed(random: Random) -> Case:
    found = random.choice(_calculators())
    inputs = _inputs(found, random, plain=True)
    pairs = [*inputs.items()] if isinstance(inputs, dict) else []
    words = [f"{name}={value if isinstance(value, str) else written_as_json(value)}" for name, value in pairs]
    faces = [str(each)[:60] for each in (_faces(found, inputs, random) if found.throws_dice else [])]
    game = random.choice(_games())
    commands = (
        ["odds", found.id, *words],
        ["ask", found.id, *words],
        ["roll", found.id, *words, "--seed", random.choice(("7", str(2**64 - 1), text(random)[:300]))],
        ["resolve", found.id, *words, "--dice", *faces],
        ["sheet", game.id, "FILE"],
        ["list"],
    )
    command = random.choice(commands[:5] if random.random() < 0.99 else commands)
    if random.random() < 0.3:
        place = random.randrange(len(command))
        command[place : place + random.randrange(2)] = [text(random)] * random.randrange(3)
    if random.random() < 0.3:
        command = [*command, "--json"]
    file = written_as_json(_changed(_sheet_of(game, random), random, plain=True))
    command = [each.replace("\0", "") for each in command]  # no shell can hand that over
    return (command, file), lambda _: _exit(command, file)


def _exit(command: list[str], file: str) -> str:
    """What is wrong with how a command ends."""
    out, told = io.StringIO(), io.StringIO()
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(told),
    ):
        path = Path(folder) / "sheet.json"
        path.write_text(file, "utf-8", "surrogatepass")
        try:
            status = main([str(path) if each == "FILE" else each for each in command])
        except SystemExit as stopped:
            status = stopped.code if isinstance(stopped.code, int) else 0
    line = told.getvalue()
    if status == 0:
        return f"tells {line!r} and ends with 0" if line else ""
    return sentence(line.removesuffix("\n")) if status == 2 else f"ends with {status}"


# any request at all


def _anything(random: Random) -> Case:
    request = {
        "action": random.choice([*web.ACTIONS]),
        **{name: odd(random, plain=True) for name in random.sample(_NAMES, 4)},
    }
    return _request(request, random)


_NAMES = ["calculator", "inputs", "dice", "seed", "game", "sheet", "scene", "event", "change", "text", "pinned", "throws", "compared", "entries", "field", "version", "template", "situation", "setting", "list", "root", "label", "id", "turn", "name", "sheets", "goal", "chance", "input", "way"]  # fmt: skip

DOORS = (
    Door("python", 30, _python),
    Door("python sheet", 8, _sheet),
    Door("worker throw", 20, _throws),
    Door("worker sheet", 8, _sheets),
    Door("worker desk", 13, _desk),
    Door("worker forecast", 1, _forecast),
    Door("worker offers", 2, _offers),
    Door("worker luck", 2, _lucky),
    Door("worker anything", 6, _anything),
    Door("command line", 10, _typed),
)
