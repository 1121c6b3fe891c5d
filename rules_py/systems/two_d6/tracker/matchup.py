"""The matchup of an attack: the bonuses of both sides, and the weight of each result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from rules_py.dice.counts import merge
from rules_py.systems.two_d6 import margins
from rules_py.systems.two_d6.armour import NOTHING_REROLLED, rerolls_up_to
from rules_py.systems.two_d6.magic import CAST, spell_result
from rules_py.systems.two_d6.options import FightRules
from rules_py.systems.two_d6.sums import Sums, better_of, kept_sums, rerolled_sums
from rules_py.systems.two_d6.tracker.defences import (
    BARE,
    COUNTER,
    DIPLOMACY,
    FAVORED_ATTACK,
    FAVORED_DEFENCE,
    HOLD,
    PERFORM,
    REPEL,
    RESOLVE,
    SKILL,
    UNARMED_DEFENCE,
)
from rules_py.systems.two_d6.tracker.shape import Attack, Fight, Fighter, Roll

HELD, FIZZLE, WILD = 0, "fizzle", "wild"
type Result = int | str
"""The most wounds that the margin allows, 0 if the defence holds, or how a spell failed."""


@dataclass(frozen=True)
class Matchup:
    """An attack about to be rolled, or whose dice have been rolled.

    dc      the DC of a spell
    bares   a spell that failed attacks with dice alone
    repels  the defence adds its bonus only if its own spell reaches its DC
    top     the highest defensive sum that armour rerolls
    most    the highest result: a number of wounds, or 1 for an attack that only succeeds or fails
    rules   the house rules of the fight
    """

    att_bonus: int
    def_bonus: int
    dc: int | None
    repels: bool
    top: int
    most: int = margins.most_wounds(margins.THRESHOLDS[-1])
    aimed: bool = False
    bares: bool = False
    rules: FightRules = FightRules()

    def spell_failure(self, attack: int) -> str:
        """Return how a spell fails with this sum of the dice, or "" if it doesn't. T-236, T-237, R-66."""
        if self.dc is None:
            return ""
        result = spell_result(attack + self.att_bonus, self.dc, wild_from=self.rules.wild_from)
        return "" if result == CAST else result

    def failure(self, attack: int) -> str:
        """Return how a spell fails so that its attack ends, or "" if it goes on. R-67."""
        return "" if self.bares else self.spell_failure(attack)

    def att_total(self, attack: int) -> int:
        """Return the total of the attack. A failed spell that attacks all the same adds nothing. R-67."""
        return attack if self.spell_failure(attack) else attack + self.att_bonus

    def def_total(self, defence: int) -> int:
        """Return the total of the defence. A defensive spell that fails adds nothing. T-254, R-67."""
        total = defence + self.def_bonus
        return defence if self.repels and total < self.rules.repel_dc else total

    def margin(self, attack: int, defence: int) -> int:
        return self.att_total(attack) - self.def_total(defence)

    def result(self, attack: int, defence: int) -> Result:
        """Return the result for these sums of the dice."""
        if ended := self.failure(attack):
            return ended
        wounds = min(self.most, margins.most_wounds(self.margin(attack, defence)))
        return wounds or self.spell_failure(attack) or HELD

    def results(self, attacks: Sums, defences: Sums) -> dict[Result, int]:
        """Return the weight of each result. The defence is always rolled, even if it isn't needed."""
        return merge(
            (self.result(attack, defence), weight * other)
            for attack, weight in attacks.items()
            for defence, other in defences.items()
        )

    @property
    def counts(self) -> Mapping[Result, int]:
        """The weight of each result, with every possible reroll of the armour. R-25."""
        return _counts(self)

    @property
    def mean(self) -> Fraction:
        """The mean number of wounds, the most that each margin allows."""
        return _mean(self)

    def with_aim(self) -> Matchup:
        """Return the same matchup with the attack aimed."""
        return replace(self, aimed=True)


@cache
def _counts(matchup: Matchup) -> Mapping[Result, int]:
    return matchup.results(kept_sums(aimed=matchup.aimed), rerolled_sums(matchup.top))


