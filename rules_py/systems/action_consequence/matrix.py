"""The opposed rolls of all dice pairs beside each other, and what can be read off them.

The matrix is worked out once: nothing in it depends on who asks. What is read off it are the conclusions of
the book: which stats the largest die doesn't decide between, what giving at once costs, what an advantage is
worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement

from rules_py.systems.action_consequence.outlook import conflict
from rules_py.systems.action_consequence.round_results import BetweenRounds, Limits
from rules_py.systems.action_consequence.sizes import SIZES
from rules_py.systems.action_consequence.sweep import HELD, NOBODY, A, round_ends

Dice = tuple[int, ...]

STATS: tuple[Dice, ...] = tuple(
    tuple(sorted(dice, reverse=True))
    for number in (1, 2)
    for dice in combinations_with_replacement(sorted(SIZES, reverse=True), number)
)
"""Every stat that has a die: one die, then two, from the largest to the smallest. R-32."""


_WINS: dict[tuple[Dice, Dice], Fraction] = {}
"""What is known of it. It goes into the engine's picture, as caches don't: nobody counts it twice."""


def wins(dice: Dice, opponent: Dice) -> Fraction:
    """The chance to win a whole conflict in which both hang in."""
    if STATS.index(opponent) < STATS.index(dice):  # what the other loses
        return 1 - wins(opponent, dice)
    if (dice, opponent) not in _WINS:
        _WINS[dice, opponent] = conflict(dice, opponent).between().wins(A)
    return _WINS[dice, opponent]


@cache
def matrix() -> dict[Dice, dict[Dice, Fraction]]:
    """For every stat, its chance to win against every other, both hanging in."""
    return {mine: {other: wins(mine, other) for other in STATS} for mine in STATS}


@dataclass(frozen=True)
class Upset:
    """A stat that beats one with a larger die."""

    dice: Dice
    beats: Dice
    wins: Fraction


def upsets(stats: Sequence[Dice] = STATS) -> list[Upset]:
    """Where the largest die doesn't decide: every pair in which the one with the smaller largest die wins
    more often. None of them would mean that it always does.
    """
    return list(_upsets(stats))


def every_pair(stats: Sequence[Dice] = STATS) -> Iterator[tuple[Dice, Dice]]:
    """Every two different stats, once."""
    return combinations(stats, 2)


def _upsets(stats: Sequence[Dice]) -> Iterator[Upset]:
    for one, other in every_pair(stats):
        if one[0] == other[0]:
            continue
        smaller, larger = sorted((one, other))
        chance = wins(smaller, larger)
        if chance > Fraction(1, 2):
            yield Upset(smaller, larger, chance)


@dataclass(frozen=True)
class GivingAtOnce:
    """What it changes to give at the first short answer, against one who always hangs in."""

    wins_hanging_in: Fraction
    wins_giving: Fraction
    doubled_hanging_in: Fraction
    doubled_giving: Fraction


@cache
def giving_at_once(dice: Dice, opponent: Dice) -> GivingAtOnce:
    """What giving at once costs in victories, and what it saves in injuries."""
    hangs_in = conflict(dice, opponent).between()
    gives = conflict(dice, opponent, Limits(1, None)).between()
    return GivingAtOnce(hangs_in.wins(A), gives.wins(A), hangs_in.doubled(A), gives.doubled(A))


@dataclass(frozen=True)
class Worth:
    """What the advantage does in a round: the chances to double and to be doubled, without it and with it."""

    doubles: Fraction
    doubles_with: Fraction
    doubled: Fraction
    doubled_with: Fraction


@cache
def advantage_worth(dice: Dice, opponent: Dice) -> Worth:
    """What an advantage is worth in the round in which it is held."""
    without, holding = (round_ends(dice, opponent, HELD[holder]).chances for holder in (NOBODY, A))
    return Worth(without["a_doubles"], holding["a_doubles"], without["b_doubles"], holding["b_doubles"])


def wins_with_advantage(dice: Dice, opponent: Dice) -> Fraction:
    """The chance to win a whole conflict that begins with the advantage."""
    return conflict(dice, opponent).between(BetweenRounds(A)).wins(A)
