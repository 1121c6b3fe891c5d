"""Attack: both sides throw, and then the roll waits for whatever is due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from rules_py.desk import Act, Share, faces
from rules_py.dice.dice import FacedDice
from rules_py.dice.throw import Throw
from rules_py.inputs import Choice, Flag
from rules_py.systems.two_d6.armour import CLASSES, reroll_rule
from rules_py.systems.two_d6.desk.deeds.base import ON, WHO, FightDeed, boxcars
from rules_py.systems.two_d6.desk.deeds.harm import checked, dealt
from rules_py.systems.two_d6.desk.matchup import (
    BARE,
    FIZZLE,
    SKILL,
    WAYS_SAID,
    WILD,
    Matchup,
    Result,
    ahead,
    answer_open,
    at_least,
    best_way,
    due_again,
    matchup,
    met_by,
    ways_to_defend,
)
from rules_py.systems.two_d6.desk.schema import name
from rules_py.systems.two_d6.desk.shape import Attack, Event, Fight, Fighter, Hold, Roll
from rules_py.systems.two_d6.magic import SPELL_RULE
from rules_py.systems.two_d6.rolls import Added, rolled
from rules_py.systems.two_d6.sums import SIDES

ATTACK, FALLEN = "Attack", "Those who lie there"
WITH = name("with", "With", default="")
WAY = Choice("way", "Defends with", {"": "what serves best", **WAYS_SAID}, default="")
UNAWARE = Flag("unaware", "Out of hiding: the target doesn’t know of the attacker", rule="T-123")
STRAIGHT = Flag("straight", "Straight through: armour is used, the most wounds are dealt, nobody is asked")

RESULT_SAID = {
    0: "Defence holds",
    1: "1 wound",
    2: "2 wounds",
    3: "3 wounds",
    FIZZLE: "Fizzles",
    WILD: "Goes wild",
}
_GOOD = {0: "bad", 1: "good", 2: "good", 3: "best", FIZZLE: "bad", WILD: "worst"}
_BAD = {0: "good", 1: "bad", 2: "bad", 3: "worst", FIZZLE: "good", WILD: "best"}
ORDER: tuple[Result, ...] = (WILD, FIZZLE, 0, 1, 2, 3)
"""What an attack may come to, the worst for its attacker first."""


class AttackDeed(FightDeed):
    do, label = "attack", "Attack"
    fields = (WHO, ON, WITH, WAY, UNAWARE, STRAIGHT)
    # Two throws at least; an aimed one, armour and a death check may each add one more.
    dice = replace(faces(SIDES), fewest=4, most=10)

    def action(self, fight: Fight, event: Event) -> str:
        weapon = fight[event.who].attack(event.weapon)
        return "attack_spell" if weapon and weapon.magic else "attack"

    def refusals(self, fight: Fight, event: Event) -> Iterator[str]:
        fighter, target = fight[event.who], fight[event.on]
        weapon = fighter.attack(event.weapon)
        if weapon is None or target.name == fighter.name or target.dead:
            yield "bad_target"
            return
        if event.way and event.way not in ways_to_defend(
            fight, fighter, target, weapon, unaware=event.unaware
        ):
            yield "bad_target"
        if fighter.held and weapon.kind != "unarmed":
            yield "held"
        elif not fighter.has_hands_for(weapon):
            yield "disarmed"

    def carried_out(self, fight: Fight, event: Event, dice: FacedDice) -> tuple[Fight, str]:
        fighter, target = fight[event.who], fight[event.on]
        weapon = fighter.attack(event.weapon)
        assert weapon
        way = event.way or best_way(fight, fighter, target, weapon, unaware=event.unaware)
        aimed = fighter.aiming and weapon.aimable
        met = matchup(fighter, target, weapon, way)
        attack = thrown_attack(dice, fighter, weapon, met, aimed=aimed)
        fighter = boxcars(dice, fighter, attack).but(aiming=fighter.aiming and not aimed)
        thrown = thrown_defence(dice, target, met, way)
        if event.straight and thrown.sum <= met.top:
            thrown = thrown.reroll(label=armour_label(target, met), rule=armour_rule(target))
        defence = thrown.sum
        if not met.failed(attack):
            target = boxcars(dice, target, defence)
        roll = Roll(fighter.name, target.name, weapon, way, attack, defence)
        fight = fight.but(fighter, target, roll=roll)
        sentence = f"{fighter.name} attacks {target.name} ({weapon.name}): {stands(dice, fight, roll)}"
        if event.straight:
            return _straight(fight, roll, dice, sentence)
        return finished(fight, sentence)

    def offered(self, fight: Fight, fighter: Fighter) -> Iterator[Act]:
        for blow in blows(fight, fighter):
            yield self._act(blow)
        for blow in finishing_blows(fight, fighter):
            yield self._finish(blow)

    def _act(self, blow: Blow) -> Act:
        fight, fighter, target, weapon = blow.fight, blow.fighter, blow.target, blow.weapon
        ways = ways_to_defend(fight, fighter, target, weapon)
        options = {way: f"{WAYS_SAID[way]} {_bonus_said(fighter, target, weapon, way)}" for way in ways}
        aimed = blow.met.aimed
        pairs = ("Attack", *(("Attack, aimed",) if aimed else ()), "Defence")
        return self.act(
            fight,
            {"who": fighter.name, "on": target.name, "with": weapon.name},
            id=f"attack-{target.name}-{weapon.name}",
            title=f"{weapon.name} against {target.name}{_purpose(fighter, target, weapon)}",
            button=f"Attack {target.name}",
            kind=ATTACK,
            note=blow.said,
            inputs=(Choice("way", f"{target.name} defends with", options, start=blow.way),)
            if len(ways) > 1
            else (),
            more=(*(() if weapon.magic or fight.surprised(target) else (UNAWARE,)), STRAIGHT),
            dice=tuple((f"{each}, {which}", SIDES) for each in pairs for which in ("first", "second")),
            shares=shares(blow.met.counts, fighter),
            figures=blow.figures,
            rules=("T-194", "T-195", *(("T-234",) if weapon.magic else ()), *(("T-219",) if aimed else ())),
        )

    def _finish(self, blow: Blow) -> Act:
        """A blow at somebody who lies there: dice alone, and the armour they wear. T-203, T-210, R-95."""
        act, target = self._act(blow), blow.target
        lies = "is knocked out" if target.wounds else "is at 0 already: any wound kills"
        return replace(
            act,
            id=f"finish-{target.name}",
            title=f"{blow.weapon.name} against {target.name}, who can’t defend",
            button=f"Finish {target.name}",
            kind=FALLEN,
            note=f"{target.name} {lies}. {act.note}",
            more=(STRAIGHT,),
            figures=blow.figures if target.wounds else ((f"{target.name} dies", blow.enough),),
            rules=("T-203", "R-95", *(() if target.wounds else ("T-210",)), *act.rules),
        )


@dataclass(frozen=True, eq=False)
class Blow:
    """An attack that somebody could make now."""

    fight: Fight
    fighter: Fighter
    target: Fighter
    weapon: Attack

    @cached_property
    def way(self) -> str:
        return best_way(self.fight, self.fighter, self.target, self.weapon)

    @cached_property
    def met(self) -> Matchup:
        aimed = self.fighter.aiming and self.weapon.aimable
        return matchup(self.fighter, self.target, self.weapon, self.way, aimed=aimed)

    @property
    def enough(self) -> Fraction:
        """The chance that the target falls by it."""
        return at_least(self.met.counts, max(1, self.target.wounds))

    @property
    def said(self) -> str:
        """`7 against 4 (Melee or Athletics); light armour throws 2 again.`"""
        met, target = self.met, self.target
        attack = f"+{met.att_bonus}" + (f" and DC {met.dc}" if met.dc else "")
        bare = "dice alone" if self.way == BARE else f"+{met.def_bonus} by {WAYS_SAID[self.way]}"
        armour = ""
        if met.top >= 2:
            sums = "snake eyes" if met.top == 2 else f"2 to {met.top}"
            armour = f" {CLASSES[target.worn].name} armour throws {sums} again, and that is counted."
        aimed = " Aimed: thrown twice." if met.aimed else ""
        return f"{attack} against {bare}.{armour}{aimed}"

    @property
    def figures(self) -> tuple[tuple[str, Fraction], ...]:
        hits = ("hits", at_least(self.met.counts, 1))
        if not 0 < self.target.wounds <= 3:
            return (hits,)
        return hits, (f"{self.target.name} is at 0", self.enough)


def blows(fight: Fight, fighter: Fighter) -> list[Blow]:
    """Every attack on everybody who stands against them, with whatever they have."""
    return [
        Blow(fight, fighter, target, weapon)
        for target in fight.foes_of(fighter)
        for weapon in fighter.every_attack
    ]


def finishing_blows(fight: Fight, fighter: Fighter) -> list[Blow]:
    """The likeliest attack on each enemy who lies unconscious, of those that wound."""
    fallen = [each for each in fight.fighters if each.side != fighter.side and not (each.able or each.dead)]
    weapons = [each for each in fighter.every_attack if each.wounds and fighter.has_hands_for(each)]
    return [
        max((Blow(fight, fighter, target, each) for each in weapons), key=lambda each: each.met.mean)
        for target in fallen
    ]


def shares(counts: Mapping[Result, int], fighter: Fighter) -> tuple[Share, ...]:
    """What may come of an attack; tones are the players'."""
    whole, tones = sum(counts.values()), _GOOD if fighter.pc else _BAD
    return tuple(
        Share(RESULT_SAID[each], Fraction(counts[each], whole), tones[each])
        for each in ORDER
        if each in counts
    )


