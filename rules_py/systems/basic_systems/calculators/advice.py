"""Calculators for choosing among three options, goal seek, and the chances of a party."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rules_py.base import number_format
from rules_py.base.wording import join_words
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import CHANCE, Measure, chance
from rules_py.inputs import Chance, Input, Int, ListOf, NumberChoice, Record, Text
from rules_py.systems.basic_systems import advice, pools
from rules_py.systems.basic_systems.degrees import DEGREES, clamp_difficulty, difficulty_name
from rules_py.systems.basic_systems.fields import ABILITY_RATING, DIFFICULTY, POOL
from rules_py.systems.basic_systems.options import AUTOMATIC_MARGIN, DICE, HIGHEST, MASTERY, SWITCHES

CHOICES = {
    "automatic": "Take an automatic success",
    "throw": "Roll",
    "willpower": "Roll and spend a Willpower point",
}


def _without_fields(options: Iterable[Input]) -> list[Input]:
    """Return house rules without form fields: only the form of a roll has fields for them."""
    return [replace(each, in_forms=False) for each in options]


def _side_by_side(choices: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a row for each option; an unavailable one has a text instead of its chances."""
    return [
        {"choice": CHOICES[key]}
        | {name: value if each["available"] else "—" for name, value in each.items() if name != "available"}
        for key, each in choices.items()
    ]


def _describe_complete(chances: Sequence[Fraction]) -> str:
    return join_words(map(number_format.percent, chances), conjunction="or")


COMPARE = Calculator(
    "basic_systems.compare",
    "Automatic success, roll, or spend Willpower?",
    "Compare the chances of 1, 3 and 5 successes, and of a botch.",
    (POOL, DIFFICULTY, ABILITY_RATING, *_without_fields(SWITCHES), AUTOMATIC_MARGIN),
    answer=advice.compare,
    cross_check=pools.rating_faults,
    measures=(
        Measure(
            "complete", "Three or more successes, without or with Willpower", _describe_complete, kind=CHANCE
        ),
        *(Measure(key, label, lambda _: "", kind=CHANCE) for key, label in CHOICES.items()),
        Measure("side_by_side", "Your chances", _side_by_side, kind=CHANCE),
    ),
    rules=("S-087", "S-089", "S-090", "S-091", "R-15", "R-17"),
    examples=({"pool": 8, "difficulty": 8, "ability_rating": 5}, {"pool": 0}),
    worst_case={"pool": 20, "difficulty": 9, "ability_rating": 6},
)

TARGET = Chance("target", "At least this chance", noun="The target chance", start="2/3")
DEGREE = NumberChoice(
    "degree",
    "Successes needed",
    {each.number: f"{each.number} or more: {each.name}" for each in DEGREES},
    default=1,
    rule="S-040",
)


def _describe_difficulty(difficulty: int | None) -> str:
    if difficulty is None:
        return "none: even 2 is too hard"
    name = difficulty_name(difficulty)
    return f"{difficulty} ({name})" if name else str(difficulty)


DIFFICULTY_FOR = Calculator(
    "basic_systems.difficulty_for",
    "What difficulty can I handle?",
    "The highest difficulty at which a pool reaches the chance you want.",
    (POOL, TARGET, DEGREE, *_without_fields(DICE), HIGHEST),
    answer=advice.difficulty_for,
    is_solver=True,
    measures=(Measure("difficulty", "Highest difficulty", _describe_difficulty), chance("chance", "Chance")),
    rules=("S-034", "S-045"),
    examples=(
        {"pool": 2, "target": "95%"},
        {"pool": 10, "target": "1/2", "degree": 3},
        {"pool": 5, "target": "1/4"},
        {"pool": 5, "target": "9/10", "ones_cancel": False},
    ),
    worst_case={"pool": 20, "target": "1"},
)

POOL_FOR = Calculator(
    "basic_systems.pool_for",
    "How many dice do I need?",
    "The smallest pool, up to 20 dice, that reaches the chance you want.",
    (DIFFICULTY, TARGET, DEGREE, *_without_fields(DICE)),
    answer=advice.pool_for,
    is_solver=True,
    measures=(
        Measure("pool", "Dice", lambda pool: "more than 20" if pool is None else str(pool)),
        chance("chance", "Chance"),
        Measure(
            "lost_again_at",
            "Falls short again with",
            lambda pools: f"{join_words(map(str, pools), conjunction='and')} dice" if pools else "",
        ),
    ),
    rules=("S-034", "R-3"),
    examples=(
        {"difficulty": 2, "target": "90%"},
        {"difficulty": 10, "target": "1", "degree": 5},
        {"difficulty": 9, "target": "1/2", "ones_cancel": False},
    ),
    worst_case={"difficulty": 7, "target": "1"},
)

PARTY = Calculator(
    "basic_systems.party",
    "The whole party",
    "Everyone’s chances at one difficulty.",
    (
        DIFFICULTY,
        ListOf(
            "members",
            "Characters",
            Record(fields=(Text("name", "Name", longest=40, default=""), POOL, ABILITY_RATING)),
            fewest=1,
            most=8,
            start=[
                {"name": "Ada", "pool": 3},
                {"name": "Bram", "pool": 5},
                {"name": "Cleo", "pool": 8, "ability_rating": 5},
            ],
        ),
        *_without_fields(DICE),
        MASTERY,
        AUTOMATIC_MARGIN,
    ),
    answer=advice.party,
    cross_check=pools.member_faults,
    measures=(
        Measure("party", "Each character", kind=CHANCE),
        chance("anybody", "Someone succeeds"),
        chance("everybody", "Everyone succeeds"),
        chance("any_botch", "Someone botches"),
    ),
    rules=("S-037", "S-046"),
    examples=({"difficulty": 9, "members": [{"name": "", "pool": 10}]},),
    worst_case={"difficulty": 8, "members": [{"name": "x", "pool": 20, "ability_rating": 6}] * 8},
)


def _clamp(*, n: int, highest_difficulty: int) -> dict[str, Any]:
    difficulty = clamp_difficulty(n, highest_difficulty)
    return {"difficulty": difficulty, "label": difficulty_name(difficulty)}


CLAMP_DIFFICULTY = Calculator(
    "basic_systems.clamp_difficulty",
    "A difficulty off the scale",
    "Move a modified difficulty back onto the scale.",
    (Int("n", "Difficulty after modifiers", -99, 99, start=11, rule="R-4"), HIGHEST),
    answer=_clamp,
    measures=(Measure("difficulty", "Difficulty"), Measure("label", "Name", lambda label: label or "none")),
    rules=("S-038", "R-4", "R-5", "R-25"),
    examples=({"n": 7}, {"n": -3}),
)

ADVICE = (COMPARE, DIFFICULTY_FOR, POOL_FOR, PARTY, CLAMP_DIFFICULTY)
