"""Calculators for a character's part in a roll: dice, automatic successes, Willpower points."""

from __future__ import annotations

from typing import Any

from rules_py.base.wording import YES_NO
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import Measure
from rules_py.inputs import Flag, Int
from rules_py.systems.basic_systems import pools, willpower
from rules_py.systems.basic_systems.fields import DIFFICULTY, POOL, WILLPOWER
from rules_py.systems.basic_systems.options import (
    ALL_BEYOND_HUMAN,
    ALLOW_MIX,
    AUTOMATIC_MARGIN,
    DEFAULT_PENALTY,
    MASTERY,
)


def _describe_cancel(cancel: int) -> str:
    return ("none", "one 1", "two 1s")[cancel]


def _rating_input(name: str, label: str, high: int, rule: str, **more: Any) -> Int:
    return Int(
        name, label, 0, high, default=None, optional=True, code=f"{name}_out_of_range", rule=rule, **more
    )


POOL_OF = Calculator(
    "basic_systems.pool",
    "Dice pool",
    "The number of dice to roll.",
    (
        _rating_input("attribute", "Attribute", pools.BEYOND_HUMAN, "S-021", start=3),
        _rating_input(
            "ability", "Ability", pools.BEYOND_HUMAN, "S-021", start=2, help="0 if you don’t have it."
        ),
        _rating_input(
            "trait",
            "Standalone Trait",
            pools.TEN_DOTS,
            "S-023",
            help="Willpower or another ten-dot Trait, in place of Attribute and Ability.",
        ),
        Flag("beyond_human", "Beyond human", rule="R-1", help="Raises the highest rating to 6."),
        ALL_BEYOND_HUMAN,
        ALLOW_MIX,
        MASTERY,
        DEFAULT_PENALTY,
    ),
    answer=pools.pool,
    cross_check=pools.pool_faults,
    measures=(
        Measure("dice", "Dice"),
        Measure("defaulted", "Falls back on the Attribute", YES_NO),
        Measure("cancel", "Removed from a botch", _describe_cancel),
    ),
    rules=("S-019", "S-021", "S-023", "S-026", "S-082", "R-12", "R-19", "R-21"),
    examples=(
        {"attribute": 3, "ability": 0},
        {"attribute": None, "ability": None, "trait": 7},
        {"attribute": 6, "ability": 6, "beyond_human": True},
        {"attribute": 2, "ability": 5, "trait": 4, "allow_mix": True},
        {"attribute": 6, "ability": 2, "all_beyond_human": True},
    ),
)

AUTOMATIC = Calculator(
    "basic_systems.automatic",
    "Automatic success",
    "Whether the Storyteller may grant success without a roll.",
    (POOL, DIFFICULTY, WILLPOWER, AUTOMATIC_MARGIN),
    answer=willpower.automatic,
    cross_check=willpower.automatic_faults,
    measures=(
        Measure("available", "Available", YES_NO),
        Measure("net", "Successes"),
        Measure("degree", "Degree"),
    ),
    rules=("S-087", "S-088", "S-089", "R-17", "R-18"),
    examples=({"pool": 8, "difficulty": 8},),
)

SPEND_WILLPOWER = Calculator(
    "basic_systems.spend_willpower",
    "Spend a Willpower point",
    "The points left, or the reason why you can’t spend one.",
    (
        Int(
            "current", "Squares left", 0, pools.TEN_DOTS, start=5, code="willpower_out_of_range", rule="S-032"
        ),
        Flag("spent_this_turn", "Point already spent this turn", rule="S-093"),
    ),
    answer=willpower.spend_willpower,
    cross_check=willpower.spend_faults,
    measures=(Measure("current", "Squares left"), Measure("spent_this_turn", "Spent this turn", YES_NO)),
    rules=("S-090", "S-092", "S-093", "R-16"),
    examples=({"current": 1},),
)

CHARACTERS = (POOL_OF, AUTOMATIC, SPEND_WILLPOWER)