def _bonus_said(fighter: Fighter, target: Fighter, weapon: Attack, way: str) -> str:
    return f"+{matchup(fighter, target, weapon, way).def_bonus}"


def _purpose(fighter: Fighter, target: Fighter, weapon: Attack) -> str:
    """What an attack on somebody with whom one grapples is for."""
    if target.held and target.held.by == fighter.name and weapon.kind in ("unarmed", "entangle"):
        return ", to keep the hold"
    if fighter.held and fighter.held.by == target.name:
        return ", to break the hold"
    return ""


def thrown_attack(
    dice: FacedDice, fighter: Fighter, weapon: Attack, met: Matchup, *, aimed: bool = False
) -> int:
    label = Added(f"{fighter.name}, {weapon.name}", met.att_bonus, met.dc)
    return rolled(dice, label, aimed=aimed, rule="T-234" if weapon.magic else "T-194").sum


def thrown_defence(dice: FacedDice, target: Fighter, met: Matchup, way: str) -> Throw:
    by = "" if way in (BARE, SKILL) else f" by {WAYS_SAID[way]}"
    label = Added(f"{target.name} defends{by}", None if way == BARE else met.def_bonus)
    return rolled(dice, label, rule="T-195")


def armour_label(target: Fighter, met: Matchup) -> Added:
    return Added(f"{CLASSES[target.worn].name} armour: {target.name} again", met.def_bonus or None)


