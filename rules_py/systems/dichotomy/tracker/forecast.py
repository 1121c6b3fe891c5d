"""The forecast of a fight: everyone's assumed actions, and a simplified model of the resulting fight."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction

from rules_py.dice.chances import to_weights
from rules_py.systems.dichotomy.injuries import InjuryState, next_step, tally
from rules_py.systems.dichotomy.tracker.actions import FIGHT_ACTIONS
from rules_py.systems.dichotomy.tracker.actions.attack import Blow, blows
from rules_py.systems.dichotomy.tracker.actions.base import Turn
from rules_py.systems.dichotomy.tracker.actions.move import walk, ways_of
from rules_py.systems.dichotomy.tracker.order import order_of
from rules_py.systems.dichotomy.tracker.shape import Effects, Fight, Fighter
from rules_py.systems.dichotomy.turns import TurnAction
from rules_py.tracker import EventData
from rules_py.tracker.forecast import ForecastSpec
from rules_py.tracker.skirmish import END_ROUND, victories, winner
from rules_py.tracker.tally_model import Plan, TallyModel, TallyState

ASSUMPTIONS = (
    "Assumes that everyone who can attack does so, against the foe they are most likely to take out or "
    "injure (if foes are tied, against the one they deal the most hits to). Anyone who can’t attack moves "
    "towards the nearest foe. No one defends, recovers, flees or uses an ability that needs a choice."
)
VICTORIES = victories(pc="good", npc="worst", nobody="bad")


def next_event(fight: Fight) -> EventData | None:
    """Return the next event, or None once a side has won.

    It is an attack or a Move of the first in the order who has one, or else the end of the round.
    """
    if winner(fight):
        return None
    for name in order_of(fight):
        turn = Turn(fight, fight[name], FIGHT_ACTIONS)
        if attacks := _attacks(turn):
            return max(attacks, key=_value).event
        if move := _approach(turn):
            return move
    return END_ROUND


def _attacks(turn: Turn) -> list[Blow]:
    """Return the attacks that are possible now. No one attacks twice in a round."""
    if not turn.fighter.able or _has_attacked(turn.fighter):
        return []
    return [blow for blow in blows(turn) if blow.check.legal]


def _has_attacked(fighter: Fighter) -> bool:
    return any(action.do == "attack" for action in fighter.turn)


def _value(blow: Blow) -> tuple[Fraction, Fraction]:
    """Return the chance to put the target out or a step further on its track, then the mean hits.

    Hits on a target whose next step is certain don't count: they would be lost.
    """
    return (blow.enough, blow.mean) if blow.hits_needed else (Fraction(), Fraction())


def _approach(turn: Turn) -> EventData | None:
    """Return the Move that leads nearest to a foe, or None if no Move leads nearer.

    Of Moves that lead equally near, the cheapest is chosen.
    """
    fight, fighter = turn.fight, turn.fighter
    foes = fight.foes_of(fighter)
    if not foes or _has_attacked(fighter):
        return None
    steps = _steps_to(fight, {foe.zone for foe in foes})
    here = steps.get(fighter.zone, 0)
    nearer = [
        (steps[path[-1]], cost, path)
        for path, cost in ways_of(turn).items()
        if steps.get(path[-1], here) < here
    ]
    if not nearer:
        return None
    *_, path = min(nearer, key=lambda option: option[:2])
    return walk(turn, path)


def _steps_to(fight: Fight, targets: set[str]) -> dict[str, int]:
    """Return the number of steps from each zone to the nearest of `targets`."""
    steps = dict.fromkeys(targets, 0)
    queue = [*targets]
    for zone in queue:
        for neighbour in fight.ground.adjacent_zones(zone):
            if neighbour not in steps:
                steps[neighbour] = steps[zone] + 1
                queue.append(neighbour)
    return steps


type Hits = int | tuple[int, int, bool, bool]
"""The hits left to a foe. Of a character: the hits carried, those taken this round, and the two marks."""

OUT: Hits = (0, 0, True, True)

ATTACKED = (TurnAction("attack"),)
"""A turn after any attack: which attack it was no longer matters."""


class FightModel(TallyModel[Fight, Fighter, Hits]):
    """A fight whose tallies are hits."""

    actions = FIGHT_ACTIONS

    def __init__(self, fight: Fight) -> None:
        self._tough = [fighter.fortitude for fighter in fight.fighters]
        self._step_hits = fight.rules.step_hits
        super().__init__(fight)

    def simplify(self, fight: Fight) -> Fight:
        fighters = tuple(map(_without_hits, fight.fighters))
        lasting = any(fighter.effects != Effects() or fighter.locked for fighter in fighters)
        return replace(fight, fighters=fighters, round=fight.round if lasting else 1)

    def key(self, fight: Fight) -> Hashable:
        # Everything else about a fighter never changes. Hashing less is faster.
        return fight.round, tuple(
            (
                fighter.zone,
                fighter.out,
                fighter.down,
                fighter.stepped,
                fighter.turn,
                fighter.effects,
                fighter.locked,
                fighter.came_from,
            )
            for fighter in fight.fighters
        )

    def tally_of(self, fighter: Fighter) -> Hits:
        if not fighter.pc:
            return fighter.hits
        _, needed = next_step(fighter.track, fighter.fortitude, self._step_hits)
        hits_taken = min(fighter.taken, max(0, needed - fighter.hits))
        return fighter.hits, hits_taken, fighter.injured, fighter.serious

    def plan(self, fight: Fight) -> Plan:
        for name in order_of(fight):
            turn = Turn(fight, fight[name], FIGHT_ACTIONS)
            if attacks := _attacks(turn):
                return self.attack_plan(
                    (blow.target.name, to_weights(blow.hits), _after(fight, blow)) for blow in attacks
                )
            if move := _approach(turn):
                return Plan(situation=self.number(FIGHT_ACTIONS.apply(fight, move).state))
        return Plan()

    def damage_left(self, index: int, tally: Hits) -> int:
        if isinstance(tally, int):
            return tally
        carried, hits_taken, injured, serious = tally
        track = InjuryState(carried, injured, serious)
        _, needed = next_step(track, self._tough[index], self._step_hits)
        return max(0, needed - carried - hits_taken)

    def with_damage(self, index: int, tally: Hits, damage: int) -> Hits:
        if isinstance(tally, int):
            return max(0, tally - damage)
        carried, hits_taken, injured, serious = tally
        # Hits beyond the next step are lost at the end of the round.
        return carried, hits_taken + min(damage, self.damage_left(index, tally)), injured, serious

    def without(self, fight: Fight, index: int) -> Fight:
        return fight.but(fight.fighters[index].but(out=True))

    def after_round(self, number: int, tallies: tuple[Hits, ...]) -> TallyState[Hits]:
        now = list(tallies)
        for index, (fighter, hits) in enumerate(zip(self.fight(number).fighters, tallies, strict=True)):
            if isinstance(hits, int) or fighter.out:
                continue
            carried, hits_taken, injured, serious = hits
            track, _ = tally(
                InjuryState(carried, injured, serious),
                hits_taken,
                fighter.fortitude,
                self._step_hits,
                stepped=fighter.stepped,
            )
            now[index] = OUT if track.out else (track.hits, 0, track.injured, track.serious)
            if track.out:
                number = self.after_fall(number, index)
        return self.next_round(number), tuple(now)


def _after(fight: Fight, blow: Blow) -> Fight:
    """Return the fight after an attack without its hits."""
    after: Fight = FIGHT_ACTIONS.apply(fight, {**blow.event, "dice": [1, 1]}).state
    return after.but(after[blow.target.name].but(out=False))


def _without_hits(fighter: Fighter) -> Fighter:
    """Return the fighter without anything that hits change, except whether they are out."""
    turn = ATTACKED if _has_attacked(fighter) else fighter.turn
    if not fighter.pc:
        return fighter.but(hits=1, turn=turn)
    return fighter.but(hits=0, taken=0, injured=False, serious=False, may_dive=False, turn=turn)


FORECAST: ForecastSpec[Fight] = ForecastSpec(
    assumptions=ASSUMPTIONS,
    next_event=next_event,
    winner=winner,
    model=FightModel,
    round_number=lambda fight: fight.round,
    victories=lambda fight: VICTORIES,
)
