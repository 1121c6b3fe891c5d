"""The three classes of armour: the defensive rolls that each rerolls, and its penalty to AGI tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules_py.systems.two_d6.sums import SNAKE_EYES


@dataclass(frozen=True)
class Armour:
    """A class of armour: the highest defensive sum it rerolls (`rerolls`), the steps AGI tasks rise."""

    name: str
    rerolls: int
    steps: int
    rule: str | None


NOTHING_REROLLED = SNAKE_EYES - 1

CLASSES: Mapping[str, Armour] = {
    "none": Armour("No armour", NOTHING_REROLLED, 0, None),
    "light": Armour("Light", 2, 1, "T-160"),
    "medium": Armour("Medium", 3, 2, "T-162"),
    "heavy": Armour("Heavy", 4, 3, "T-164"),
}
ARMOUR_NAMES = {key: each.name for key, each in CLASSES.items()}

NEEDS_TRAINING = ("medium", "heavy")
"""Without Armor Proficiency, these give light armour's reroll and their own penalty. T-166, R-24."""


def is_trained(armour: str, proficient: bool) -> bool:
    """Return whether the wearer has the full benefit."""
    return proficient or armour not in NEEDS_TRAINING


def rerolls_up_to(armour: str, proficient: bool) -> int:
    """Return the highest defensive sum that is rerolled; without armour, less than any sum."""
    return CLASSES[armour if is_trained(armour, proficient) else "light"].rerolls


def reroll_rule(armour: str, proficient: bool) -> str | None:
    """Return the number of the rule that grants the reroll."""
    return CLASSES[armour].rule if is_trained(armour, proficient) else "T-166"


def dc_steps(armour: str, armored_acrobat: bool) -> int:
    """Return the steps by which AGI-based tasks rise, none in light armour with Armored Acrobat. T-057."""
    return 0 if armour == "light" and armored_acrobat else CLASSES[armour].steps
