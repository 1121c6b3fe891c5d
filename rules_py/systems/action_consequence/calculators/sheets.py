"""Die sizes and injuries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import CHANCE, Measure, chance
from rules_py.inputs import Int, ListOf
from rules_py.systems.action_consequence import sizes
from rules_py.systems.action_consequence.fields import dice_input, format_dice, require_dice
from rules_py.systems.action_consequence.options import INJURY_SIZES, KEEP_D4

STAT = dice_input("dice", "Dice of the stat", most=sizes.MAX_DICE, rule="R-32")

DROP_SIZES = Calculator(
    "action_consequence.drop_sizes",
    "Lose die sizes",
    "Shows what’s left of a stat’s dice after they lose sizes.",
    (
        STAT,
        ListOf(
            "losses",
            "Sizes lost by each die",
            Int(label="Sizes", low=0, high=5),
            most=sizes.MAX_DICE,
            start=[1, 1],
            rule="A-032",
        ),
        KEEP_D4,
    ),
    answer=sizes.drop_sizes,
    cross_check=sizes.drop_faults,
    measures=(Measure("dice", "Dice left", format_dice),),
    rules=("A-030", "A-032", "R-12", "R-13"),
    examples=({"dice": [10, 8], "losses": [1, 1]}, {"dice": [4, 12], "losses": [1, 1]}),
)


def _describe_options(options: Sequence[Sequence[int]]) -> list[str]:
    return [format_dice(each) for each in options] or ["none: too few sizes are left"]


INJURY_OPTIONS = Calculator(
    "action_consequence.injury_options",
    "Exhausted or injured",
    "Lists what a stat can become after losing die sizes; the winner chooses.",
    (STAT, INJURY_SIZES, KEEP_D4),
    answer=sizes.injury_options,
    measures=(Measure("options", "Possible results", _describe_options),),
    rules=("A-030", "A-032", "R-12", "R-13"),
    examples=({"dice": [4, 4]}, {"dice": [4]}, {"dice": []}),
)


def _describe_effects(options: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{"left": format_dice(each["dice"]), "wins": each["wins"]} for each in options]


INJURY_EFFECT = Calculator(
    "action_consequence.injury_effect",
    "What an injury costs",
    "Compares the chances to win the next conflict after each injury, if neither side gives.",
    (STAT, dice_input("opponent", "Dice of the opponent", start=[10, 8]), INJURY_SIZES, KEEP_D4),
    answer=sizes.injury_effect,
    cross_check=require_dice("dice", "opponent"),
    measures=(
        chance("wins", "Wins unhurt"),
        Measure("options", "Afterwards", _describe_effects, kind=CHANCE),
    ),
    rules=("A-030", "A-032", "R-12", "R-13", "R-14"),
    examples=({"dice": [4, 4], "opponent": [6]}, {"dice": [12], "opponent": [12, 12]}),
    worst_case={"dice": [12, 12], "opponent": [12, 12, 12, 12]},
)

SHEETS = (DROP_SIZES, INJURY_OPTIONS, INJURY_EFFECT)
