"""Attacks that are possible now, and their possible results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from rules_py.systems.two_d6.armour import CLASSES
from rules_py.systems.two_d6.tracker.defences import BARE, DEFENCE_LABELS
from rules_py.systems.two_d6.tracker.matchup import (
    FIZZLE,
    WILD,
    Matchup,
    Result,
    at_least,
    best_defence,
    matchup,
)
from rules_py.systems.two_d6.tracker.shape import Attack, Fight, Fighter
from rules_py.tracker import OutcomeShare

RESULT_TEXTS = {
    0: "Defence holds",
    1: "1 wound",
    2: "2 wounds",
    3: "3 wounds",
    FIZZLE: "Fizzles",
    WILD: "Goes wild",
}
TAKES_HOLD, TAKES_EFFECT = "Takes hold", "Takes effect"
_GOOD = {0: "bad", 1: "good", 2: "good", 3: "best", FIZZLE: "bad", WILD: "worst"}
_BAD = {0: "good", 1: "bad", 2: "bad", 3: "worst", FIZZLE: "good", WILD: "best"}
ORDER: tuple[Result, ...] = (WILD, FIZZLE, 0, 1, 2, 3)
"""The possible results of an attack, the worst for its attacker first."""


@dataclass(frozen=True, eq=False)
class Blow:
    """An attack that someone can make now."""

    fight: Fight
    fighter: Fighter
    target: Fighter
    weapon: Attack

    @cached_property
    def way(self) -> str:
        return best_defence(self.fight, self.fighter, self.target, self.weapon)

    @cached_property
    def matchup(self) -> Matchup:
        aimed = self.fighter.aiming and self.weapon.aimable
        return matchup(self.fight, self.fighter, self.target, self.weapon, self.way, aimed=aimed)

    @property
    def enough(self) -> Fraction:
        """The chance that it brings the target down."""
        return at_least(self.matchup.counts, max(1, self.target.wounds))

    @property
    def text(self) -> str:
        """`+7 against +4 (Melee or Athletics). Light armour rerolls snake eyes (included in the odds).`"""
        duel, target = self.matchup, self.target
        attack = f"+{duel.att_bonus}" + (f" (DC {duel.dc})" if duel.dc else "")
        bare = "dice alone" if self.way == BARE else f"+{duel.def_bonus} ({DEFENCE_LABELS[self.way]})"
        armour = ""
        if duel.top >= 2:
            sums = "snake eyes" if duel.top == 2 else f"2 to {duel.top}"
            armour = f" {CLASSES[target.worn_armour].name} armour rerolls {sums} (included in the odds)."
        aimed = " Aimed: roll twice, keep the higher roll." if duel.aimed else ""
        return f"{attack} against {bare}.{armour}{aimed}"

    @property
    def hits(self) -> tuple[str, Fraction]:
        return "hits", at_least(self.matchup.counts, 1)

    @property
    def figures(self) -> tuple[tuple[str, Fraction], ...]:
        return ((f"{self.target.name} drops to 0", self.enough),) if 0 < self.target.wounds <= 3 else ()


def blows(fight: Fight, fighter: Fighter) -> list[Blow]:
    """Return every attack on every enemy, with everything the fighter has."""
    return [
        Blow(fight, fighter, target, weapon)
        for target in fight.foes_of(fighter)
        for weapon in fighter.every_attack
        if weapon.strikes
    ]


def finishing_blows(fight: Fight, fighter: Fighter) -> list[Blow]:
    """Return the likeliest wounding attack on each unconscious enemy."""
    unconscious = [
        each for each in fight.fighters if each.side != fighter.side and not (each.able or each.dead)
    ]
    weapons = [each for each in fighter.every_attack if each.wounds and fighter.has_hands_for(each)]
    return [
        max((Blow(fight, fighter, target, each) for each in weapons), key=lambda each: each.matchup.mean)
        for target in unconscious
    ]


def describe_result(result: Result, weapon: Attack) -> str:
    if result == 1 and not weapon.wounds:
        return TAKES_EFFECT if weapon.bends else TAKES_HOLD
    return RESULT_TEXTS[result]


def shares(counts: Mapping[Result, int], fighter: Fighter, weapon: Attack) -> tuple[OutcomeShare, ...]:
    """Return the chances of an attack’s results, with tones from the players’ point of view."""
    whole, tones = sum(counts.values()), _GOOD if fighter.pc else _BAD
    return tuple(
        OutcomeShare(describe_result(each, weapon), Fraction(counts[each], whole), tones[each])
        for each in ORDER
        if each in counts
    )
