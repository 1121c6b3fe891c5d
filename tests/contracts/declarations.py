"""What each game declares: of all that may be given to its calculators, its sheet and its desk the limits,
defaults, and what may be left out, one line an input; and how each of its parts is to be taken, one line a
part.

Kept sheets, shared links and programs rely on it, so that a change is seen and meant. After a change that is
meant, `.venv/bin/python -m tests.contracts.declarations` writes the lists anew; what changed then stands in
the commit.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rules_py.base.jsonable import to_jsonable
from rules_py.inputs import Input
from rules_py.systems import registry
from rules_py.systems.game import Game

LISTS = Path(__file__).with_name("declarations")
WORDS = {"name", "label", "help", "noun", "rule", "start", "code", "missing", "unknown", "twice", "unmarked"}
"""What is said of an input, which may be said better at any time; and what a form shows at first."""
DRAWN = {"dots", "squares", "lines"}
"""How an input is drawn, where it isn't as usual."""
KEYS = ("id", "name", "key", "field", "title")
"""By which of its fields a part goes: the first that it has."""
SEVERAL = (Mapping, tuple, list)
TOLD = (int, float, Fraction, str, *SEVERAL)


def written(game: Game) -> str:
    """The list of a game."""
    asked = [(each.id, each.inputs) for each in game.calculators]
    kept = [(f"{game.id} sheet", game.sheet.fields)] if game.sheet else []
    desk = [(f"{game.id} start", game.desk.setup)] if game.desk else []
    done = [(f"{game.id} {each.do}", each.inputs) for each in game.desk.deeds] if game.desk else []
    lines = [line for place, inputs in (*asked, *kept, *desk, *done) for line in _lines(place, inputs)]
    lines += [f"{game.id}: {len(game.numbers)} rules"] if game.numbers else []
    return "".join(f"{line}\n" for line in (*lines, *_parts(game.id, game)))


def _parts(place: str, part: Any) -> Iterator[str]:
    """The switches and numbers of a part that aren't as usual, and those of its own parts."""
    own: list[str] = []
    within: list[str] = []
    for field in fields(part):
        value = getattr(part, field.name)
        if (
            isinstance(value, (bool, int, Fraction))
            and value is not field.default
            and field.name not in WORDS
        ):
            own.append(f"{field.name}={value}")
        for one in value if isinstance(value, tuple) else (value,):
            if is_dataclass(one) and not isinstance(one, (Input, type)):
                named = (getattr(one, each, None) for each in KEYS)
                key = next((each for each in named if isinstance(each, str)), "")
                within += _parts(" ".join(filter(None, (place, field.name, key))), one)
    if own:
        yield f"{place}: {type(part).__name__} {' '.join(own)}"
    yield from within


def _lines(place: str, inputs: Iterable[Input]) -> Iterator[str]:
    for each in inputs:
        here = f"{place} {each.name}" if each.name else place
        own, within = [], []
        for name in (field.name for field in fields(each) if field.name not in WORDS):
            value = getattr(each, name)
            inside = value if isinstance(value, tuple) else (value,)
            if inside and all(isinstance(one, Input) for one in inside):
                within += _lines(here if name in ("item", "fields") else f"{here} {name}", inside)
            elif name == "default" and isinstance(value, TOLD):
                own.append(f"default={json.dumps(to_jsonable(value), ensure_ascii=False)}")
            elif isinstance(value, SEVERAL) and value:
                numbers = [str(one) for one in value if isinstance(one, int)]
                own.append(f"{name}: {', '.join(numbers) if len(numbers) == len(value) else len(value)}")
            elif isinstance(value, (int, float, Fraction)) and value is not False:
                own += [] if name in DRAWN and not value else [f"{name}={value}"]
        yield f"{here}: {type(each).__name__} {' '.join(own)}".rstrip()
        yield from within


if __name__ == "__main__":
    for each in registry.games():
        if (LISTS / f"{each.id}.txt").is_file():
            (LISTS / f"{each.id}.txt").write_text(written(each), "utf-8")
