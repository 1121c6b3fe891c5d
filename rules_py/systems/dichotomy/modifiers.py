"""Modifiers of a roll's dice: by terrain, gear and experience."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.grades import Die, grades
from rules_py.systems.dichotomy.house import house_of
from rules_py.tracker import Serializable

EVERY = "all"
"""The key of a modifier that applies to both dice."""

WHEN = {"attack": " when attacking", "defence": " when defending", "both": ""}


@dataclass(frozen=True)
class Modifier(Serializable):
    """A number that a zone or a state adds, against everyone or only against opponents from one zone.
    R-13.
    """

    on: str
    value: int
    when: str = "both"
    against: str = ""

    def __str__(self) -> str:
        """Return `Power +2 against those from zone 5`."""
        on = ATTRIBUTES.get(self.on, "both dice")
        against = f" against those in or from zone {self.against}" if self.against else ""
        return f"{on} {self.value:+d}{WHEN[self.when]}{against}".replace("-", "−")

    def holds_for(self, attribute: str, rolling: str) -> bool:
        """Return whether it applies to this attribute's die when `rolling` an attack or a defence."""
        return self.on in (attribute, EVERY) and self.when in (rolling, "both")


def added_up(modifiers: Iterable[Modifier], pair: Iterable[str], rolling: str) -> list[int]:
    """Return the sum of all modifiers for the die of each attribute of a pair. R-13."""
    every = tuple(modifiers)
    return [sum(each.value for each in every if each.holds_for(attribute, rolling)) for attribute in pair]


def combine_modifiers(
    *, entries: Sequence[Mapping[str, Any]], attribute_a: str, attribute_b: str, rolling: str
) -> dict[str, Any]:
    """Return the sum of all current modifiers of each die: those of its attribute, and those of every roll.
    R-13.
    """
    in_force = (Modifier.read(each) for each in entries if each["active"])
    first, second = added_up(in_force, (attribute_a, attribute_b), rolling)
    return {"mod_a": first, "mod_b": second}


GEAR = {"normal": "Armed and armoured", "poor": "Poor or improvised", "none": "None"}
GEAR_MODIFIERS = {"normal": 0, "poor": -2, "none": -4}


def gear_modifier(*, gear: str, attribute: str) -> dict[str, Any]:
    """Return the modifier for missing or poor gear, which affects Martial only. D-147, D-148, R-16."""
    return {"modifier": GEAR_MODIFIERS[gear] if attribute == "martial" else 0}


MODEST_ABILITIES = 5
"""The most abilities without a bonus; each further one adds 1. D-225."""


def veteran_bonus(*, peak_abilities: int) -> dict[str, Any]:
    """Return the bonus to both dice of attacks and defences for the most abilities ever held. D-225, R-17,
    R-18.
    """
    return {"bonus": max(0, peak_abilities - MODEST_ABILITIES)}


def veteran_roll(
    *, peak_abilities: int, value_a: int, value_b: int, tn_a: int, tn_b: int, **house: Any
) -> dict[str, Any]:
    """Return the bonus for this number of abilities, and the chance of each grade of an attack or defence
    with it.
    """
    bonus = veteran_bonus(peak_abilities=peak_abilities)["bonus"]
    rules = house_of(**house)
    a, b = Die(value_a, tn_a, bonus, house=rules), Die(value_b, tn_b, bonus, house=rules)
    return {"bonus": bonus} | grades(a.need, b.need, rules)
