"""Advice on a roll: the best option, the right difficulty, and the chances of a whole party."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from rules_py.systems.basic_systems.chances import Spread, spread
from rules_py.systems.basic_systems.degrees import LOWEST_DIFFICULTY
from rules_py.systems.basic_systems.fields import MAX_POOL
from rules_py.systems.basic_systems.results import House
from rules_py.systems.basic_systems.willpower import is_automatic

ASKED_FOR = (1, 3, 5)
"""The numbers of successes that are compared for a decision: barely, completely, phenomenally."""


def compare(
    *, pool: int, difficulty: int, ability_rating: int, automatic_margin: int, **switches: Any
) -> dict[str, Any]:
    """Return the chances of an automatic success, a plain roll, and a roll with a point of Willpower. S-087
    to S-091.

    If an automatic success isn't available, its chances are 0.
    """
    house = House(**switches)
    sure = int(is_automatic(pool, difficulty, automatic_margin))
    choices = {
        "automatic": {
            "available": bool(sure),
            **{f"at_least_{degree}": Fraction(sure if degree == 1 else 0) for degree in ASKED_FOR},
            "botch": Fraction(0),
        },
        "throw": _chances(spread(pool, difficulty, ability_rating, house=house)),
        "willpower": _chances(spread(pool, difficulty, ability_rating, willpower=True, house=house)),
    }
    complete = [choices[each]["at_least_3"] for each in ("throw", "willpower")]
    return {**choices, "complete": complete, "side_by_side": choices}


def _chances(spread: Spread) -> dict[str, Any]:
    chances = {f"at_least_{degree}": spread.at_least(degree) for degree in ASKED_FOR}
    return {"available": True, **chances, "botch": spread.p_botch}


def difficulty_for(
    *, pool: int, target: Fraction, degree: int, highest_difficulty: int, **switches: Any
) -> dict[str, Any]:
    """Return the highest difficulty at which this number of successes reaches the target chance, or None.
    T-8.
    """
    house = House(**switches)
    for difficulty in range(highest_difficulty, LOWEST_DIFFICULTY - 1, -1):
        chance = spread(pool, difficulty, house=house).at_least(degree)
        if chance >= target:
            return {"difficulty": difficulty, "chance": chance}
    return {"difficulty": None, "chance": None}


def pool_for(*, difficulty: int, target: Fraction, degree: int, **switches: Any) -> dict[str, Any]:
    """Return the smallest pool that reaches the target chance, and the larger ones that don't. T-7."""
    house = House(**switches)
    chances = {pool: spread(pool, difficulty, house=house).at_least(degree) for pool in range(MAX_POOL + 1)}
    smallest = next((pool for pool, chance in chances.items() if chance >= target), None)
    if smallest is None:
        return {"pool": None, "chance": None, "lost_again_at": []}
    lost = [pool for pool, chance in chances.items() if pool > smallest and chance < target]
    return {"pool": smallest, "chance": chances[smallest], "lost_again_at": lost}


def party(
    *, difficulty: int, members: Sequence[Mapping[str, Any]], automatic_margin: int, **switches: Any
) -> dict[str, Any]:
    """Return everyone's chances at one difficulty, and the group's, if each rolls once."""
    house = House(**switches)
    spreads = [spread(each["pool"], difficulty, each["ability_rating"], house=house) for each in members]
    table = [
        {
            "name": each["name"] or f"{place}.",
            "at_least_1": one.p_success,
            "at_least_3": one.at_least(3),
            "botch": one.p_botch,
            "automatic": is_automatic(each["pool"], difficulty, automatic_margin),
        }
        for place, (each, one) in enumerate(zip(members, spreads, strict=True), 1)
    ]
    return {
        "party": table,
        "anybody": 1 - prod((1 - each.p_success for each in spreads), start=Fraction(1)),
        "everybody": prod((each.p_success for each in spreads), start=Fraction(1)),
        "any_botch": 1 - prod((1 - each.p_botch for each in spreads), start=Fraction(1)),
    }
