"""Conclusions of the book: every stat against every other, giving at once, and the advantage."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from typing import Any

from rules_py.systems.action_consequence.outlook import solve_conflict
from rules_py.systems.action_consequence.round_results import BetweenRounds, Limits
from rules_py.systems.action_consequence.sizes import SIZES
from rules_py.systems.action_consequence.sweep import HOLDER_ADVANTAGES, NOBODY, A, Dice, round_ends

STATS: tuple[Dice, ...] = tuple(
    tuple(sorted(dice, reverse=True))
    for number in (1, 2)
    for dice in combinations_with_replacement(sorted(SIZES, reverse=True), number)
)
"""Every stat with dice: one die, then two, from the largest to the smallest. R-32."""

_WINS: dict[tuple[Dice, Dice], Fraction] = {}
"""A cache of `wins`. Unlike the caches of functions, it is part of the engine's memory snapshot."""


def wins(dice: Dice, opponent: Dice) -> Fraction:
    """Return the chance to win a whole conflict in which both sides hang in."""
    if STATS.index(opponent) < STATS.index(dice):  # the chance of the other side to lose
        return 1 - wins(opponent, dice)
    if (dice, opponent) not in _WINS:
        _WINS[dice, opponent] = solve_conflict(dice, opponent).before_round().wins(A)
    return _WINS[dice, opponent]


def matchups(*, dice: Sequence[int]) -> dict[str, Any]:
    """Return the chance of a stat to win against every stat."""
    mine = tuple(sorted(dice, reverse=True))
    return {"rows": [{"opponent": list(other), "wins": wins(mine, other)} for other in STATS]}


def largest_die() -> dict[str, Any]:
    """Return every pair of stats in which the one with the smaller largest die wins more often."""
    pairs = [sorted(pair) for pair in combinations(STATS, 2) if pair[0][0] != pair[1][0]]
    chances = [(smaller, larger, wins(smaller, larger)) for smaller, larger in pairs]
    return {
        "pairs": len(pairs),
        "upsets": [
            {"dice": list(smaller), "beats": list(larger), "wins": chance}
            for smaller, larger, chance in chances
            if chance > Fraction(1, 2)
        ],
    }


def giving_at_once(*, dice_a: Sequence[int], dice_b: Sequence[int]) -> dict[str, Fraction]:
    """Compare always hanging in with giving at the first short answer, against a side that hangs in."""
    a, b = tuple(dice_a), tuple(dice_b)
    hangs_in, gives = (solve_conflict(a, b, limits).before_round() for limits in (Limits(), Limits(1, None)))
    return {
        "wins_hanging_in": hangs_in.wins(A),
        "wins_giving": gives.wins(A),
        "doubled_hanging_in": hangs_in.doubled_chance(A),
        "doubled_giving": gives.doubled_chance(A),
    }


def advantage_worth(*, dice_a: Sequence[int], dice_b: Sequence[int]) -> dict[str, Fraction]:
    """Compare a round, and the whole conflict from there, without and with the advantage."""
    a, b = tuple(dice_a), tuple(dice_b)
    without, holding = (round_ends(a, b, HOLDER_ADVANTAGES[holder]).chances for holder in (NOBODY, A))
    return {
        "doubles": without["a_doubles"],
        "doubles_with": holding["a_doubles"],
        "doubled": without["b_doubles"],
        "doubled_with": holding["b_doubles"],
        "wins": wins(tuple(sorted(a, reverse=True)), tuple(sorted(b, reverse=True))),
        "wins_with": solve_conflict(a, b).before_round(BetweenRounds(A)).wins(A),
    }
