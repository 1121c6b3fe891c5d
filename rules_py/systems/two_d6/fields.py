"""Inputs and words that several calculators of [2d6] share."""

from __future__ import annotations

from typing import Any

from rules_py.inputs import Choice, Flag, Input, Int, NumberChoice
from rules_py.systems.two_d6.armour import ARMOUR_NAMES
from rules_py.systems.two_d6.difficulty import DC_NAMES, DEATH_DC, HIGHEST_BONUS, LOWEST_BONUS

DC_LABELS = {dc: f"{dc} {name}" for dc, name in DC_NAMES.items()}


def dc_input(label: str = "DC", *, death: bool = False, **more: Any) -> NumberChoice:
    """Return the input for one of the six DCs; with `death` also the 5 of the death check."""
    options = {DEATH_DC: f"{DEATH_DC} Death check (standard rules)", **DC_LABELS} if death else DC_LABELS
    arguments: dict[str, Any] = {"name": "dc", "start": 9, "rule": "T-260", "code": "bad_dc", **more}
    return NumberChoice(label=label, options=options, **arguments)


def bonus_input(name: str = "bonus", label: str = "Bonus", **more: Any) -> Int:
    """Return the input for the bonus of a skill with a stat, or its replacement."""
    arguments: dict[str, Any] = {"start": 4, "rule": "R-80", **more}
    return Int(name, label, LOWEST_BONUS, HIGHEST_BONUS, **arguments)


BONUS = bonus_input(help="Skill rank + stat.", rule="T-008")
RESOLVE = bonus_input("resolve", "Resolve", help="TOU + WIL.", rule="T-043")

AIMED = Flag("aimed", "Aimed", rule="T-219", help="Roll twice, keep the higher.")
CINEMATIC_REROLL = Flag(
    "cinematic_reroll", "Reroll a failure (1 cinematic)", rule="T-226", help="Spent only if the check fails."
)


def armour_input(label: str = "Armour", **more: Any) -> Choice:
    """Return the input for the class of armour worn."""
    arguments: dict[str, Any] = {"default": "none", "rule": "T-157", **more}
    return Choice("armour", label, ARMOUR_NAMES, **arguments)


ARMOUR = armour_input()
PROFICIENT = Flag(
    "proficient",
    "Armor Proficiency",
    rule="T-056",
    help="Without it, medium and heavy armour reroll only snake eyes.",
)
AGILITY = Flag("agility", "Uses Agility", noun="Uses Agility", rule="T-158", help="Armour raises its DC.")
ARMORED_ACROBAT = Flag("armored_acrobat", "Armored Acrobat", rule="T-057")
WORN: tuple[Input, ...] = (AGILITY, ARMOUR, ARMORED_ACROBAT)
"""The inputs that decide how much harder armour makes a check."""
WORN_ONLY_FOR = {"armour": ("yes",), "armored_acrobat": ("yes",)}
"""The inputs that matter only for these answers to `agility`. T-158."""
