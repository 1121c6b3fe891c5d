"""Tables of chances, tested claims, and ideas for botches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules_py.base.wording import join_words, pluralize
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import VALUE, Measure
from rules_py.inputs import Choice, Int, ListOf
from rules_py.systems.basic_systems import claims, pools, tables
from rules_py.systems.basic_systems.degrees import botch_degree
from rules_py.systems.basic_systems.fields import ABILITY_RATING, DIFFICULTY, MAX_POOL, POOL, WILLPOWER
from rules_py.systems.basic_systems.lists.botch_prompts import IDEAS
from rules_py.systems.basic_systems.options import DICE, MASTERY, SWITCHES

MAX_POOLS = 13
"""The most rows; with the largest pools and rerolled 10s, they take CPython a tenth of a second."""


def _describe_worse(worse: Sequence[Any]) -> str:
    return f"in {pluralize(len(worse), 'cell', 'cells')}" if worse else "nowhere"


def _describe_left_out(pools: Sequence[int]) -> str:
    return join_words(map(str, pools), conjunction="and")


def _unsaid(_: object) -> str:
    """Return no text, for values that the page shows in another way."""
    return ""


ODDS_TABLE = Calculator(
    "basic_systems.odds_table",
    "Table of chances",
    "One chance for each pool at each difficulty. A mark shows where an extra die makes things worse.",
    (
        Choice("kind", "Chance of", {key: label for key, (label, _) in tables.KINDS.items()}, start="botch"),
        ListOf("pools", "Pools", POOL, fewest=1, most=MAX_POOLS, default=list(range(1, 13)), lone=True),
        ListOf(
            "difficulties",
            "Difficulties",
            DIFFICULTY,
            fewest=1,
            most=9,
            default=list(range(2, 11)),
            lone=True,
        ),
        ABILITY_RATING,
        WILLPOWER,
        *SWITCHES,
    ),
    answer=tables.odds_table,
    cross_check=pools.table_faults,
    measures=(
        Measure("table", "Exact", _unsaid, kind=VALUE),
        Measure("shown", "By dice and difficulty"),
        Measure("worse", f"{tables.WORSE} Adding a die makes it worse", _describe_worse),
        Measure("left_out", "Left out (fewer dice than Ability dots)", _describe_left_out),
        Measure("book", "Exact (standard rules)", _unsaid, kind=VALUE),
        Measure("book_shown", "Standard rules", lambda rows: rows or ""),
    ),
    rules=("S-034", "S-065", "R-31"),
    examples=(
        {"kind": "success", "pools": [1, 2, 3], "difficulties": [2, 3]},
        {"kind": "mean_net", "pools": [1, 2], "difficulties": [10], "tens": "double"},
        {"kind": "botch", "pools": [5, 6, 12], "difficulties": [9, 10], "ability_rating": 5},
        {"kind": "botch", "pools": [3], "difficulties": [9], "willpower": True, "point_averts": False},
        {
            "kind": "at_least_3",
            "pools": [2],
            "difficulties": [6],
            "willpower": True,
            "willpower_immune": False,
        },
    ),
    worst_case={
        "kind": "success",
        "pools": list(range(MAX_POOL - MAX_POOLS + 1, MAX_POOL + 1)),
        "tens": "again",
    },
)

CLAIMS = Calculator(
    "basic_systems.claims",
    "Claims put to the test",
    "The pools at which botches peak, and at which an extra die makes things worse.",
    (*DICE, MASTERY),
    answer=claims.claims,
    measures=(
        Measure("by_difficulty", "Dice, by difficulty"),
        *(
            Measure(name, label, _unsaid, kind=VALUE)
            for name, label in (
                ("botch", "Chance of a botch, by difficulty and dice"),
                ("botch_peak", "Botches peak at"),
                ("botch_grows_to", "Pools that botch more often than with one die fewer"),
                ("success", "Chance of success, by difficulty and dice"),
                ("success_falls_to", "Pools that succeed less often than with one die fewer"),
                ("success_stalls_at", "Pools that succeed just as often with one die fewer"),
                ("share", "Share of botches among rolls without success"),
                ("share_peak", "Share of botches peaks at"),
                ("mean_ones", "Average 1s in a botch"),
                ("cancelled", "Chance of a botch, by 1s removed, difficulty and dice"),
                ("outnumbered", "Chance of a botch if 1s outnumber successes"),
            )
        ),
    ),
    rules=("S-045", "S-048", "S-049", "S-086", "S-087"),
)


def _prompts(*, botch_ones: int) -> dict[str, Any]:
    degree = botch_degree(botch_ones)
    return {"degree": degree.name, "told": degree.told, "prompts": list(IDEAS[degree.number])}


BOTCH_PROMPTS = Calculator(
    "basic_systems.botch_prompts",
    "What goes wrong?",
    "The degree of a botch, with ideas for it.",
    (Int("botch_ones", "1s in the botch", 1, MAX_POOL, start=2, rule="R-10"),),
    answer=_prompts,
    measures=(Measure("degree", "Degree"), Measure("told", "Meaning"), Measure("prompts", "Examples")),
    rules=("S-068", "S-069", "S-071", "R-9", "R-10"),
    examples=({"botch_ones": 1}, {"botch_ones": 7}),
)

TABLES = (ODDS_TABLE, CLAIMS, BOTCH_PROMPTS)