def armour_rule(target: Fighter) -> str | None:
    return reroll_rule(target.worn, target.proficient)


def stands(dice: FacedDice, fight: Fight, roll: Roll) -> str:
    """How the dice on the table compare, as a sentence; the working notes it too."""
    met = met_by(fight, roll)
    total = roll.attack + met.att_bonus
    if failed := met.failed(roll.attack):
        said = "goes wild" if failed == WILD else "fizzles"
        dice.note(f"{total} against DC {met.dc}: the spell {said}", SPELL_RULE[failed])
        if failed == WILD:
            dice.note("If nothing better comes to mind: one wound to its caster, without a defence", "R-69")
        return f"{total} against DC {met.dc}, the spell {said}."
    defence, margin = met.def_total(roll.defence), met.margin(roll.attack, roll.defence)
    if met.repels and defence == roll.defence:
        dice.note("Repel Attack doesn’t reach 7, and adds nothing", "T-254")
    if margin > 0:
        return f"{total} against {defence}, ahead by {margin}."
    held = "a tie, which is the defender’s" if not margin else "the defence holds"
    return f"{total} against {defence}, {held}."


def finished(fight: Fight, sentence: str) -> tuple[Fight, str]:
    """The roll waits as long as anybody may still do something about it; a lost attack is over then."""
    roll = fight.roll
    assert roll
    if due_again(fight, roll) or ahead(fight, roll) or answer_open(fight, roll):
        return fight, sentence
    after, more = lost(fight, roll)
    return after, sentence + more


def lost(fight: Fight, roll: Roll) -> tuple[Fight, str]:
    """A lost attack is over; who fails to keep a hold lets go. R-50."""
    target = fight[roll.on]
    keeping = roll.weapon.kind in ("unarmed", "entangle") and target.held and target.held.by == roll.who
    if not keeping:
        return fight.but(roll=None), ""
    return fight.but(target.but(held=None), roll=None), f" {roll.who} loses hold of {roll.on}."


def _straight(fight: Fight, roll: Roll, dice: FacedDice, sentence: str) -> tuple[Fight, str]:
    """The most wounds, and the death check, at once; a spell that grapples does that. R-47, R-90."""
    result = met_by(fight, roll).result(roll.attack, roll.defence)
    if not isinstance(result, int) or not result:
        after, more = lost(fight, roll)
        return after, sentence + more
    if roll.weapon.kind == "entangle":
        held = fight[roll.on].but(held=Hold(roll.who, fight.round, magic=True))
        return fight.but(held, roll=None), f"{sentence} {roll.on} is held."
    after, said = dealt(fight, roll, result, dice)
    sentence = f"{sentence} {said}"
    if after[roll.on].dying:
        target, said = checked(after[roll.on], dice, final=True)
        after, sentence = after.but(target), f"{sentence} {said}"
    return after, sentence
