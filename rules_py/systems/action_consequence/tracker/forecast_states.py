"""The states of the forecast model: each side between rounds, and its rolls within one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules_py.systems.action_consequence.readings import Reading
from rules_py.systems.action_consequence.round_results import BetweenRounds
from rules_py.systems.action_consequence.sweep import NOBODY, A
from rules_py.tracker.forecast import Branches


class SideState(NamedTuple):
    """One side between two rounds.

    held   whether it holds the advantage
    short  how often it has hung in, counted only for a side that gives at some time
    out    why it is out, "" if it isn't
    """

    held: int = 0
    short: int = 0
    out: str = ""


class Roll(NamedTuple):
    """One side within a round.

    held    the advantage dice it adds
    read    its reading, None before it rolls
    gained  1 if it has the advantage of the next round
    free    whether it has neither challenged nor answered
    here    whether it takes part in this round
    order   the rolls for its turn. R-27
    """

    held: int
    read: Reading | None
    short: int
    gained: int = 0
    free: bool = True
    here: bool = True
    out: str = ""
    order: tuple[Reading, ...] = ()


SideStates = tuple[SideState, ...]
"""The state of a conflict between two rounds."""


class WithinRound(NamedTuple):
    """The state within a round.

    `met` are the challenger and the side that is to answer. It is None while someone is still to cast, if
    several are equal, and at the end of the round.
    """

    rolls: tuple[Roll, ...]
    pair: tuple[int, int] | None = None


State = SideStates | WithinRound
Transitions = Mapping[State, int] | Branches[State]


def side_states(place: State) -> Sequence[SideState | Roll]:
    return place.rolls if isinstance(place, WithinRound) else place


def start_round(states: SideStates) -> tuple[Roll, ...]:
    """Return the rolls of a new round."""
    return tuple(Roll(held=each.held, read=None, short=each.short, out=each.out) for each in states)


def end_round(rolls: tuple[Roll, ...]) -> SideStates:
    """Return the state after a round. Sides that are out keep nothing else."""
    return tuple(
        SideState(out=each.out) if each.out else SideState(each.gained, each.short) for each in rolls
    )


def replace_roll(rolls: tuple[Roll, ...], at: int, **changes: Any) -> tuple[Roll, ...]:
    return (*rolls[:at], rolls[at]._replace(**changes), *rolls[at + 1 :])


def between(rolls: tuple[Roll, ...], one: int, other: int, state: BetweenRounds) -> tuple[Roll, ...]:
    """Return the rolls updated with the state between rounds of two sides, as A and B."""
    rolls = replace_roll(replace_roll(rolls, one, short=state.short_a), other, short=state.short_b)
    return (
        rolls
        if state.holder == NOBODY
        else replace_roll(rolls, one if state.holder == A else other, gained=1)
    )


def use_turns(rolls: tuple[Roll, ...], challenger: int, answerer: int) -> tuple[Roll, ...]:
    """Mark that neither side has a turn of its own left in this round. A-102."""
    return replace_roll(replace_roll(rolls, challenger, free=False), answerer, free=False)


def sides_in_round(rolls: tuple[Roll, ...]) -> list[int]:
    return [at for at, each in enumerate(rolls) if each.here and not each.out]


def next_challengers(rolls: tuple[Roll, ...]) -> list[int]:
    """Return the highest sides that have neither challenged nor answered.

    There are several if all their rolls are equal. R-27, R-29.
    """
    here = sides_in_round(rolls)
    free = [at for at in here if rolls[at].free]
    if not free or len(here) < 2:
        return []

    def order_key(at: int) -> tuple[Reading, tuple[Reading, ...]]:
        return rolls[at].read or (), rolls[at].order

    best = max(map(order_key, free))
    return [at for at in free if order_key(at) == best]
