"""The forecast of a fight: what each goes on doing, and the fight that comes of it, as little of it as
matters.

`Going` looks at the very deeds that the tracker plays with, but at each way the fighters may stand only once:
how many wounds somebody has left changes neither what they may do nor how well they do it, only whom it is
best to strike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from rules_py.dice.counts import merge
from rules_py.dice.enumerate_branches import expand
from rules_py.systems.two_d6.tracker.actions import DEEDS
from rules_py.systems.two_d6.tracker.actions.base import let_go
from rules_py.systems.two_d6.tracker.actions.blows import Blow
from rules_py.systems.two_d6.tracker.matchup import due_again
from rules_py.systems.two_d6.tracker.order import acts, order_of
from rules_py.systems.two_d6.tracker.shape import Fight, Fighter
from rules_py.systems.two_d6.tracker.view import SIDES, allowed, won
from rules_py.tracker import Event as PlainEvent
from rules_py.tracker.forecast import Forecast, Gone, Winner
from rules_py.tracker.model_helpers import Grounds, Option, but_one, weighed

AS_NOW = (
    "As now means: everybody is in reach, and attacks the foe they are likeliest to bring to 0, of several "
    "the one to whom they deal most wounds. Armour’s second throw is taken, and the most wounds are dealt. "
    "Nobody aims, grapples, flees, yields, casts other spells, or uses a cinematic or Favored Enemy. Before "
    "initiative is rolled, the higher score goes first."
)
END: PlainEvent = {"do": "end_round"}


# what each goes on doing


def deed(fight: Fight) -> PlainEvent | None:
    """What is done next: the first in the order who can still attack, does."""
    if waiting := _finishing(fight):
        return waiting
    if won(fight):
        return None
    for name in order_of(fight):
        if found := _attacks(fight, fight[name]):
            return _attack(max(found, key=_worth))
    return END


def _finishing(fight: Fight) -> PlainEvent | None:
    """What ends a roll that waits: the plainest answer, without a cinematic."""
    for each in fight.fighters:
        if each.dying:
            return {"do": "die" if each.dying == "failed" else "death_check", "who": each.name}
    roll = fight.roll
    if roll is None and fight.spread:
        return {"do": "defend", "who": fight.spread.on[0]}
    if roll is None and fight.cast:
        return {"do": "cast_fails", "who": fight.cast.who}
    if roll is None:
        return None
    if roll.wounds is not None:
        return {"do": "suffer", "who": roll.on}
    if "armour" in due_again(fight, roll):
        return {"do": "reroll", "by": "armour"}
    for do in ("settle", "leave"):
        if offered := tuple(DEEDS[do].offers(fight, "")):
            return offered[0].event
    return {"do": "leave"}


def _attacks(fight: Fight, fighter: Fighter) -> list[Blow]:
    """The attacks they may make now."""
    if fighter.passed or not acts(fight, fighter):
        return []
    turn = fight.turn_of(fighter)
    fits = {
        False: not turn.refusal("attack"),
        True: not turn.refusal("attack_spell") and fight.round not in fighter.negated,
    }
    found = allowed(fight, fighter) if any(fits.values()) else ()
    return [each for each in found if each.weapon.wounds and fits[each.weapon.magic]]


def _worth(blow: Blow) -> tuple[Any, Any]:
    return blow.enough, blow.met.mean


def _attack(blow: Blow) -> PlainEvent:
    return {
        "do": "attack",
        "who": blow.fighter.name,
        "on": blow.target.name,
        "with": blow.weapon.name,
        "way": blow.way,
        "straight": True,
    }


# the fight that comes of it

type Standing = tuple[int, tuple[int, ...]]
"""A place of the course: the number of the ground as it stands, and everybody's wounds."""


@dataclass(frozen=True)
class Plan:
    """What is done next on some ground: one of these attacks, or the round ends on that ground."""

    attacks: tuple[Option, ...] = ()
    ended: int = -1


