"""The result of a round: the next round, or the end of the conflict."""

from __future__ import annotations

from typing import NamedTuple

from rules_py.systems.action_consequence.readings import DOUBLED, SHORT, TIE
from rules_py.systems.action_consequence.sweep import NOBODY, OTHER, A, B

DOUBLING, GIVING = "doubling", "giving"


class Limits(NamedTuple):
    """The short answer at which each side gives. A side without a limit always hangs in. R-11."""

    a: int | None = None
    b: int | None = None


class BetweenRounds(NamedTuple):
    """The state of a conflict between two rounds.

    holder            the side with the advantage
    short_a, short_b  how often each side has hung in
    """

    holder: str = NOBODY
    short_a: int = 0
    short_b: int = 0


class Win(NamedTuple):
    """The winner of a conflict, and whether by doubling or because the other side gave."""

    winner: str
    how: str


def gives(limit: int | None, short: int) -> bool:
    """Return whether a side that has hung in `short` times gives at its next short answer. R-11."""
    return limit is not None and short + 1 >= limit


def round_end(relation: str, challenger: str) -> str:
    """Return which of `sweep.ENDS` an answer of this relation, which isn't higher, leads to. R-10."""
    return {TIE: "tie", SHORT: f"{OTHER[challenger]}_short", DOUBLED: f"{challenger}_doubles"}[relation]


def after_round(limits: Limits, state: BetweenRounds, end: str) -> BetweenRounds | Win:
    """Return the next state of a conflict, or its winner, after a round that ended with `end`. R-8, R-9,
    R-11.

    Only the counts of `state`, from before the round, are used.
    """
    side, _, event = end.partition("_")
    if event == "doubles":
        return Win(side, DOUBLING)
    if end == "tie":
        return state._replace(holder=NOBODY)
    limit, short = (limits.a, state.short_a) if side == A else (limits.b, state.short_b)
    return Win(OTHER[side], GIVING) if gives(limit, short) else hang_in(limits, state, side)


def hang_in(limits: Limits, state: BetweenRounds, side: str) -> BetweenRounds:
    """Return the state after a side hangs in: the other side has the advantage. R-9.

    The count of a side without a limit doesn't change, so that the number of states is finite.
    """
    short_a = state.short_a + (side == A and limits.a is not None)
    short_b = state.short_b + (side == B and limits.b is not None)
    return BetweenRounds(OTHER[side], short_a, short_b)
