"""Calculators for choosing among three options, goal seek, and the chances of a party."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rules_py.base import number_format
from rules_py.base.wording import join_words
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import CHANCE, Measure, chance
from rules_py.inputs import Chance, Int, ListOf, NumberChoice, Record, Text
from rules_py.systems.basic_systems import advice, pools
from rules_py.systems.basic_systems.degrees import DEGREES, clamp_difficulty, difficulty_name
from rules_py.systems.basic_systems.fields import ABILITY_RATING, DIFFICULTY, POOL

CHOICES = {
    "automatic": "Take it without a throw",
    "throw": "Throw",
    "willpower": "Throw, and spend a point of Willpower",
}


def _side_by_side(choices: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a row for each choice; what is not to be had says so in place of its chances."""
    return [
        {"what_you_do": CHOICES[key]}
        | {name: value if each["available"] else "—" for name, value in each.items() if name != "available"}
        for key, each in choices.items()
    ]


def _said_complete(chances: Sequence[Fraction]) -> str:
    return join_words(map(number_format.percent, chances), conjunction="or")


COMPARE = Calculator(
    "basic_systems.compare",
    "Take it, throw, or spend a point?",
    "What each of the three gives you: the chance of 1, 3 and 5 successes, and of a botch.",
    (POOL, DIFFICULTY, ABILITY_RATING),
    answer=advice.compare,
    cross_check=pools.rating_faults,
    measures=(
        Measure("complete", "Three or more, thrown or with a point", _said_complete, kind=CHANCE),
        *(Measure(key, label, lambda _: "", kind=CHANCE) for key, label in CHOICES.items()),
        Measure("side_by_side", "Your chances", _side_by_side, kind=CHANCE),
    ),
    rules=("S-087", "S-089", "S-090", "S-091", "R-15", "R-17"),
    examples=({"pool": 8, "difficulty": 8, "ability_rating": 5}, {"pool": 0}),
    worst_case={"pool": 20, "difficulty": 9, "ability_rating": 6},
)

TARGET = Chance("target", "At least this chance", noun="The chance wanted", start="2/3")
DEGREE = NumberChoice(
    "degree",
    "Of how many successes",
    {each.number: f"{each.number} or more: {each.name}" for each in DEGREES},
    default=1,
    rule="S-040",
)


def _said_difficulty(difficulty: int | None) -> str:
    if difficulty is None:
        return "none: even 2 is too hard"
    name = difficulty_name(difficulty)
    return f"{difficulty} ({name})" if name else str(difficulty)


DIFFICULTY_FOR = Calculator(
    "basic_systems.difficulty_for",
    "What can I dare?",
    "The highest difficulty at which a pool still has the chance you want.",
    (POOL, TARGET, DEGREE),
    answer=advice.difficulty_for,
    is_solver=True,
    measures=(Measure("difficulty", "Up to", _said_difficulty), chance("chance", "Chance there")),
    rules=("S-034", "S-045"),
    examples=({"pool": 2, "target": "95%"}, {"pool": 10, "target": "1/2", "degree": 3}),
    worst_case={"pool": 20, "target": "1"},
)

POOL_FOR = Calculator(
    "basic_systems.pool_for",
    "How many dice does it take?",
    "The smallest pool, of 20 dice at most, that has the chance you want.",
    (DIFFICULTY, TARGET, DEGREE),
    answer=advice.pool_for,
    is_solver=True,
    measures=(
        Measure("pool", "Dice", lambda pool: "more than 20" if pool is None else str(pool)),
        chance("chance", "Chance with them"),
        Measure(
            "lost_again_at",
            "Too few again with",
            lambda pools: f"{join_words(map(str, pools), conjunction='and')} dice" if pools else "",
        ),
    ),
    rules=("S-034", "R-3"),
    examples=({"difficulty": 2, "target": "90%"}, {"difficulty": 10, "target": "1", "degree": 5}),
    worst_case={"difficulty": 7, "target": "1"},
)

PARTY = Calculator(
    "basic_systems.party",
    "The whole party",
    "One difficulty, and everybody’s chances at it.",
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
    ),
    answer=advice.party,
    cross_check=pools.member_faults,
    measures=(
        Measure("party", "Each of them", kind=CHANCE),
        chance("anybody", "Somebody succeeds"),
        chance("everybody", "Everybody succeeds"),
        chance("any_botch", "Somebody botches"),
    ),
    rules=("S-037", "S-046"),
    examples=({"difficulty": 9, "members": [{"name": "", "pool": 10}]},),
    worst_case={"difficulty": 8, "members": [{"name": "x", "pool": 20, "ability_rating": 6}] * 8},
)

CLAMP_DIFFICULTY = Calculator(
    "basic_systems.clamp_difficulty",
    "A difficulty off the scale",
    "Where a difficulty ends up that modifiers have moved.",
    (Int("n", "Difficulty after modifiers", -99, 99, start=11, rule="R-4"),),
    answer=lambda *, n: {"difficulty": clamp_difficulty(n), "label": difficulty_name(clamp_difficulty(n))},
    measures=(
        Measure("difficulty", "Difficulty"),
        Measure("label", "Called", lambda label: label or "it has no name"),
    ),
    rules=("S-038", "R-4", "R-5", "R-25"),
    examples=({"n": 7}, {"n": -3}),
)

ADVICE = (COMPARE, DIFFICULTY_FOR, POOL_FOR, PARTY, CLAMP_DIFFICULTY)
