"""Checks against a DC, alone and together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from rules_py.base.jsonable import key_text
from rules_py.base.wording import YES_NO
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import CHANCE, HIDDEN, Measure, chance, distribution, value
from rules_py.calculators.scale import Scale
from rules_py.dice.odds import Odds
from rules_py.inputs import Chance, Choice, Flag, Int, ListOf, Record, Text
from rules_py.systems.two_d6 import checks, difficulty
from rules_py.systems.two_d6.fields import (
    AIMED,
    BONUS,
    CINEMATIC_REROLL,
    DC_LABELS,
    WORN,
    WORN_ONLY_FOR,
    bonus_input,
    dc_input,
)

DC = dc_input()
STEPS = Int(
    "steps",
    "Steps harder",
    -5,
    5,
    default=0,
    noun="Steps harder or easier",
    rule="T-269",
    help="DC steps. Negative numbers make it easier.",
)
TARGET = Chance("target", "Minimum chance", noun="Minimum chance", start="2/3")


def _describe_dc(dc: int | str | None) -> str:
    if dc is None:
        return "none of the six"
    return DC_LABELS[dc] if isinstance(dc, int) else "impossible"


def _up_to(dc: int) -> str:
    return f"up to {dc}" if dc else "none of the six"


def _chance_without_reroll(
    odds: Odds, values: Mapping[str, Any], condition: Callable[[checks.Check], bool]
) -> Fraction | None:
    """Return a chance, or None if a cinematic may be spent."""
    return None if values["cinematic_reroll"] else odds.chance(condition)


EFFECTIVE_DC = Calculator(
    "two_d6.effective_dc",
    "DC after all steps",
    "The DC of a task after all steps, armour included.",
    (DC, STEPS, *WORN),
    answer=difficulty.effective_dc,
    measures=(Measure("effective_dc", "DC", _describe_dc),),
    rules=("T-158", "T-161", "T-163", "T-165", "T-267", "T-269", "R-27", "R-30"),
    examples=(
        {"dc": 11, "steps": 1},
        {"dc": 15, "agility": True, "armour": "medium"},
        {"dc": 17, "agility": True, "armour": "light", "armored_acrobat": True},
    ),
)

CHECK = Calculator(
    "two_d6.check",
    "Check",
    "2d6 + skill + stat against a DC.",
    (
        dc_input(death=True),
        BONUS,
        AIMED,
        CINEMATIC_REROLL,
        Choice(
            "kind",
            "Type",
            {"check": "Check", "death": "Death check"},
            noun="Type of check",
            default="check",
            rule="R-31",
            quiet=True,
        ),
    ),
    mechanic=checks.check,
    cross_check=checks.check_faults,
    scale=checks.RESULT,
    measures=(
        chance("p_success", "Success", lambda outcome: outcome.success),
        Measure(
            "p_auto_fail",
            "Snake eyes: automatic failure",
            of=lambda odds, inputs: _chance_without_reroll(odds, inputs, lambda outcome: outcome.auto_fail),
            kind=CHANCE,
        ),
        Measure(
            "p_cinematic",
            "Boxcars: a cinematic",
            of=lambda odds, inputs: _chance_without_reroll(odds, inputs, lambda outcome: outcome.cinematic),
            kind=CHANCE,
        ),
        value("need", "Needed on the dice", lambda odds, inputs: inputs["dc"] - inputs["bonus"]),
        Measure(
            "rating", "Rating", of=lambda odds, inputs: difficulty.rating(inputs["dc"] - inputs["bonus"])
        ),
    ),
    rules=("T-007", "T-009", "T-010", "T-139", "T-140", "T-219", "T-226", "R-14", "R-16", "R-17", "R-20"),
    examples=(
        {"dc": 13, "bonus": 5, "aimed": True},
        {"dc": 11, "bonus": 4, "cinematic_reroll": True},
        {"dc": 7, "bonus": 10},
    ),
    worst_case={"dc": 17, "bonus": 5, "aimed": True, "cinematic_reroll": True},
)

BONUSES = ListOf(
    "bonuses", "Bonuses", bonus_input("bonus", ""), fewest=1, most=8, start=[4, 2, 3], rule="T-008"
)

GROUP_CHECK = Calculator(
    "two_d6.group_check",
    "Everyone tries",
    "Several characters try at the same DC, each on their own.",
    (DC, BONUSES),
    mechanic=checks.group_check,
    closed_form=checks.group_odds,
    scale=Scale("Successes", lambda outcome: outcome.successes, unit="succeed"),
    measures=(
        chance("p_any", "At least one succeeds", lambda outcome: outcome.successes > 0),
        chance("p_all", "All succeed", lambda outcome: all(outcome.made)),
        distribution("by_successes", "By successes", lambda outcome: outcome.successes, key_text),
    ),
    rules=("T-010", "T-140"),
    examples=({"dc": 7, "bonuses": [0]}, {"dc": 13, "bonuses": [5, 5]}),
    worst_case={"dc": 11, "bonuses": [0, 1, 2, 3, 4, 5, 6, 7]},
)

DC_FINDER = Calculator(
    "two_d6.dc_finder",
    "What DC can I handle?",
    "The highest DC a bonus can meet with the chance you want.",
    (BONUS, TARGET),
    answer=difficulty.dc_finder,
    is_solver=True,
    measures=(
        Measure("dc", "Up to", _describe_dc),
        chance("p_success", "Chance at that DC"),
        chance("by_dc", "Chance at each DC"),
    ),
    rules=("T-010", "T-140", "T-260"),
    examples=({"bonus": 0, "target": "1"}, {"bonus": 10, "target": "0"}),
)

BONUS_NEEDED = Calculator(
    "two_d6.bonus_needed",
    "What bonus do I need?",
    "The lowest bonus that meets a DC with the chance you want.",
    (DC, TARGET),
    answer=difficulty.find_bonus,
    is_solver=True,
    measures=(
        Measure("bonus", "Bonus", lambda bonus: "more than 10" if bonus is None else f"+{bonus}"),
        chance("p_success", "Chance with that bonus"),
        chance("by_bonus", "Chance at each bonus"),
    ),
    rules=("T-010", "T-140", "R-80"),
    examples=({"dc": 17, "target": "1"}, {"dc": 7, "target": "0"}),
)

CINEMATIC_ODDS = Calculator(
    "two_d6.cinematic_odds",
    "Boxcars in one session",
    "The chance that a number of rolls earns a cinematic.",
    (Int("rolls", "Rolls", 1, 100, start=12, rule="T-139"),),
    answer=checks.cinematic_odds,
    measures=(chance("p_one_or_more", "One cinematic or more"), value("mean", "Average cinematics")),
    rules=("T-139", "T-218", "R-15"),
)

TAKE_7 = Calculator(
    "two_d6.take_7",
    "Taking 7",
    "The result of taking your time when failure has no cost.",
    (DC, BONUS, Flag("penalty_for_failure", "Failure has a cost", rule="T-146")),
    answer=checks.take_7,
    cross_check=checks.take_7_faults,
    measures=(Measure("success", "Succeeds", YES_NO), Measure("total", "Total")),
    rules=("T-145", "T-146", "R-35"),
)

AIDED_CHECK = Calculator(
    "two_d6.aided_check",
    "With help",
    "Each helper lowers the DC, but everyone involved must succeed.",
    (
        DC,
        ListOf(
            "bonuses",
            "Leader first, then helpers",
            Record(kind="agility", only_for=WORN_ONLY_FOR, fields=(bonus_input(), *WORN), lone="bonus"),
            fewest=2,
            most=6,
            rule="T-142",
            start=[{"bonus": 4}, {"bonus": 4}],
        ),
    ),
    mechanic=checks.aided_check,
    closed_form=checks.aided_odds,
    scale=checks.AIDED_RESULT,
    measures=(
        chance("p_success", "All succeed", lambda outcome: outcome.success),
        chance("p_leader_alone", "The leader alone, unaided"),
        value("aided_dc", "DC for everyone"),
        Measure("worth_it", "Worth it", YES_NO),
    ),
    rules=("T-142", "T-143", "R-33", "R-34"),
    examples=(
        {"dc": 11, "bonuses": [4, 2]},
        {"dc": 15, "bonuses": [5, 3, 3]},
        {"dc": 17, "bonuses": [{"bonus": 6, "armour": "heavy", "agility": True}, 6]},
    ),
    worst_case={"dc": 17, "bonuses": [0, 2, 4, 6, 8, 10]},
)

PARTY_CHANCES = Calculator(
    "two_d6.party_chances",
    "A whole party",
    "Everyone’s chance at each of the six DCs, and the chances of the whole party.",
    (
        ListOf(
            "party",
            "The party",
            Record(
                kind="agility",
                only_for=WORN_ONLY_FOR,
                fields=(
                    Text("name", "Name", default="", longest=40, start="Wren"),
                    bonus_input(start=5),
                    *WORN,
                ),
            ),
            fewest=1,
            most=6,
            start=[
                {"name": "Wren", "bonus": 6},
                {"name": "Oduya", "bonus": 4},
                {"name": "Brick", "bonus": 3},
            ],
        ),
        STEPS,
    ),
    answer=checks.party_chances,
    measures=(
        Measure("likely_one", "Likely for one of them", _up_to),
        Measure("likely_all", "Likely for everyone, each alone", _up_to),
        chance("table", "Chances"),
        *(
            Measure(name, label, lambda _: "", kind=CHANCE)
            for name, label in (
                ("members", "Each alone"),
                ("p_any", "At least one of them"),
                ("p_all", "Everyone, each alone"),
                ("p_together", "All helping the first"),
            )
        ),
    ),
    rules=("T-010", "T-142", "T-143", "R-27", "R-33", "R-34"),
    examples=({"party": [{"name": "", "bonus": 4, "armour": "heavy", "agility": True}], "steps": 1},),
)

DC_RATING = Calculator(
    "two_d6.dc_rating",
    "How hard is that?",
    "How the game rates a DC for someone with this bonus.",
    (DC, BONUS),
    answer=difficulty.dc_rating,
    measures=(
        Measure("rating", "Rating"),
        value("need", "Needed on the dice"),
        chance("p_success", "Success"),
        Measure("label", "Rating", kind=HIDDEN),
        Measure("table", "All ratings", kind=HIDDEN),
    ),
    rules=("T-270", "T-271", "R-77", "R-79"),
    examples=({"dc": 13, "bonus": 3}, {"dc": 17, "bonus": 0}, {"dc": 7, "bonus": 10}),
)

CHECKS = (
    EFFECTIVE_DC,
    CHECK,
    GROUP_CHECK,
    DC_FINDER,
    BONUS_NEEDED,
    CINEMATIC_ODDS,
    TAKE_7,
    AIDED_CHECK,
    PARTY_CHANCES,
    DC_RATING,
)