@cache
def _mean(matchup: Matchup) -> Fraction:
    return mean(matchup.counts)


def mean(counts: Mapping[Result, int]) -> Fraction:
    """Return the mean number of wounds."""
    wounds = sum(result * weight for result, weight in counts.items() if isinstance(result, int))
    return Fraction(wounds, sum(counts.values()))


def at_least(counts: Mapping[Result, int], wounds: int) -> Fraction:
    """Return the chance of this many wounds or more."""
    enough = sum(weight for result, weight in counts.items() if isinstance(result, int) and result >= wounds)
    return Fraction(enough, sum(counts.values()))


def defence_options(
    fight: Fight, attacker: Fighter, target: Fighter, weapon: Attack, *, unaware: bool = False
) -> tuple[str, ...]:
    """Return how the target can defend, the plain defence first.

    Anyone unconscious, surprised, or attacked from hiding has only dice, and anyone held has only Melee
    (Unarmed). A dance helps against Archery and Throwing, if it is better than the plain defence. T-123,
    T-193, T-203, R-41, R-42, R-43, R-70, R-89, R-100.
    """
    if not target.able or fight.is_surprised(target) or (unaware and not weapon.magic):
        return (BARE,)
    if weapon.bends:
        plain = {"resolve": (RESOLVE,), "diplomacy": (DIPLOMACY,), "negate": ()}[weapon.kind]
        return (*plain, *((COUNTER,) if target.counters else ())) or (BARE,)
    if target.held:
        return (UNARMED_DEFENCE,)
    if attacker.held and attacker.held.by == target.name and attacker.held.magic:
        return (HOLD,)
    if weapon.magic:
        return (SKILL, COUNTER) if target.counters else (SKILL,)
    dances = weapon.kind == "ranged" and target.perform > target.defence
    return (SKILL, *((PERFORM,) if dances else ()), *((REPEL,) if target.repels else ()))


def matchup(
    fight: Fight, attacker: Fighter, target: Fighter, weapon: Attack, way: str, *, aimed: bool = False
) -> Matchup:
    """Return the matchup of an attack. T-194, T-195, R-63, R-95."""
    bonus = {
        SKILL: target.defence,
        PERFORM: target.perform,
        UNARMED_DEFENCE: target.unarmed,
        REPEL: target.resolve,
        COUNTER: target.resolve,
        HOLD: target.resolve,
        RESOLVE: target.resolve,
        DIPLOMACY: target.diplomacy,
        BARE: 0,
    }[way]
    return Matchup(
        attacker.resolve if weapon.magic else weapon.bonus,
        bonus,
        weapon.dc if weapon.magic else None,
        way == REPEL,
        NOTHING_REROLLED if weapon.bends else rerolls_up_to(target.worn_armour, target.proficient),
        Matchup.most if weapon.wounds else 1,
        aimed,
        fight.rules.bare_dice_attack and weapon.magic and way != COUNTER,
        fight.rules,
    )


def best_defence(
    fight: Fight, attacker: Fighter, target: Fighter, weapon: Attack, *, unaware: bool = False
) -> str:
    """Return the defence that loses the fewest wounds on average, preferring the plain one."""
    plain, *others = defence_options(fight, attacker, target, weapon, unaware=unaware)
    if not others:
        return plain
    return min((plain, *others), key=lambda way: matchup(fight, attacker, target, weapon, way).mean)


def matchup_of(fight: Fight, roll: Roll) -> Matchup:
    """Return the matchup of a roll whose dice have been rolled."""
    duel = matchup(fight, fight[roll.who], fight[roll.on], roll.weapon, roll.way)
    return duel if roll.bonus is None else replace(duel, att_bonus=roll.bonus)


def end_roll(fight: Fight, roll: Roll) -> Fight:
    """Return the fight without a roll that is over. A wild attack spell turns on its caster. R-68."""
    wild = fight.wild
    if failure := matchup_of(fight, roll).spell_failure(roll.attack):
        wild = roll.who if failure == WILD and roll.weapon.strikes else ""
    return fight.but(roll=None, wild=wild)


