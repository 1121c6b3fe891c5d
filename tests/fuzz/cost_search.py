"""Climbing towards the costliest input of a calculator, over all its inputs together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any

from rules_py import web
from rules_py.authoring.samples import inputs_for, valid_value
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
from tests.fuzz.replies import written_as_json

SPREAD = 4
"""The number of best inputs so far that the search varies."""


@dataclass(frozen=True)
class Cost:
    """The cost of an input: processor seconds of the longest slice, and characters of the reply."""

    seconds: float
    characters: int
    inputs: Mapping[str, Any]


def cost(
    calculator: Calculator, inputs: Mapping[str, Any], action: str, *, beside: Mapping[str, Any] | None = None
) -> Cost | None:
    """Return the cost of a page's request, or None if it is rejected. Slow requests are measured twice.
    `beside` are inputs to compare with.
    """
    request = {
        "action": action,
        "calculator": calculator.id,
        "inputs": inputs,
        "id": "here",
        "dice": [],
        "pinned": [{"inputs": beside}] if beside else [],
    }
    return cost_of(request)


def cost_of(request: Mapping[str, Any]) -> Cost | None:
    """Return the cost of any request of a page, as `cost` does."""
    measured = _cost(request)
    if measured is None or measured.seconds < 0.1:
        return measured
    again = _cost({**request, "label": "again"})  # another text, so that nothing is cached
    return min(measured, again, key=lambda each: each.seconds) if again else measured


def _cost(request: Mapping[str, Any]) -> Cost | None:
    text = written_as_json(request)
    longest = 0.0
    while True:
        began = process_time()
        reply = web.respond(text)
        longest = max(longest, process_time() - began)
        if '"working"' not in reply[:40]:
            break
    wrong = '"ok": false' in reply[:20] and '"too_large"' not in reply
    return None if wrong else Cost(longest, len(reply), request.get("inputs", {}))


def climbed(calculator: Calculator, random: Random, tries: int, action: str) -> Cost | None:
    """Return the costliest input found: a third of the tries are random, the others vary the costliest so
    far.
    """
    best: list[Cost] = []
    for number in range(tries):
        if number * 3 < tries or not best:
            inputs = inputs_for(calculator, random)
        else:
            inputs = _changed(calculator, random.choice(best).inputs, random)
        measured = cost(calculator, inputs, action)
        if measured:
            best = sorted([*best, measured], key=lambda each: -each.seconds)[:SPREAD]
    return best[0] if best else None


def _changed(calculator: Calculator, inputs: Mapping[str, Any], random: Random) -> dict[str, Any]:
    """Return the inputs with one or two values drawn again."""
    many = min(len(calculator.inputs), random.choice((1, 1, 2)))
    drawn = random.sample(calculator.inputs, many)
    return dict(inputs) | {each.name: to_jsonable(valid_value(each, random)) for each in drawn}


def climbs(calculator: Calculator, tries: int, seed: int = 12) -> Iterator[tuple[str, Cost]]:
    """Yield the costliest input found for each request that a page makes."""
    for action in actions_of(calculator):
        highest = climbed(calculator, Random(f"{seed}/{calculator.id}/{action}"), tries, action)
        if highest:
            yield action, highest


def actions_of(calculator: Calculator) -> Iterator[str]:
    """Yield the most expensive actions a page requests of a calculator."""
    yield "odds" if calculator.has_odds else "ask"
    if calculator.rolls_dice:
        yield from ("half", "roll")
