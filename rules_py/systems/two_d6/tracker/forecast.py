"""The forecast of a fight: everyone's assumed actions, and a simplified model of the resulting fight."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from rules_py.dice.counts import merge
from rules_py.systems.two_d6.tracker.actions import FIGHT_ACTIONS
from rules_py.systems.two_d6.tracker.actions.base import let_go
from rules_py.systems.two_d6.tracker.actions.blows import Blow
from rules_py.systems.two_d6.tracker.matchup import possible_rerolls
from rules_py.systems.two_d6.tracker.order import acts, order_of
from rules_py.systems.two_d6.tracker.shape import Fight, Fighter
from rules_py.systems.two_d6.tracker.view import usable_attacks
from rules_py.tracker import EventData
from rules_py.tracker.forecast import ForecastSpec
from rules_py.tracker.skirmish import END_ROUND, victories, winner
from rules_py.tracker.tally_model import Plan, TallyModel

ASSUMPTIONS = (
    "Everyone is assumed to be in reach, to use armour rerolls and to deal maximum wounds. Each fighter "
    "attacks the foe they are most likely to bring to 0 wounds. If several are equally likely, they attack "
    "the one to whom they deal the most wounds. No one aims, grapples, flees, yields, casts other spells, or "
    "uses a cinematic or Favored Enemy. Before initiative is rolled, fighters with higher scores act first."
)
VICTORIES = victories(pc="good", nobody="mixed", npc="bad")


def next_event(fight: Fight) -> EventData | None:
    """Return the next event, or None once a side has won.

    It continues a pending roll, is an attack of the first in the order who has one, or ends the round.
    """
    if event := _pending_event(fight):
        return event
    if winner(fight):
        return None
    for name in order_of(fight):
        if attacks := _attacks(fight, fight[name]):
            return _attack(max(attacks, key=_value))
    return END_ROUND


def _pending_event(fight: Fight) -> EventData | None:
    """Return the simplest event that continues a pending roll, or None. It never uses a cinematic."""
    for fighter in fight.fighters:
        if fighter.dying:
            return {"do": "die" if fighter.dying == "failed" else "death_check", "who": fighter.name}
    roll = fight.roll
    if roll is None and fight.spread:
        return {"do": "defend", "who": fight.spread.on[0]}
    if roll is None and fight.cast:
        return {"do": "cast_fails", "who": fight.cast.who}
    if roll is None:
        return None
    if roll.wounds is not None:
        return {"do": "suffer", "who": roll.on}
    if "armour" in possible_rerolls(fight, roll):
        return {"do": "reroll", "by": "armour"}
    for action in ("settle", "leave"):
        if options := tuple(FIGHT_ACTIONS[action].options(fight, "")):
            return options[0].event
    return {"do": "leave"}


def _attacks(fight: Fight, fighter: Fighter) -> list[Blow]:
    """Return the attacks that are possible now."""
    if fighter.passed or not acts(fight, fighter):
        return []
    turn = fight.turn_of(fighter)
    possible = {
        False: not turn.refusal("attack"),
        True: not turn.refusal("attack_spell") and fight.round not in fighter.negated,
    }
    blows = usable_attacks(fight, fighter) if any(possible.values()) else ()
    return [blow for blow in blows if blow.weapon.wounds and possible[blow.weapon.magic]]


def _value(blow: Blow) -> tuple[Fraction, Fraction]:
    """Return the chance to bring the target to 0, then the mean wounds."""
    return blow.enough, blow.matchup.mean


def _attack(blow: Blow) -> EventData:
    return {
        "do": "attack",
        "who": blow.fighter.name,
        "on": blow.target.name,
        "with": blow.weapon.name,
        "way": blow.way,
        "straight": True,
    }


class FightModel(TallyModel[Fight, Fighter, int]):
    """A fight whose tallies are wounds. While a roll is pending, the situation is the whole fight."""

    actions = FIGHT_ACTIONS

    def simplify(self, fight: Fight) -> Fight:
        if _pending_event(fight):
            return fight
        # Make round numbers relative, so that equal situations in different rounds are the same.
        later = fight.round - min(fight.round, 1)
        fighters = tuple(_simplify(fighter, fight.round, later) for fighter in fight.fighters)
        return Fight(fight.round - later, fighters, house=fight.house)

    def tally_of(self, fighter: Fighter) -> int:
        return fighter.wounds if fighter.able else 0

    def winner_of(self, fight: Fight) -> str:
        return "" if _pending_event(fight) else winner(fight)

    def plan(self, fight: Fight) -> Plan:
        if event := _pending_event(fight):
            return Plan(event=event)
        for name in order_of(fight):
            if attacks := _attacks(fight, fight[name]):
                return self.attack_plan(
                    (blow.target.name, _wound_weights(blow), _after(fight, blow)) for blow in attacks
                )
        return Plan()

    def damage_left(self, index: int, tally: int) -> int:
        return tally

    def with_damage(self, index: int, tally: int, damage: int) -> int:
        return max(0, tally - damage)

    def without(self, fight: Fight, index: int) -> Fight:
        return let_go(fight.but(fight.fighters[index].but(wounds=0)))


def _wound_weights(blow: Blow) -> dict[int, int]:
    """Return the weight of each number of wounds. A spell that failed deals none."""
    return merge(
        (result if isinstance(result, int) else 0, weight) for result, weight in blow.matchup.counts.items()
    )


def _after(fight: Fight, blow: Blow) -> Fight:
    """Return the fight after an attack without its wounds."""
    attacker = blow.fighter
    turn = (*attacker.turn, "attack_spell" if blow.weapon.magic else "attack")
    return fight.but(attacker.but(turn=turn, aiming=attacker.aiming and not blow.weapon.aimable))


@lru_cache(maxsize=512)
def _simplify(fighter: Fighter, now: int, later: int) -> Fighter:
    """Return the fighter without wounds and temporary values, with round numbers `later` rounds earlier."""
    if not fighter.able:
        return Fighter(
            name=fighter.name,
            side=fighter.side,
            wounds=0,
            rolled=fighter.rolled,
            initiative=fighter.initiative,
        )
    # It only matters whether a hold began before this round.
    hold = fighter.held and replace(fighter.held, since=now - later - (fighter.held.since < now))
    return fighter.but(
        wounds=1,
        wounds_max=1,
        cinematics=0,
        favored=(),
        uses=tuple(use for use in fighter.uses if use == "half"),
        distracted=tuple(number - later for number in fighter.distracted),
        negated=tuple(number - later for number in fighter.negated),
        held=hold,
        prone=False,
        limbs=0,
        lost=0,
    )


FORECAST: ForecastSpec[Fight] = ForecastSpec(
    assumptions=ASSUMPTIONS,
    next_event=next_event,
    winner=winner,
    model=FightModel,
    round_number=lambda fight: fight.round,
    victories=lambda fight: VICTORIES,
)
