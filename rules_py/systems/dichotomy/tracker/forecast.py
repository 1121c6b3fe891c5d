"""The forecast of a fight: what each goes on doing, and the fight that comes of it, as little of it as
matters.

`Going` looks at the same deeds that the desk plays with, but at each standing on the ground only once: how
often somebody was hit changes neither what they may do nor how well they do it, only whom it is best to hit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rules_py.dice.chances import to_weights
from rules_py.dice.counts import merge
from rules_py.systems.dichotomy.injuries import Track, next_step, tally
from rules_py.systems.dichotomy.tracker.actions import DEEDS
from rules_py.systems.dichotomy.tracker.actions.attack import Blow, blows
from rules_py.systems.dichotomy.tracker.actions.base import Turn
from rules_py.systems.dichotomy.tracker.actions.move import walk, ways_of
from rules_py.systems.dichotomy.tracker.shape import Effects, Fight, Fighter
from rules_py.systems.dichotomy.tracker.view import SIDES, order_of
from rules_py.systems.dichotomy.turns import Action
from rules_py.tracker import Event as PlainEvent
from rules_py.tracker.forecast import Forecast, Gone, Winner
from rules_py.tracker.model_helpers import Grounds, Option, but_one, weighed

AS_NOW = (
    "As now means: whoever can attack from where they stand does, the foe they are likeliest to put out or "
    "injure, and of several the one to whom they deal most hits. Whoever can’t goes towards the nearest foe. "
    "Nobody defends, recovers, flees, or uses an ability that wants a choice."
)
END: PlainEvent = {"do": "end_round"}


# what each goes on doing


def won(fight: Fight) -> str:
    """The side that stands alone."""
    standing = {each.side for each in fight.fighters if each.able}
    if len(standing) == 2:
        return ""
    return SIDES[next(iter(standing))] if standing else "nobody"


def deed(fight: Fight) -> PlainEvent | None:
    """What is done next: the first in the order who has something to do, does it."""
    if won(fight):
        return None
    for name in order_of(fight):
        turn = Turn(fight, fight[name], DEEDS)
        if attacks := _attacks(turn):
            return max(attacks, key=_worth).event
        if move := _approach(turn):
            return move
    return END


def _attacks(turn: Turn) -> list[Blow]:
    """The attacks that may be made now; nobody makes two in a round."""
    if not turn.fighter.able or _has_attacked(turn.fighter):
        return []
    return [each for each in blows(turn) if each.judged.legal]


def _has_attacked(fighter: Fighter) -> bool:
    return any(each.do == "attack" for each in fighter.turn)


def _worth(blow: Blow) -> tuple[Fraction, Fraction]:
    """How likely it is to put somebody out, or a step further on the track; then its hits on average. What
    hits somebody whose step is sure already is lost.
    """
    return (blow.enough, blow.mean) if blow.target.missing else (Fraction(), Fraction())


def _approach(turn: Turn) -> PlainEvent | None:
    """The Move that leads nearest to a foe, of equal ones the cheapest; none where nobody comes nearer."""
    fight, fighter = turn.fight, turn.fighter
    foes = fight.foes_of(fighter)
    if not foes or _has_attacked(fighter):
        return None
    far = _distances(fight, {each.zone for each in foes})
    here = far.get(fighter.zone, 0)
    nearer = [
        (far[way[-1]], cost, way) for way, cost in ways_of(turn).items() if far.get(way[-1], here) < here
    ]
    if not nearer:
        return None
    *_, way = min(nearer, key=lambda each: each[:2])
    return walk(turn, way)


def _distances(fight: Fight, zones: set[str]) -> dict[str, int]:
    """How many steps each zone is from the nearest of these."""
    found = dict.fromkeys(zones, 0)
    ahead = [*zones]
    for here in ahead:
        for there in fight.ground.around(here):
            if there not in found:
                found[there] = found[here] + 1
                ahead.append(there)
    return found


# the fight that comes of it

type Hits = int | tuple[int, int, bool, bool]
"""The hits left to a foe; of a character the hits carried and taken this round, and the two marks."""

type Standing = tuple[int, tuple[Hits, ...]]
"""A place of the course: the number of the ground as it stands, and everybody's hits."""

ATTACKED = (Action("attack"),)
"""A turn whose attack is made; which one no longer matters."""


@dataclass(frozen=True)
class Plan:
    """What is done next on some ground: one of these attacks, or a Move to this ground, or the round ends."""

    attacks: tuple[Option, ...] = ()
    move: int | None = None


