"""Calculators for a character's cost: ranks, the ledger, starting items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.problems import ERROR, WARNING
from rules_py.base.wording import YES_NO
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import HIDDEN, Measure
from rules_py.inputs import Choice, Flag, Int, Keyed, ListOf, Record, Text
from rules_py.systems.two_d6 import experience, items, ledger
from rules_py.systems.two_d6.armour import ARMOUR_NAMES
from rules_py.systems.two_d6.options import AWARDED, CINEMATICS, LITERACY, POINTS, RICH, SLOTS, XP
from rules_py.systems.two_d6.options import WOUNDS as BASE_WOUNDS
from rules_py.systems.two_d6.stats import STATS

MOST = 60
"""Talents, skills or spells of one character."""
MANY = 9999


def _count(name: str, label: str, default: int = 0, **more: Any) -> Int:
    """Return the input for a count, which may be below 0: the ledger then reports it."""
    return Int(name, label, -MANY, MANY, default=default, **more)


def _backwards(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    if {"from_rank", "to_rank"} <= set(inputs) and inputs["to_rank"] < inputs["from_rank"]:
        words = "To rank must be at least From rank."
        yield Fault("to_rank", "bad_value", inputs["to_rank"], "from_rank or more", words)


XP_PLANNER = Calculator(
    "two_d6.xp_planner",
    "Raise a skill",
    "The cost of the next ranks, and how many awards of XP are still missing.",
    (
        Text("skill", "Skill", longest=80, start="Trade (Cooking)", rule="T-089"),
        Int("from_rank", "From rank", 0, 5, start=0, rule="T-091"),
        Int("to_rank", "To rank", 0, 5, start=3, rule="T-092"),
        Int("xp_held", "XP available", 0, MANY, default=0, rule="T-220"),
        AWARDED,
    ),
    answer=experience.plan_ranks,
    cross_check=_backwards,
    measures=(Measure("xp", "XP"), Measure("awards_missing", "Awards still missing")),
    rules=("T-091", "T-092", "T-220"),
    examples=({"skill": "Archery", "from_rank": 2, "to_rank": 4, "xp_held": 3},),
)

STAT = Choice(label="Stat", options=STATS, start="STR")
TALENT = Record(
    fields=(
        Text("name", "Talent", longest=80, start="Acrobat"),
        Text("label", "Which", longest=80, default="", quiet=True),
        Int("tier", "Organ price", -MANY, MANY, optional=True, default=None, rule="T-066", quiet=True),
        Choice("plus", "Raises", STATS, optional=True, default=None, rule="T-052", quiet=True),
        Choice("minus", "Lowers", STATS, optional=True, default=None, rule="T-052", quiet=True),
        Flag("at_creation", "Taken at creation", default=True, quiet=True),
        Flag("free", "Free (a gift of the GM)", quiet=True, rule="R-11"),
        Flag("gm_exception", "GM exception", quiet=True, rule="R-10"),
        Int("xp", "Price of a custom talent", -MANY, MANY, optional=True, default=None, quiet=True),
    )
)
SPELL = Record(
    fields=(
        Text("name", "Spell", longest=80, start="Blast"),
        Int("dc", "DC, if different", -MANY, MANY, optional=True, default=None, quiet=True),
        Text("label", "Which", longest=80, default="", quiet=True),
    )
)


def _describe_stats(stats: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {rank:+}" for name, rank in stats.items())


def _problems_in_words(problems: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return each problem once as text with its rule, warnings last."""
    in_order = sorted(problems, key=lambda each: each["severity"] == WARNING)
    hints = {ERROR: "", WARNING: "Warning: "}
    return [
        *dict.fromkeys(f"{hints[each['severity']]}{each['message']} [{each['rule']}]" for each in in_order)
    ]


def _describe_granted(grants: list[dict[str, str]]) -> str:
    return ", ".join(f"{each['name']} ({each['label']})" for each in grants) or "nothing"