def reroll_counts(fight: Fight, roll: Roll, which: str) -> dict[Result, int]:
    """Return the weight of each result after a reroll.

    A reroll by armour or Favored Enemy replaces the roll; after a cinematic the better one counts. R-20,
    R-23, R-82.
    """
    duel = matchup_of(fight, roll)
    attacks: Sums = {roll.attack: 1}
    defences: Sums = {roll.defence: 1}
    if which in ("armour", FAVORED_DEFENCE):
        defences = kept_sums()
    elif which == FAVORED_ATTACK:
        attacks = kept_sums()
    elif which == "attack":
        attacks = better_of(attacks, kept_sums())
    else:
        defences = better_of(defences, kept_sums())
    return duel.results(attacks, defences)


def possible_rerolls(fight: Fight, roll: Roll) -> list[str]:
    """Return the rerolls that are possible now, of `REROLL_LABELS`.

    Those that cost a cinematic come last, and no other reroll is possible after them. Rerolls that can't
    help are left out. R-20, R-25.
    """
    duel, attacker, target = matchup_of(fight, roll), fight[roll.who], fight[roll.on]
    failed = duel.failure(roll.attack)
    margin = duel.margin(roll.attack, roll.defence)
    hit = margin > 0 and not failed
    hopes = hit or (not failed and margin > -margins.PARRY_BY and _answer_of(fight, roll))
    rerolls = []
    if hopes and roll.defence <= duel.top and not {"armour", "defence"} & set(roll.rerolled):
        rerolls.append("armour")
    if margin <= 0 and roll.weapon.kind in ("melee", "unarmed") and _favors(attacker, target, roll, "attack"):
        rerolls.append(FAVORED_ATTACK)
    if hit and roll.way in (SKILL, UNARMED_DEFENCE) and _favors(target, attacker, roll, "defence"):
        rerolls.append(FAVORED_DEFENCE)
    if hopes and target.able and target.may_spend("reroll") and "defence" not in roll.rerolled:
        rerolls.append("defence")
    better = duel.result(roll.attack, roll.defence) != duel.most
    if better and attacker.may_spend("reroll") and "attack" not in roll.rerolled and not roll.turned:
        rerolls.append("attack")
    return rerolls


def _favors(fighter: Fighter, other: Fighter, roll: Roll, which: str) -> bool:
    """Return whether Favored Enemy allows a reroll of a lost Melee roll. T-072, R-92."""
    rerolls = {which, f"favored_{which}"} & {*roll.rerolled}
    return fighter.able and bool(favored_peoples(fighter, other)) and not rerolls


def favored_peoples(fighter: Fighter, other: Fighter) -> list[str]:
    """Return the favoured peoples that the other may belong to: all of them if theirs is unknown. T-072."""
    if not other.people:
        return [*fighter.favored]
    their_peoples = {_singular(people) for people in other.people.split(",")}
    return [people for people in fighter.favored if _singular(people) in their_peoples]


def _singular(people: str) -> str:
    """Return the name of one member of a people, so that `Goblins` matches `goblin`."""
    return people.strip().casefold().removesuffix("s")


def _answer_of(fight: Fight, roll: Roll) -> str:
    """Return what a defender with a large lead can do: `parry`, `turn`, or "". T-085, T-088."""
    target = fight[roll.on]
    if not target.able:
        return ""
    if roll.weapon.kind in ("melee", "unarmed") and "vicious_parry" in target.talents:
        return "parry"
    if roll.way == COUNTER and "spell_turning" in target.talents and not roll.turned:
        return "turn"
    return ""


def possible_answer(fight: Fight, roll: Roll) -> str:
    """Return what the defender's lead allows: `parry`, `turn`, or "". T-085, T-088."""
    duel = matchup_of(fight, roll)
    if duel.failure(roll.attack) or duel.margin(roll.attack, roll.defence) > -margins.PARRY_BY:
        return ""
    return _answer_of(fight, roll)


def lead(fight: Fight, roll: Roll) -> int:
    """Return the attacker's lead, or 0 if the defence holds or a spell failed."""
    duel = matchup_of(fight, roll)
    return 0 if duel.failure(roll.attack) else max(0, duel.margin(roll.attack, roll.defence))