class Going:
    """A fight as it goes on; a `Course`."""

    def __init__(self, fight: Fight) -> None:
        self.names = tuple(fight.names)
        self._pcs = tuple(each.pc for each in fight.fighters)
        self._tough = tuple(each.fortitude for each in fight.fighters)
        self._grounds = Grounds[Fight](
            key=lambda ground: (ground.round, tuple(map(_standing_of, ground.fighters))),
            won=won,
            out=lambda ground: (each.name for each in ground.fighters if not each.able),
        )
        self._plans: dict[int, Plan] = {}
        self._afterwards: dict[tuple[int, frozenset[str], bool], int] = {}
        self.start: Standing = self.read(fight)

    def read(self, fight: Fight) -> Standing:
        """Where a fight stands."""
        return self._ground(fight), tuple(map(_hits_of, fight.fighters))

    def won(self, place: Standing) -> str:
        return self._grounds.won(place[0])

    def out(self, place: Standing) -> Gone:
        return self._grounds.out(place[0])

    def ends_round(self, place: Standing) -> bool:
        plan = self._plan(place[0])
        return not plan.attacks and plan.move is None

    def ways(self, place: Standing) -> Mapping[Standing, int]:
        ground, hits = place
        plan = self._plan(ground)
        if plan.move is not None:
            return {(plan.move, hits): 1}
        if not plan.attacks:
            return {self._tallied(ground, hits): 1}
        best = max(plan.attacks, key=lambda each: self._worth(each, hits[each.target]))
        return merge((self._struck(best, hits, dealt), weight) for dealt, weight in best.harm)

    # hits

    def _worth(self, option: Option, hits: Hits) -> tuple[int, int]:
        missing = self._missing(option.target, hits)
        if not missing:
            return 0, 0
        return option.worth(missing)

    def _missing(self, which: int, hits: Hits) -> int:
        if isinstance(hits, int):
            return hits
        carried, taken, injured, serious = hits
        needed = next_step(Track(carried, injured, serious), self._tough[which])[1]
        return max(0, needed - carried - taken)

    def _struck(self, option: Option, hits: tuple[Hits, ...], dealt: int) -> Standing:
        before = hits[option.target]
        if isinstance(before, int):
            left = max(0, before - dealt)
            fallen = frozenset() if left else frozenset({self.names[option.target]})
            ground, now = self._afterward(option.after, fallen), left
            return ground, but_one(hits, option.target, now)
        carried, taken, injured, serious = before
        # what is beyond the next step is lost at the tally, so that it needn't be told apart
        more = min(dealt, self._missing(option.target, before))
        return option.after, but_one(hits, option.target, (carried, taken + more, injured, serious))

    def _tallied(self, ground: int, hits: tuple[Hits, ...]) -> Standing:
        now, fallen = list(hits), set()
        fight = self._grounds[ground]
        for which, each in enumerate(hits):
            fighter = fight.fighters[which]
            if isinstance(each, int) or fighter.out:
                continue
            carried, taken, injured, serious = each
            track, _ = tally(
                Track(carried, injured, serious), taken, self._tough[which], stepped=fighter.stepped
            )
            now[which] = (track.hits, 0, track.injured, track.serious)
            if track.out:
                now[which] = OUT
                fallen.add(fighter.name)
        return self._afterward(ground, frozenset(fallen), rested=True), tuple(now)

    # the ground

    def _plan(self, ground: int) -> Plan:
        if ground not in self._plans:
            self._plans[ground] = self._planned(self._grounds[ground])
        return self._plans[ground]

    def _planned(self, fight: Fight) -> Plan:
        """As `deed` has it, for any number of hits."""
        for name in order_of(fight):
            turn = Turn(fight, fight[name], DEEDS)
            if attacks := _attacks(turn):
                return Plan(attacks=tuple(self._options(fight, attacks)))
            if move := _approach(turn):
                return Plan(move=self._ground(DEEDS.apply(fight, move).state))
        return Plan()

    def _options(self, fight: Fight, attacks: list[Blow]) -> Iterator[Option]:
        def after(blow: Blow) -> int:
            ground: Fight = DEEDS.apply(fight, {**blow.event, "dice": [1, 1]}).state
            target = ground[blow.target.name]
            return self._ground(ground.but(target.but(out=False)))  # whatever ones would have come to

        return weighed(
            (self.names.index(each.target.name), dict(to_weights(each.hits)), after(each)) for each in attacks
        )

    def _afterward(self, ground: int, fallen: frozenset[str], *, rested: bool = False) -> int:
        """The ground once these have fallen on it, and the round is over."""
        if not (fallen or rested):
            return ground
        key = ground, fallen, rested
        if key not in self._afterwards:
            fight = self._grounds[ground]
            fight = fight.but(*(fight[name].but(out=True) for name in fallen))
            self._afterwards[key] = self._ground(DEEDS.apply(fight, END).state if rested else fight)
        return self._afterwards[key]

    def _ground(self, fight: Fight) -> int:
        """The number of the fight without its hits."""
        fighters = tuple(map(_unhurt, fight.fighters))
        lasting = any(each.effects != Effects() or each.locked for each in fighters)
        bare = replace(fight, fighters=fighters, round=fight.round if lasting else 1)
        return self._grounds.number(bare)


OUT: Hits = (0, 0, True, True)


def _hits_of(fighter: Fighter) -> Hits:
    if not fighter.pc:
        return fighter.hits
    needed = fighter.next_step[1]
    return fighter.hits, min(fighter.taken, max(0, needed - fighter.hits)), fighter.injured, fighter.serious


def _unhurt(fighter: Fighter) -> Fighter:
    """Somebody without anything that hits change, but whether they are out."""
    turn = ATTACKED if _has_attacked(fighter) else fighter.turn
    if not fighter.pc:
        return fighter.but(hits=1, turn=turn)
    return fighter.but(hits=0, taken=0, injured=False, serious=False, may_dive=False, turn=turn)


def _standing_of(fighter: Fighter) -> Any:
    return (
        fighter.zone,
        fighter.out,
        fighter.down,
        fighter.stepped,
        fighter.turn,
        fighter.effects,
        fighter.locked,
        fighter.came_from,
    )


WINNERS = {
    SIDES["pc"]: Winner(f"{SIDES['pc']} win", "good"),
    SIDES["npc"]: Winner(f"{SIDES['npc']} win", "worst"),
    "nobody": Winner("Nobody is left", "bad"),
}

FORECAST: Forecast[Fight] = Forecast(
    as_now=AS_NOW,
    deed=deed,
    won=won,
    course=Going,
    round=lambda fight: fight.round,
    sides=lambda fight: WINNERS,
)
