"""The sides that a participant can take in a duel: one for each weapon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.calculators.duel_sides import DuelSides, SideOption
from rules_py.systems.two_d6.tracker.shape import UNARMED


def ways(participant: Mapping[str, Any]) -> Iterator[SideOption]:
    """Yield the attacks with a weapon, then bare hands. None if someone is down. T-082, T-194, T-195, T-207.

    Attack spells are cast against resolve, so they are no part of a duel.
    """
    wounds = participant["wounds_max"] - participant.get("lost_wounds", 0)
    if wounds < 1:
        return
    talents = participant.get("talents", ())
    fighter = {
        "def_bonus": participant["defence"],
        "wounds": wounds,
        "armour": participant.get("armour", "none"),
        "proficient": "armor_proficiency" in talents,
        "attacks": 2 if "multiattack" in talents else 1,
    }
    weapons = [
        (attack["name"], attack["bonus"]) for attack in participant.get("attacks", ()) if "bonus" in attack
    ]
    for name, bonus in (*weapons, (UNARMED, participant["unarmed"])):
        yield SideOption(f"{name} +{bonus}", {"att_bonus": bonus, **fighter})


DUELLISTS = DuelSides("two_d6.duel", "duel-lab/", "Duel", ("a", "b"), ways, name="name")
