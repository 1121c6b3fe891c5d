"""Requests run in advance, so that readers don't wait for slow first runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
from rules_py.systems import registry
from rules_py.web import respond


def warm_up() -> None:
    """Count the initial odds of the games once, before the build takes the memory snapshot."""
    for each in (calculator for game in registry.loaded_games() for calculator in game.calculators):
        respond(json.dumps(_initial_requests("odds" if each.has_odds else "ask", each)))


def warmup_requests(_: str) -> str:
    """Return likely first requests of each loaded game as a JSON list of texts, so idle browsers compile
    the code.
    """
    return json.dumps([json.dumps(each) for each in _first_requests()])


def _first_requests() -> Iterator[dict[str, Any]]:
    for game in registry.loaded_games():
        rolls = next((each for each in game.calculators if each.has_odds and each.rolls_dice), None)
        if rolls:
            yield _initial_requests("roll", rolls)
            yield _initial_requests("odds", rolls)
            yield _initial_requests("partial_roll", rolls) | {"dice": []}


def _initial_requests(action: str, calculator: Calculator) -> dict[str, Any]:
    return {"action": action, "calculator": calculator.id, "inputs": to_jsonable(calculator.initial_inputs())}
