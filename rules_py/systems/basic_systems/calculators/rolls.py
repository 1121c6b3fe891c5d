"""The roll and its odds."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import CHANCE, Measure, chance, distribution, mean
from rules_py.dice.odds import Odds
from rules_py.systems.basic_systems import chances, pools, rolls
from rules_py.systems.basic_systems.degrees import BOTCH_DEGREES, DEGREES
from rules_py.systems.basic_systems.fields import ABILITY_RATING, DIFFICULTY, POOL, WILLPOWER
from rules_py.systems.basic_systems.options import SWITCHES
from rules_py.systems.basic_systems.results import BOTCH, FAILURE, RESULT


def _count_measure(name: str, label: str, of: str) -> Measure:
    """Return the chance of each number above 0 in a field of the result."""
    every = distribution(name, label, lambda result: getattr(result, of))

    def above_none(odds: Odds, inputs: Any) -> dict[Hashable, Fraction]:
        assert every.of
        return {number: part for number, part in every.of(odds, inputs).items() if number}

    return Measure(name, label, of=above_none, kind=CHANCE)


def _degrees(odds: Odds, _: object) -> dict[str, Fraction]:
    """Return the chance of each degree of success and of botch by name; a name of both has one chance for
    each.
    """
    chances = odds.by(lambda result: result.degree)
    return {each.name: chances.get(each.name, Fraction()) for each in (*DEGREES, *BOTCH_DEGREES)}


def _at_least(degree: int) -> Measure:
    return chance(f"at_least_{degree}", f"{degree} successes or more", lambda result: result.net >= degree)


POOL_ROLL = Calculator(
    "basic_systems.throw",
    "Roll a pool",
    "Roll ten-sided dice against a difficulty; count successes and 1s.",
    (POOL, DIFFICULTY, ABILITY_RATING, WILLPOWER, *SWITCHES),
    mechanic=rolls.roll_pool,
    closed_form=chances.odds,
    scale=RESULT,
    measures=(
        chance("p_success", "At least 1 success", lambda result: result.net > 0),
        chance("p_failure", "Failure (no botch)", lambda result: result.outcome == FAILURE),
        chance("p_botch", "Botch", lambda result: result.outcome == BOTCH),
        *(_at_least(degree) for degree in (2, 3, 4, 5)),
        _count_measure("net", "Successes left", "net"),
        _count_measure("botch", "1s in a botch", "botch_ones"),
        Measure("degree", "Degrees", of=_degrees, kind=CHANCE),
        mean("mean_net", "Average successes left", lambda result: result.net),
    ),
    cross_check=pools.rating_faults,
    pool_size_input="pool",
    rules=("S-034", "S-043", "S-062", "S-065", "S-082", "S-090", "R-6", "R-31"),
    examples=(
        {"pool": 3, "difficulty": 6},
        {"pool": 5, "difficulty": 9, "ability_rating": 5},
        {"pool": 2, "difficulty": 6, "willpower": True},
        {"pool": 3, "difficulty": 8, "tens": "double"},
        {"pool": 2, "difficulty": 7, "tens": "again", "willpower": True, "willpower_immune": False},
        {"pool": 6, "difficulty": 7, "botch_rule": "ones_outnumber", "ability_rating": 6},
        {"pool": 0, "willpower": True},
        {"pool": 3, "difficulty": 9, "willpower": True, "point_averts": False, "point_successes": 2},
        {"pool": 5, "difficulty": 8, "ability_rating": 4, "mastery_from": 3},
    ),
    worst_case={"pool": 20, "difficulty": 10, "ability_rating": 6, "tens": "again"},
)

ROLLS = (POOL_ROLL,)
