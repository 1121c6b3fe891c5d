"""A throw of an attack made again: by armour, or for a cinematic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from rules_py.desk import Act, faces
from rules_py.dice.dice import FacedDice
from rules_py.inputs import Choice
from rules_py.systems.two_d6.desk.deeds.attack import (
    ORDER,
    RESULT_SAID,
    armour_label,
    armour_rule,
    finished,
    shares,
    stands,
    thrown_attack,
    thrown_defence,
)
from rules_py.systems.two_d6.desk.deeds.base import Answer, boxcars
from rules_py.systems.two_d6.desk.matchup import THROWN_AGAIN, Result, again, due_again, met_by
from rules_py.systems.two_d6.desk.shape import Event, Fight
from rules_py.systems.two_d6.rolls import rolled
from rules_py.systems.two_d6.sums import SIDES

AGAIN = "Throw again"


class Reroll(Answer):
    """A throw of the attack made again: by armour, or for a cinematic. R-20, R-25."""

    do, label = "reroll", "Throw again"
    fields = (Choice("by", "Which throw", THROWN_AGAIN, default="armour"),)
    dice = faces(SIDES, SIDES)

    def refusals(self, fight: Fight, event: Event) -> Iterator[str]:
        roll = fight.undecided
        if roll is None or event.by not in due_again(fight, roll):
            yield "nothing_due"

    def carried_out(self, fight: Fight, event: Event, dice: FacedDice) -> tuple[Fight, str]:
        roll = fight.roll
        assert roll
        met = met_by(fight, roll)
        attacker, target = fight[roll.who], fight[roll.on]
        attack, defence = roll.attack, roll.defence
        if event.by == "armour":
            defence = rolled(dice, armour_label(target, met), rule=armour_rule(target) or "T-158").sum
            target, words = boxcars(dice, target, defence), f"The armour of {roll.on} gives another throw"
        elif event.by == "defence":
            thrown = thrown_defence(dice, target, met, roll.way).sum
            target = boxcars(dice, target.spent("reroll"), max(thrown, defence), defence)
            defence, words = max(thrown, defence), f"{roll.on} spends a cinematic to throw again"
        else:
            thrown = thrown_attack(dice, attacker, roll.weapon, met)
            attacker = boxcars(dice, attacker.spent("reroll"), max(thrown, attack), attack)
            attack, words = max(thrown, attack), f"{roll.who} spends a cinematic to throw again"
            if met.failed(roll.attack) and not met.failed(attack):  # only now has the defence to answer it
                target = boxcars(dice, target, defence)
        if event.by != "armour":
            dice.note("The better of the two counts", "R-20")
        after = replace(roll, attack=attack, defence=defence, rerolled=(*roll.rerolled, event.by))
        fight = fight.but(attacker, target, roll=after)
        return finished(fight, f"{words}: {stands(dice, fight, after)}")

    def offers(self, fight: Fight, who: str) -> Iterator[Act]:
        roll = fight.undecided
        if roll is None:
            return
        now = met_by(fight, roll).result(roll.attack, roll.defence)
        attacker, target = fight[roll.who], fight[roll.on]
        for by in due_again(fight, roll):
            counts = again(fight, roll, by)
            doer = attacker if by == "attack" else target
            title = (
                f"{target.name}’s armour: throw the {roll.defence} again"
                if by == "armour"
                else f"{doer.name} throws again for a cinematic"
            )
            yield self.act(
                fight,
                {"by": by},
                id=f"reroll-{by}",
                title=title,
                button="Throw again",
                kind=AGAIN,
                note=_gain_said(now, counts, by),
                dice=(("First die", SIDES), ("Second die", SIDES)),
                shares=shares(counts, attacker),
                figures=_gain(now, counts, by),
                may_allow=False,
                rules=("R-25", "R-23") if by == "armour" else ("T-226", "R-20"),
            )


def _gain_said(now: Result, counts: dict[Result, int], by: str) -> str:
    stands_now = "holds" if now == 0 else str(RESULT_SAID[now]).lower()
    keeps = "The second throw stands, whatever it is." if by == "armour" else "The better of the two counts."
    return f"Now: {'the defence holds' if now == 0 else stands_now}. {keeps}"


def _gain(now: Result, counts: dict[Result, int], by: str) -> tuple[tuple[str, Fraction], ...]:
    """How likely the throw is to better what lies there, and to make it worse, for whoever throws."""
    whole, place = sum(counts.values()), ORDER.index(now)
    higher = Fraction(sum(ways for each, ways in counts.items() if ORDER.index(each) > place), whole)
    lower = Fraction(sum(ways for each, ways in counts.items() if ORDER.index(each) < place), whole)
    better, worse = (higher, lower) if by == "attack" else (lower, higher)
    return ("better than now", better), ("worse than now", worse)
