"""How an attack between two fighters is read: which bonus each adds, and how often it comes to what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from rules_py.dice.counts import merge
from rules_py.systems.two_d6 import margins
from rules_py.systems.two_d6.armour import NOTHING_REROLLED, rerolls_up_to
from rules_py.systems.two_d6.magic import CAST, REPEL_DC, WILD_FROM, spell_result
from rules_py.systems.two_d6.sums import Sums, better_of, thrown, thrown_again
from rules_py.systems.two_d6.tracker.shape import Attack, Fight, Fighter, Roll

SKILL, PERFORM, UNARMED_WAY, REPEL = "skill", "perform", "unarmed", "repel"
COUNTER, HOLD, BARE = "counter", "hold", "bare"
RESOLVE, DIPLOMACY = "resolve", "diplomacy"
WAYS_SAID = {
    SKILL: "Melee or Athletics",
    PERFORM: "Perform",
    UNARMED_WAY: "Melee (Unarmed)",
    REPEL: "Repel Attack",
    COUNTER: "a counterspell",
    HOLD: "the spell that holds",
    RESOLVE: "resolve",
    DIPLOMACY: "Diplomacy",
    BARE: "dice alone",
}

FAVORED_ATTACK, FAVORED_DEFENCE = "favored_attack", "favored_defence"
THROWN_AGAIN = {
    "armour": "Armour",
    FAVORED_ATTACK: "Favored Enemy, the attack",
    FAVORED_DEFENCE: "Favored Enemy, the defence",
    "attack": "The attack",
    "defence": "The defence",
}
"""Which throws of an attack may be made again."""

HELD, FIZZLE, WILD = 0, "fizzle", "wild"
type Result = int | str
"""What an attack comes to: the most wounds its margin allows, 0 where the defence holds, or how a spell
failed.
"""


@dataclass(frozen=True)
class Matchup:
    """An attack about to be rolled, or whose dice lie on the table.

    `dc` is that of a spell; `repels`: the defence counts its bonus only where the spell reaches its own DC;
    `top` is the highest defensive sum that armour throws again; `most` the most that the attack can come to:
    wounds, or 1 for what holds or doesn't.
    """

    att_bonus: int
    def_bonus: int
    dc: int | None
    repels: bool
    top: int
    most: int = margins.most_wounds(margins.THRESHOLDS[-1])
    aimed: bool = False

    def failed(self, attack: int) -> str:
        """How a spell failed at this sum of the dice, "" if it did not. T-236, T-237, R-66."""
        if self.dc is None:
            return ""
        found = spell_result(attack + self.att_bonus, self.dc, wild_from=WILD_FROM)
        return "" if found == CAST else found

    def def_total(self, defence: int) -> int:
        """The defence these dice make; a spell of defence that fails adds nothing. T-254, R-67."""
        total = defence + self.def_bonus
        return defence if self.repels and total < REPEL_DC else total

    def margin(self, attack: int, defence: int) -> int:
        return attack + self.att_bonus - self.def_total(defence)

    def result(self, attack: int, defence: int) -> Result:
        """What these dice come to."""
        return self.failed(attack) or min(self.most, margins.most_wounds(self.margin(attack, defence)))

    def results(self, attacks: Sums, defences: Sums) -> dict[Result, int]:
        """How often each result comes of these sums; every defence is thrown, whether it is needed or not."""
        return merge(
            (self.result(attack, defence), ways * more)
            for attack, ways in attacks.items()
            for defence, more in defences.items()
        )

    @property
    def counts(self) -> Mapping[Result, int]:
        """How often each result comes, armour's second throw taken whenever it is due. R-25."""
        return _counts(self)

    @property
    def mean(self) -> Fraction:
        """The mean of the most wounds the margin allows."""
        return _mean(self)

    def aiming(self) -> Matchup:
        """The same with the attack aimed."""
        return replace(self, aimed=True)


@cache
def _counts(met: Matchup) -> Mapping[Result, int]:
    return met.results(thrown(aimed=met.aimed), thrown_again(met.top))


@cache
def _mean(met: Matchup) -> Fraction:
    return mean(met.counts)


def mean(counts: Mapping[Result, int]) -> Fraction:
    """The mean number of wounds."""
    wounds = sum(result * ways for result, ways in counts.items() if isinstance(result, int))
    return Fraction(wounds, sum(counts.values()))


def at_least(counts: Mapping[Result, int], wounds: int) -> Fraction:
    """The chance of so many wounds or more."""
    enough = sum(ways for result, ways in counts.items() if isinstance(result, int) and result >= wounds)
    return Fraction(enough, sum(counts.values()))


def ways_to_defend(
    fight: Fight, attacker: Fighter, target: Fighter, weapon: Attack, *, unaware: bool = False
) -> tuple[str, ...]:
    """How the target may defend, the plain way first.

    Nothing but dice for whoever is unconscious, surprised, or struck from hiding; Melee (Unarmed) alone for
    whoever is held; a dance against Archery and Throwing, if it is better than what they have else. T-123,
    T-193, T-203, R-41, R-42, R-43, R-70, R-89, R-100.
    """
    if not target.able or fight.surprised(target) or (unaware and not weapon.magic):
        return (BARE,)
    if weapon.bends:
        plain = {"resolve": (RESOLVE,), "diplomacy": (DIPLOMACY,), "negate": ()}[weapon.kind]
        return (*plain, *((COUNTER,) if target.counters else ())) or (BARE,)
    if target.held:
        return (UNARMED_WAY,)
    if attacker.held and attacker.held.by == target.name and attacker.held.magic:
        return (HOLD,)
    if weapon.magic:
        return (SKILL, COUNTER) if target.counters else (SKILL,)
    dances = weapon.kind == "ranged" and target.perform > target.defence
    return (SKILL, *((PERFORM,) if dances else ()), *((REPEL,) if target.repels else ()))