class Going:
    """A fight as it goes on; a `Course`."""

    def __init__(self, fight: Fight) -> None:
        self.names = tuple(fight.names)
        self._grounds = Grounds[Fight](
            key=lambda ground: ground,
            won=lambda ground: "" if _finishing(ground) else won(ground),
            out=lambda ground: (each.name for each in ground.fighters if not each.able),
        )
        self._answers: dict[int, PlainEvent | None] = {}
        self._plans: dict[int, Plan] = {}
        self._without: dict[tuple[int, int], int] = {}
        self.start: Standing = self.read(fight)

    def read(self, fight: Fight) -> Standing:
        """Where a fight stands. One whose roll is not finished is ground of its own."""
        wounds = tuple(each.wounds if each.able else 0 for each in fight.fighters)
        return self._ground(fight if _finishing(fight) else _plain(fight)), wounds

    def won(self, place: Standing) -> str:
        return self._grounds.won(place[0])

    def out(self, place: Standing) -> Gone:
        return self._grounds.out(place[0])

    def ends_round(self, place: Standing) -> bool:
        return not self._answers[place[0]] and self._plan(place[0]).ended >= 0

    def ways(self, place: Standing) -> Mapping[Standing, int]:
        ground, wounds = place
        if event := self._answers[ground]:
            return self._finished(self._grounds[ground], event)
        plan = self._plan(ground)
        if plan.ended >= 0:
            return {(plan.ended, wounds): 1}
        best = max(plan.attacks, key=lambda each: each.worth(wounds[each.target]))
        return merge((self._struck(best, wounds, dealt), weight) for dealt, weight in best.harm)

    def _struck(self, attack: Option, wounds: tuple[int, ...], dealt: int) -> Standing:
        """Where it stands once an attack has dealt so many wounds."""
        left = max(0, wounds[attack.target] - dealt)
        after = attack.after if left else self._fallen(attack.after, attack.target)
        return after, but_one(wounds, attack.target, left)

    def _finished(self, fight: Fight, event: PlainEvent) -> Mapping[Standing, int]:
        """Where the answer to a roll that waits may lead, every face of its dice in turn."""
        answer, _, read = DEEDS.read(fight, event)

        def reached(dice: Any) -> Standing:
            return self.read(answer.done(fight, read, dice)[0])

        counts: Mapping[Standing, int] = expand(reached)[0]
        return counts

    # the ground

    def _ground(self, fight: Fight) -> int:
        number = self._grounds.number(fight)
        if number not in self._answers:
            self._answers[number] = _finishing(fight)
        return number

    def _plan(self, ground: int) -> Plan:
        if ground not in self._plans:
            self._plans[ground] = self._planned(self._grounds[ground])
        return self._plans[ground]

    def _planned(self, fight: Fight) -> Plan:
        """As `deed` has it, for any number of wounds."""
        for name in order_of(fight):
            if found := _attacks(fight, fight[name]):
                return Plan(tuple(self._options(fight, found)))
        return Plan(ended=self._ground(_plain(DEEDS.apply(fight, END).state)))

    def _options(self, fight: Fight, attacks: list[Blow]) -> Iterator[Option]:
        def after(blow: Blow) -> int:
            attacker, magic = blow.fighter, blow.weapon.magic
            turn = (*attacker.turn, "attack_spell" if magic else "attack")
            aiming = attacker.aiming and not blow.weapon.aimable
            return self._ground(_plain(fight.but(attacker.but(turn=turn, aiming=aiming))))

        return weighed(
            (self.names.index(each.target.name), _by_wounds(each), after(each)) for each in attacks
        )

    def _fallen(self, ground: int, which: int) -> int:
        """The ground after somebody on it fell."""
        if (ground, which) not in self._without:
            fight = self._grounds[ground]
            fallen = fight.fighters[which].but(wounds=0)
            self._without[ground, which] = self._ground(_plain(let_go(fight.but(fallen))))
        return self._without[ground, which]


def _by_wounds(blow: Blow) -> dict[int, int]:
    """How often an attack deals so many wounds; a spell that failed deals none."""
    return merge((result if isinstance(result, int) else 0, ways) for result, ways in blow.met.counts.items())


def _plain(fight: Fight) -> Fight:
    """The fight with nothing that doesn't matter to how it goes on: one later round is like another."""
    later = fight.round - min(fight.round, 1)
    return Fight(fight.round - later, tuple(_resting(each, fight.round, later) for each in fight.fighters))


@lru_cache(maxsize=512)
def _resting(fighter: Fighter, now: int, later: int) -> Fighter:
    """Somebody without what is counted elsewhere, or passes; rounds are told as if it began now."""
    if not fighter.able:
        return Fighter(
            name=fighter.name,
            side=fighter.side,
            wounds=0,
            rolled=fighter.rolled,
            initiative=fighter.initiative,
        )
    # of a hold it matters only whether it was there before this round
    held = fighter.held and replace(fighter.held, since=now - later - (fighter.held.since < now))
    return fighter.but(
        wounds=1,
        wounds_max=1,
        cinematics=0,
        favored=(),
        uses=tuple(each for each in fighter.uses if each == "half"),
        distracted=tuple(each - later for each in fighter.distracted),
        negated=tuple(each - later for each in fighter.negated),
        held=held,
        prone=False,
        limbs=0,
        lost=0,
    )


WINNERS = {
    SIDES["pc"]: Winner(f"{SIDES['pc']} win", "good"),
    "nobody": Winner("Nobody is left", "mixed"),
    SIDES["npc"]: Winner(f"{SIDES['npc']} win", "bad"),
}

FORECAST: Forecast[Fight] = Forecast(
    as_now=AS_NOW,
    deed=deed,
    won=won,
    course=Going,
    round=lambda fight: fight.round,
    sides=lambda fight: WINNERS,
)
