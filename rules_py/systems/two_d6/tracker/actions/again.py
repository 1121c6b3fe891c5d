"""Reroll an attack’s dice: by armour, by Favored Enemy, or for a cinematic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Choice
from rules_py.systems.two_d6.rolls import roll_two
from rules_py.systems.two_d6.sums import SIDES
from rules_py.systems.two_d6.tracker.actions.base import Answer, boxcars
from rules_py.systems.two_d6.tracker.actions.blows import ORDER, describe_result, shares
from rules_py.systems.two_d6.tracker.actions.meeting import (
    armour_label,
    armour_rule,
    finish_roll,
    roll_attack,
    roll_defence,
    stands,
)
from rules_py.systems.two_d6.tracker.defences import FAVORED_ATTACK, FAVORED_DEFENCE, REROLL_LABELS
from rules_py.systems.two_d6.tracker.matchup import (
    Result,
    favored_peoples,
    matchup_of,
    possible_rerolls,
    reroll_counts,
)
from rules_py.systems.two_d6.tracker.shape import Attack, Fight, Fighter, Roll, name_input
from rules_py.tracker import ActionOption, ParticipantEvent, faces, state_field

AGAIN = "Reroll"
FAVORED = (FAVORED_ATTACK, FAVORED_DEFENCE)
STANDS = ("armour", *FAVORED)
"""Rerolls whose result must be kept. R-23, R-82."""


@dataclass(frozen=True, kw_only=True)
class RerollEvent(ParticipantEvent):
    by: str = state_field(Choice("by", "Which roll", REROLL_LABELS, default="armour"))
    people: str = state_field(name_input("people", "Favored Enemy", default=""))


class Reroll(Answer[RerollEvent]):
    """A reroll of the attack’s dice: by armour, by Favored Enemy, or for a cinematic. R-20, R-25, R-82."""

    id, label = "reroll", "Reroll"
    heading = AGAIN
    dice = faces(SIDES, SIDES)

    def violations(self, fight: Fight, event: RerollEvent) -> Iterator[str]:
        roll = fight.undecided_attack
        due = roll is not None and event.by in possible_rerolls(fight, roll)
        if roll and due and event.by in FAVORED:
            due = event.people in _favoured_peoples(fight, roll, event.by)
        if not due:
            yield "nothing_due"

    def carry_out(self, fight: Fight, event: RerollEvent, dice: RecordingDice) -> tuple[Fight, str]:
        roll = fight.roll
        assert roll
        duel = matchup_of(fight, roll)
        attacker, target = fight[roll.who], fight[roll.on]
        attack, defence = roll.attack, roll.defence
        if event.by == "armour":
            defence = roll_two(dice, armour_label(target, duel), rule=armour_rule(target) or "T-158").sum
            target, words = boxcars(dice, target, defence), f"{roll.on}’s armour rerolls"
        elif event.by == FAVORED_DEFENCE:
            defence = roll_defence(dice, target, duel, roll.way).sum
            target = boxcars(dice, _use_favoured(target, event.people), defence)
            words = f"{roll.on} knows this enemy (Favored Enemy) and rerolls"
        elif event.by == FAVORED_ATTACK:
            attack = roll_attack(dice, attacker, roll.weapon, duel)
            attacker = boxcars(dice, _use_favoured(attacker, event.people), attack)
            words = f"{roll.who} knows this enemy (Favored Enemy) and rerolls"
        elif event.by == "defence":
            rolled_dice = roll_defence(dice, target, duel, roll.way).sum
            target = boxcars(dice, target.after_using("reroll"), max(rolled_dice, defence), defence)
            defence, words = max(rolled_dice, defence), f"{roll.on} spends a cinematic to reroll"
        else:
            rolled_dice = roll_attack(dice, attacker, roll.weapon, duel)
            attacker = boxcars(dice, attacker.after_using("reroll"), max(rolled_dice, attack), attack)
            attack, words = max(rolled_dice, attack), f"{roll.who} spends a cinematic to reroll"
            # the defence only has to answer it now
            if duel.failure(roll.attack) and not duel.failure(attack):
                target = boxcars(dice, target, defence)
        if event.by not in STANDS:
            dice.note("Keep the better roll", "R-20")
        after = replace(roll, attack=attack, defence=defence, rerolled=(*roll.rerolled, event.by))
        spread = fight.spread and replace(fight.spread, attack=attack)
        fight = fight.but(attacker, target, roll=after, spread=spread)
        return finish_roll(fight, f"{words}: {stands(dice, fight, after)}")

    def options(self, fight: Fight, who: str) -> Iterator[ActionOption]:
        roll = fight.undecided_attack
        if roll is None:
            return
        now = matchup_of(fight, roll).result(roll.attack, roll.defence)
        attacker, target = fight[roll.who], fight[roll.on]
        for by in possible_rerolls(fight, roll):
            counts = reroll_counts(fight, roll, by)
            doer = _roller_of(fight, roll, by)
            if by in FAVORED:
                for people in _favoured_peoples(fight, roll, by):
                    yield self._favoured_option(fight, roll, by, people)
                continue
            title = (
                f"{target.name}’s armour: reroll the {roll.defence}"
                if by == "armour"
                else f"{doer.name} spends a cinematic to reroll"
            )
            yield self.option(
                fight,
                {"by": by},
                id=f"reroll-{by}",
                title=title,
                note=_describe_gain(now, roll.weapon, by),
                dice=(("First die", SIDES), ("Second die", SIDES)),
                shares=shares(counts, attacker, roll.weapon),
                chances=_gain(now, counts, by),
                rules=("R-25", "R-23") if by == "armour" else ("T-226", "R-20"),
            )

    def _favoured_option(self, fight: Fight, roll: Roll, by: str, people: str) -> ActionOption:
        counts, doer = reroll_counts(fight, roll, by), _roller_of(fight, roll, by)
        other = fight[roll.who if doer.name == roll.on else roll.on]
        now = matchup_of(fight, roll).result(roll.attack, roll.defence)
        return self.option(
            fight,
            {"by": by, "people": people},
            id=f"reroll-{by}-{people}",
            title=f"{doer.name} rerolls: Favored Enemy ({people})",
            note=("" if other.people else "Use this only on Melee checks against this kind of enemy. ")
            + "You can do this once a day. "
            + _describe_gain(now, roll.weapon, by),
            dice=(("First die", SIDES), ("Second die", SIDES)),
            shares=shares(counts, fight[roll.who], roll.weapon),
            chances=_gain(now, counts, by),
            rules=("T-072", "R-82", "R-92"),
        )


def _roller_of(fight: Fight, roll: Roll, by: str) -> Fighter:
    """Return the fighter who rerolls."""
    return fight[roll.who if by in ("attack", FAVORED_ATTACK) else roll.on]


def _favoured_peoples(fight: Fight, roll: Roll, by: str) -> list[str]:
    """Return the peoples by whom Favored Enemy allows this reroll."""
    doer = _roller_of(fight, roll, by)
    return favored_peoples(doer, fight[roll.who if doer.name == roll.on else roll.on])


def _use_favoured(fighter: Fighter, people: str) -> Fighter:
    """Return the fighter after using Favored Enemy on these peoples today."""
    place = fighter.favored.index(people)
    return fighter.but(favored=(*fighter.favored[:place], *fighter.favored[place + 1 :]))


def _describe_gain(now: Result, weapon: Attack, by: str) -> str:
    keeps = "You must keep the second roll." if by in STANDS else "Keep the better roll."
    return f"Now: {'the defence holds' if now == 0 else describe_result(now, weapon).lower()}. {keeps}"


def _gain(now: Result, counts: dict[Result, int], by: str) -> tuple[tuple[str, Fraction], ...]:
    """Return the chances that a reroll improves or worsens the result for the player who rolls."""
    whole, place = sum(counts.values()), ORDER.index(now)
    higher = Fraction(sum(ways for each, ways in counts.items() if ORDER.index(each) > place), whole)
    lower = Fraction(sum(ways for each, ways in counts.items() if ORDER.index(each) < place), whole)
    better, worse = (higher, lower) if by in ("attack", FAVORED_ATTACK) else (lower, higher)
    return ("better than now", better), ("worse than now", worse)