def matchup(attacker: Fighter, target: Fighter, weapon: Attack, way: str, *, aimed: bool = False) -> Matchup:
    """How the dice of this attack are read. T-194, T-195, R-63, R-95."""
    bonus = {
        SKILL: target.defence,
        PERFORM: target.perform,
        UNARMED_WAY: target.unarmed,
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
        NOTHING_REROLLED if weapon.bends else rerolls_up_to(target.worn, target.proficient),
        Matchup.most if weapon.wounds else 1,
        aimed,
    )


def best_way(
    fight: Fight, attacker: Fighter, target: Fighter, weapon: Attack, *, unaware: bool = False
) -> str:
    """The way to defend that loses the fewest wounds, the plain one of equals."""
    plain, *others = ways_to_defend(fight, attacker, target, weapon, unaware=unaware)
    if not others:
        return plain
    return min((plain, *others), key=lambda way: matchup(attacker, target, weapon, way).mean)


def met_by(fight: Fight, roll: Roll) -> Matchup:
    """How the dice on the table are read."""
    met = matchup(fight[roll.who], fight[roll.on], roll.weapon, roll.way)
    return met if roll.bonus is None else replace(met, att_bonus=roll.bonus)


# the same dice, thrown again


def again(fight: Fight, roll: Roll, which: str) -> dict[Result, int]:
    """How often the attack comes to what after this throw is made again.

    Armour's and that of Favored Enemy stand as they fall; after a cinematic the better one counts. R-20,
    R-23, R-82.
    """
    met = met_by(fight, roll)
    attacks: Sums = {roll.attack: 1}
    defences: Sums = {roll.defence: 1}
    if which in ("armour", FAVORED_DEFENCE):
        defences = thrown()
    elif which == FAVORED_ATTACK:
        attacks = thrown()
    elif which == "attack":
        attacks = better_of(attacks, thrown())
    else:
        defences = better_of(defences, thrown())
    return met.results(attacks, defences)


def due_again(fight: Fight, roll: Roll) -> list[str]:
    """The throws that may be made again now, of THROWN_AGAIN; what a cinematic throws again comes last, and
    nothing else after it. R-20, R-25.

    Nobody is asked about one that can't do them any good.
    """
    met, attacker, target = met_by(fight, roll), fight[roll.who], fight[roll.on]
    failed = met.failed(roll.attack)
    margin = met.margin(roll.attack, roll.defence)
    hit = margin > 0 and not failed
    hopes = hit or (not failed and margin > -margins.PARRY_BY and _answers_back(fight, roll))
    found = []
    if hopes and roll.defence <= met.top and not {"armour", "defence"} & set(roll.rerolled):
        found.append("armour")
    if margin <= 0 and roll.weapon.kind in ("melee", "unarmed") and _favors(attacker, target, roll, "attack"):
        found.append(FAVORED_ATTACK)
    if hit and roll.way in (SKILL, UNARMED_WAY) and _favors(target, attacker, roll, "defence"):
        found.append(FAVORED_DEFENCE)
    if hopes and target.able and target.may_spend("reroll") and "defence" not in roll.rerolled:
        found.append("defence")
    better = met.result(roll.attack, roll.defence) != met.most
    if better and attacker.may_spend("reroll") and "attack" not in roll.rerolled and not roll.turned:
        found.append("attack")
    return found


def _favors(fighter: Fighter, other: Fighter, roll: Roll, which: str) -> bool:
    """Whether Favored Enemy could throw again what they lost by Melee. T-072, R-92."""
    done = {which, f"favored_{which}"} & {*roll.rerolled}
    return fighter.able and bool(favored_among(fighter, other)) and not done


def favored_among(fighter: Fighter, other: Fighter) -> list[str]:
    """The peoples of Favored Enemy that the other may be of: where it isn't told, the table knows. T-072."""
    if not other.people:
        return [*fighter.favored]
    theirs = {_one_of(each) for each in other.people.split(",")}
    return [each for each in fighter.favored if _one_of(each) in theirs]


def _one_of(people: str) -> str:
    """A people as one of them is called, so that `Goblins` are known by `goblin`."""
    return people.strip().casefold().removesuffix("s")


def _answers_back(fight: Fight, roll: Roll) -> str:
    """What a defender may do who is ahead by enough: `parry`, `turn`, or "" for nothing. T-085, T-088."""
    target = fight[roll.on]
    if not target.able:
        return ""
    if roll.weapon.kind in ("melee", "unarmed") and "vicious_parry" in target.talents:
        return "parry"
    if roll.way == COUNTER and "spell_turning" in target.talents and not roll.turned:
        return "turn"
    return ""


def answer_open(fight: Fight, roll: Roll) -> str:
    """What the defender's lead allows. T-085, T-088."""
    met = met_by(fight, roll)
    if met.failed(roll.attack) or met.margin(roll.attack, roll.defence) > -margins.PARRY_BY:
        return ""
    return _answers_back(fight, roll)


def ahead(fight: Fight, roll: Roll) -> int:
    """By how much the attacker is ahead, 0 where the defence holds or a spell failed."""
    met = met_by(fight, roll)
    return 0 if met.failed(roll.attack) else max(0, met.margin(roll.attack, roll.defence))
