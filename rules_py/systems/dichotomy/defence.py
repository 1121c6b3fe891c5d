"""Defence: the player rolls against the attacker's targets, and every missed success is a hit taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.calculators.outcome import Outcome
from rules_py.dice.dice import Dice
from rules_py.systems.dichotomy.attacks import Boons, describe_hits, noted_hits
from rules_py.systems.dichotomy.checks import roll_pair
from rules_py.systems.dichotomy.grades import RESULT

HITS_TAKEN = {"failure": 2, "partial": 1, "total": 0, "critical": 0}
"""Hits taken by grade. D-195, R-03."""


def defence_pair(attack_pair: Sequence[str], same_zone: bool) -> tuple[str, str]:
    """Return the attributes a player character defends with: Power within a zone, Finesse across zones, and
    the second attribute of the attack. R-09.
    """
    return ("power" if same_zone else "finesse"), attack_pair[1]


@dataclass(frozen=True, kw_only=True)
class Defence(Outcome):
    """A resolved defence: the grade and the hits taken."""

    grade: str
    hits: int

    @property
    def verdict(self) -> str:
        return f"{RESULT.label(self.grade)}: {describe_hits(self.hits)} taken"


def defence(
    dice: Dice,
    *,
    mod_a: int,
    mod_b: int,
    defend_action: bool,
    defend_bonus: int,
    reduction: int,
    npc_smite: bool,
    npc_deadly_aim: bool,
    **pair: Any,
) -> Defence:
    """Defend, with the inputs of `roll_pair`, against the targets of the attack's pair of attributes.
    D-195, D-196, R-09.
    """
    if defend_action:
        dice.note(f"Defend: +{defend_bonus} on both dice", "D-188")
        mod_a, mod_b = mod_a + defend_bonus, mod_b + defend_bonus
    read, rules = roll_pair(dice, mod_a=mod_a, mod_b=mod_b, **pair)
    base = HITS_TAKEN[read.grade]
    dice.note(f"The roll lets through {describe_hits(base)}", "D-195")
    boons = Boons(smite=npc_smite, deadly_aim=npc_deadly_aim, protected=bool(reduction), house=rules)
    hits, _ = noted_hits(dice, base, boons)
    return Defence(grade=read.grade, hits=hits)
