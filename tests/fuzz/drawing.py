"""Random inputs for several entry points, based on the games' declarations: valid or altered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from rules_py import api
from rules_py.authoring.samples import fields_for, inputs_for
from rules_py.base.errors import InputError
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
from rules_py.systems import registry
from rules_py.systems.game import Game
from tests.fuzz.invalid_values import mutated, with_long_numbers
from tests.fuzz.replies import replied, written_as_json
from tests.fuzz.watch import Watch

type Ask = Callable[[Watch], str]
"""A call that sends a request and returns what is wrong with the answer, "" for nothing. Each slice of an
answer is a lap of the watch.
"""

type Case = tuple[object, Ask]
"""A request, and the call that answers it."""


@dataclass(frozen=True)
class Door:
    """One way in. Of a hundred inputs `share` go there."""

    name: str
    share: int
    draw: Callable[[Random], Case]


@cache
def calculators() -> tuple[Calculator, ...]:
    return tuple(each for game in registry.games() for each in game.calculators)


@cache
def games_with_sheets() -> tuple[Game, ...]:
    return tuple(game for game in registry.games() if game.sheet)


@cache
def games_with_trackers() -> tuple[Game, ...]:
    return tuple(game for game in registry.games() if game.tracker)


def changed(value: Any, random: Random, *, plain: bool = False) -> Any:
    """Return the value unchanged, with a few changes, or with numbers of 400 digits."""
    if random.random() < 0.1:
        return with_long_numbers(value, random)
    for _ in range(random.choice((0, 0, 1, 1, 2, 4))):
        value = mutated(value, random, plain=plain)
    return value


def changed_inputs(calculator: Calculator, random: Random, *, plain: bool = False) -> Any:
    inputs = inputs_for(calculator, random)
    if calculator.notation_input:
        inputs[calculator.notation_input] = written_dice(random)
    return changed(inputs, random, plain=plain)


def written_dice(random: Random) -> str:
    """Draw dice as people write them: of every size and kind, in any typography."""
    terms = (_written_term(random) for _ in range(random.choice((1, 1, 2, 3, 8))))
    return random.choice((" + ", "-", " − ", "–", "+")).join(terms)


def _written_term(random: Random) -> str:
    def number() -> str:
        return str(random.choice((1, 2, 3, 4, 6, 10, 20, 30, 100, 1000, random.randrange(1001))))

    dice = random.choice(
        (number(), f"d{number()}", f"{number()}d{number()}", f"{number()}d6", "d66", "d888", "4dF", "d%")
    )
    more = random.choice(("", "", "", "", "!", "r1", f"r<={number()}"))
    read = random.choice(("", "", "", "", "kh", f"kl{number()}", "≥2", f"<={number()}"))
    times = random.choice(("", "", "", "", f" × {number()}", "*10"))
    return f"{dice}{more}{read}{times}"


def faces_for(calculator: Calculator, inputs: Any, random: Random) -> list[Any]:
    """Return the faces of a roll with these inputs, or random faces if the inputs are invalid."""
    try:
        return [*to_jsonable(api.roll(calculator.id, seed=random.randrange(99), **inputs).faces)]
    except (InputError, TypeError):
        return [random.randint(0, 13) for _ in range(random.randrange(9))]


def goals(calculator: Calculator) -> list[str]:
    """Return the names of the possible goals for this calculator's odds."""
    grades = calculator.scale.grades if calculator.scale else ()
    return [
        *(f"at_least.{each.key}" for each in grades),
        *(f"measure.{each.name}" for each in calculator.measures),
    ]


def sheet_for(game: Game, random: Random) -> dict[str, Any]:
    assert game.sheet
    data = to_jsonable(game.sheet.blank()) if random.random() < 0.3 else {}
    return dict(data) | fields_for(game.sheet.fields, random)


def requested(request: Any, random: Random) -> Case:
    value = written_as_json(request)
    if random.random() < 0.02:
        value = mutated(value, random)
    text = value if isinstance(value, str) else "null"
    return text, lambda watch: replied(text, watch)
