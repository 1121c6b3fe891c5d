"""The doors of Python: the verbs of `rules_py`, and its sheets."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from rules_py import api
from rules_py.calculators.calculator import Calculator
from rules_py.dice.incremental import Incremental, run_to_completion
from tests.fuzz import drawing
from tests.fuzz.invalid_values import odd
from tests.fuzz.replies import answered
from tests.fuzz.watch import Watch


def verbs(random: Random) -> drawing.Case:
    calculator = random.choice(drawing.calculators())
    inputs = drawing.changed_inputs(calculator, random)
    values = (
        {name: value for name, value in inputs.items() if isinstance(name, str)}
        if isinstance(inputs, dict)
        else {}
    )
    values = {name: value for name, value in values.items() if name not in ("dice", "seed", "reading")}
    name = calculator.id if random.random() < 0.98 else odd(random)
    verbs: dict[str, Callable[[], Any]] = {"ask": lambda: api.ask(name, **values)}
    if calculator.has_odds:
        reading = random.choice((None, None, None, *calculator.projections, odd(random)))
        verbs |= {
            "odds": lambda: dict.fromkeys(map(str, api.odds(name, projection=reading, **values)), 1),
            "compare": lambda: api.compare(name, *[values] * random.choice((0, 1, 2, 3, 9))).scale.title,
            "reverse": lambda: _reversed(calculator, name, values, random),
        }
    if calculator.rolls_dice:
        seed = random.choice((None, 0, 2**64 - 1, random.getrandbits(64), odd(random)))
        faces = drawing.changed(drawing.faces_for(calculator, inputs, random), random)
        verbs |= {
            "roll": lambda: api.roll(name, seed=seed, **values),
            "resolve": lambda: api.resolve(name, dice=faces, **values),
            "half": lambda: api.partial_roll(name, faces, **values).min_remaining,
        }
    if not calculator.has_odds or random.random() < 0.02:
        verb = "ask"
    else:
        verb = random.choice([*verbs])

    def ask(watch: Watch) -> str:
        with _bit_by_bit(watch):
            return answered(verbs[verb])

    return (verb, name, values), ask


@contextmanager
def _bit_by_bit(watch: Watch) -> Iterator[None]:
    """Record a lap for each step of an incremental task that the Python functions run at once."""

    def finished(steps: Incremental[Any]) -> Any:
        while True:
            try:
                next(steps)
            except StopIteration as end:
                return end.value
            finally:
                watch.lap()

    of_calculators = sys.modules[Calculator.__module__]  # `rules_py.calculator` is a verb
    name = run_to_completion.__name__
    with patch.object(api, name, finished), patch.object(of_calculators, name, finished):
        yield


def _reversed(calculator: Calculator, name: Any, inputs: Mapping[str, Any], random: Random) -> Any:
    varied = (
        random.choice(calculator.inputs).name if calculator.inputs and random.random() < 0.9 else odd(random)
    )
    rest = {key: value for key, value in inputs.items() if key != varied}
    goal = random.choice((*drawing.goals(calculator), odd(random)))
    return len(api.goal_seek(name, varied, goal, drawing.changed("1/2", random), **rest).candidates)


def sheets(random: Random) -> drawing.Case:
    game = random.choice(drawing.games_with_sheets())
    data = drawing.changed(drawing.sheet_for(game, random), random)
    who = game.id if random.random() < 0.98 else odd(random)
    verb = random.randrange(4)
    version = random.choice((1, game.sheet.version if game.sheet else 1, odd(random)))
    template = random.choice((*(each.id for each in getattr(game.sheet, "templates", ())), odd(random)))
    call: Callable[[], Any] = (
        (lambda: len(api.upgrade_sheet(who, data, version)))
        if verb == 0
        else (lambda: len(api.apply_template(who, data, template)))
        if verb == 1
        else (lambda: api.check_sheet(who, data))
    )
    return (("upgrade", "template", "check", "check")[verb], who, data), lambda _: answered(call)
