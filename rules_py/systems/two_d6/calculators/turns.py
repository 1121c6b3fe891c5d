"""The calculator for the actions that fit into a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import Measure
from rules_py.inputs import Choice, Flag, ListOf, Several
from rules_py.systems.two_d6 import turns


def _describe_violations(refusals: Sequence[Mapping[str, Any]]) -> list[str]:
    return [
        f"Action {each['action'] + 1}: {turns.TURN_CODES[each['code']].message_with_rule}"
        for each in refusals
    ]


TURN_PLAN = Calculator(
    "two_d6.turn_plan",
    "Plan a turn",
    "Check whether actions fit into one turn, and what is left of it.",
    (
        Several(
            "talents",
            "Talents",
            Choice(
                options=turns.TALENTS,
                aliases={label: key for key, label in turns.TALENTS.items()},
                unknown_too=True,
            ),
            default=[],
        ),
        Flag("distracted", "Distracted", rule="R-48"),
        Flag("extra_half", "Extra half-round action (1 cinematic)", rule="T-225"),
        ListOf(
            "actions",
            "Actions",
            Choice(options={key: each.label for key, each in turns.ACTIONS.items()}),
            most=8,
            start=["draw", "attack"],
            rule="T-187",
        ),
    ),
    answer=turns.turn_plan,
    measures=(
        Measure("halves_left", "Half-round actions left"),
        Measure("quicks_left", "Quick actions left"),
        Measure("feet", "Movement (feet)"),
        Measure("refusals", "Actions that don’t fit", _describe_violations),
    ),
    rules=(
        "T-186",
        "T-187",
        "T-188",
        "T-189",
        "R-48",
        "R-86",
        "R-87",
        "R-88",
        "T-074",
        "T-075",
        "T-082",
        "T-225",
        "T-235",
        "R-91",
    ),
    examples=(
        {"talents": ["graceful", "multiattack"], "actions": ["attack", "move", "attack"]},
        {"talents": ["hip_shot"], "actions": ["aim", "attack"]},
        {"talents": ["graceful"], "actions": ["run", "skill"]},
        {"distracted": True, "extra_half": True, "actions": ["attack", "drink", "draw", "speak"]},
    ),
)

TURNS: tuple[Calculator, ...] = (TURN_PLAN,)
