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
"""So many of those tried first are climbed on from."""


@dataclass(frozen=True)
class Cost:
    """What an input takes: seconds of processor time in the longest slice, and characters of the reply."""

    seconds: float
    characters: int
    inputs: Mapping[str, Any]


def cost(
    calculator: Calculator, inputs: Mapping[str, Any], action: str, *, beside: Mapping[str, Any] | None = None
) -> Cost | None:
    """The cost of a page's question; None where it is refused as wrong. What takes long is taken twice.
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
    """The cost of anything that a page asks, as `cost` has it."""
    found = _cost(request)
    if found is None or found.seconds < 0.1:
        return found
    again = _cost({**request, "label": "again"})  # another text, so that nothing is known by heart
    return min(found, again, key=lambda each: each.seconds) if again else found


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
    """The costliest input found in so many tries: the first third drawn, the others changed from the
    costliest so far.
    """
    best: list[Cost] = []
    for number in range(tries):
        if number * 3 < tries or not best:
            inputs = inputs_for(calculator, random)
        else:
            inputs = _changed(calculator, random.choice(best).inputs, random)
        found = cost(calculator, inputs, action)
        if found:
            best = sorted([*best, found], key=lambda each: -each.seconds)[:SPREAD]
    return best[0] if best else None


def _changed(calculator: Calculator, inputs: Mapping[str, Any], random: Random) -> dict[str, Any]:
    """The same with one or two of the inputs drawn anew."""
    many = min(len(calculator.inputs), random.choice((1, 1, 2)))
    drawn = random.sample(calculator.inputs, many)
    return dict(inputs) | {each.name: to_jsonable(valid_value(each, random)) for each in drawn}


def climbs(calculator: Calculator, tries: int, seed: int = 12) -> Iterator[tuple[str, Cost]]:
    """The costliest input found for each question that a page asks."""
    for action in actions_of(calculator):
        found = climbed(calculator, Random(f"{seed}/{calculator.id}/{action}"), tries, action)
        if found:
            yield action, found


def actions_of(calculator: Calculator) -> Iterator[str]:
    """What a page asks of a calculator that costs most."""
    yield "odds" if calculator.has_odds else "ask"
    if calculator.rolls_dice:
        yield from ("half", "roll")