CHARACTER_LEDGER = Calculator(
    "two_d6.character_ledger",
    "Character ledger",
    "The cost of every choice, what is left, derived values, and rules broken.",
    (
        Record(
            "stats",
            "Stats",
            tuple(_count(key, name) for key, name in STATS.items()),
            start={"STR": 3, "AGI": 3, "DEX": 2, "TOU": 3, "INT": 2, "WIL": 2, "CHA": 2, "PER": 3},
            default=dict.fromkeys(STATS, 0),
            rule="T-029",
        ),
        _count("earned_xp", "XP earned", rule="T-220"),
        ListOf("stat_boosts", "Stat Boosts", STAT, most=20, default=[], rule="T-086"),
        _count("stat_points_moved", "Stat points moved", rule="R-4"),
        ListOf("talents", "Talents", TALENT, most=MOST, default=[], rule="T-046"),
        Keyed(
            "skills",
            "Skills",
            Int(label="Rank", low=-MANY, high=MANY, start=1),
            key=Text(label="Skill", longest=80),
            most=MOST,
            default={},
            start={"Notice": 2},
            rule="T-089",
        ),
        ListOf("spells", "Spells", SPELL, most=MOST, default=[], rule="T-230"),
        _count("cinematics_bought", "Cinematics bought", rule="T-222"),
        ListOf(
            "race_required",
            "Talents required by the race",
            Record(
                fields=(
                    Text("name", "Talent", longest=80, start="Extra Sense"),
                    Text("label", "Which", longest=80, default=""),
                )
            ),
            most=20,
            default=[],
            rule="T-176",
        ),
        _count("lost_limbs", "Limbs lost", rule="T-217"),
        Choice("armour", "Armour worn", ARMOUR_NAMES, default="none", rule="T-157"),
        Keyed(
            "skill_stats",
            "Stats used with skills",
            STAT,
            key=Text(label="Skill", longest=80),
            most=MOST,
            default={},
            rule="R-81",
        ),
        Choice("item_method", "Starting items", items.METHODS, default="fast", rule="T-147"),
        _count("special_items", "Special items", rule="T-148"),
        POINTS,
        XP,
        BASE_WOUNDS,
        CINEMATICS,
        LITERACY,
    ),
    answer=ledger.character_ledger,
    measures=(
        Measure("legal", "Legal", YES_NO),
        Measure("problems", "Problems", _problems_in_words),
        Measure("errors", "Rules broken", kind=HIDDEN),
        Measure("warnings", "Warnings", kind=HIDDEN),
        Measure("stat_cost", "Stat cost"),
        Measure("stat_points_left", "Stat points left (become XP)"),
        Measure("xp_budget", "XP to spend"),
        Measure("xp_spent", "XP spent"),
        Measure("xp_left", "XP left"),
        Measure("final_stats", "Final stats", _describe_stats),
        Measure("resolve", "Resolve"),
        Measure("initiative", "Initiative"),
        Measure("wounds_max", "Wounds"),
        Measure("granted", "Granted free", _describe_granted),
    ),
    rules=("T-030", "T-047", "T-091", "T-222", "R-1", "R-2", "R-3", "R-4"),
    examples=(
        {"skills": {"Trade": 6, "Melee (Heavy)": 2}, "armour": "heavy"},
        {"skills": {"Language (Elvish)": 5}, "cinematics_bought": 1},
        {"talents": [{"name": "Rich"}, {"name": "Rich", "at_creation": False}], "earned_xp": 4},
    ),
)

STARTING_ITEMS = Calculator(
    "two_d6.starting_items",
    "Starting items",
    "Starting items by either method.",
    (
        Choice("method", "Method", items.METHODS, start="fast", rule="T-147"),
        Flag("rich", "Rich", rule="T-084"),
        Int("swapped", "Mundane slots exchanged for money", 0, items.MAX_SLOTS, default=0, rule="T-151"),
        Int("slot_value", "Money per slot", 0, 1_000_000, default=0, start=10, rule="T-151"),
        Int("purse", "Starting money", 0, 1_000_000, default=0, start=100, rule="T-153"),
        SLOTS,
        RICH,
    ),
    answer=items.starting_items,
    cross_check=items.swapped_fault,
    measures=(
        Measure("special", "Special items"),
        Measure("mundane", "Mundane items"),
        Measure("money", "Money"),
    ),
    rules=("T-147", "T-148", "T-151", "T-152", "T-153", "T-154"),
    examples=(
        {"method": "fast", "rich": True, "swapped": 4, "slot_value": 25},
        {"method": "slow", "rich": True},
    ),
)

CHARACTERS = (XP_PLANNER, CHARACTER_LEDGER, STARTING_ITEMS)
