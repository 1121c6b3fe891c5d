"""The exact odds of a round of three sides, each challenging the side with the lowest roll.

The highest roll challenges the lowest, and their exchange ends in one of five ways. The side in the middle
then challenges the lower of the two, and the round is over. An exchange depends only on its first standing
roll, so that one sweep down the readings of the middle side covers every cast.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import gcd, lcm
from typing import NamedTuple

from rules_py.dice.incremental import Incremental, incremental_cache
from rules_py.systems.action_consequence.order import first_chances
from rules_py.systems.action_consequence.readings import Reading, RollDistribution, roll_distributions, trim
from rules_py.systems.action_consequence.sweep import ENDS, INTERACTIVE_DIGITS, A, B, Dice, all_standing_ends

SIDES = range(3)
StandingWeights = Mapping[Reading, Sequence[int]]
"""The weights of ENDS for each standing roll."""


class Exchange(NamedTuple):
    """An exchange: its opener, its answerer, and its end, one of `sweep.ENDS` with the opener as A."""

    challenger: int
    answerer: int
    end: str


ExchangePair = tuple[Exchange, Exchange]
"""The two exchanges of a round, in order."""


def next_answerers(first: Exchange) -> tuple[int, ...]:
    """Return the sides that the one in the middle may challenge after an exchange.

    First comes the lower roll, then the other one, in case the lower has given.
    """
    challenger, answerer, end = first
    if end == "a_doubles":
        return (challenger,)
    if end == "b_doubles":
        return (answerer,)
    if end == "tie":
        return (min(challenger, answerer),)
    return (answerer, challenger) if end == "b_short" else (challenger, answerer)


@incremental_cache(64)
def three_sided_ends(
    dice: tuple[Dice, ...], advantages: tuple[int, ...]
) -> Incremental[Mapping[ExchangePair, int]]:
    """Return the weight of each course of a round of three sides, from its cast. A-095 to A-099, R-27, R-29.

    A first exchange that ends short is followed by second exchanges for both answers, to hang in and to give,
    each with the full weight: only one of them applies. No one interferes or drops out, and of equal sides
    the first is challenged. `advantages` are the advantage dice of each side.

    Raises TooManyBranchesError if that takes too long.
    """
    rolls = roll_distributions(dice, advantages)
    standings: dict[tuple[int, int], StandingWeights] = {}
    wholes: dict[frozenset[int], int] = {}
    for one, other in combinations(SIDES, 2):
        ends = yield from all_standing_ends(
            (dice[one], dice[other]), (advantages[one], advantages[other]), INTERACTIVE_DIGITS
        )
        standings[one, other], standings[other, one] = ends.weights[A], _swap_sides(ends.weights[B])
        wholes[frozenset((one, other))] = ends.whole
    ties = _TieOrder(rolls)
    weights: dict[ExchangePair, int] = {}
    whole = lcm(*wholes.values())
    for challenger, middle, answerer in permutations(SIDES):
        ranking = _Ranking(rolls, dice, challenger, middle, answerer)
        first_results = ranking.first_exchange(standings[challenger, answerer], ties)
        first_factor = whole // wholes[frozenset((challenger, answerer))]
        for end in ENDS:
            first = Exchange(challenger, answerer, end)
            for other in next_answerers(first):
                factor = first_factor * (whole // wholes[frozenset((middle, other))])
                results = ranking.second_exchange(
                    first_results[end], standings[middle, other], len(dice[other])
                )
                for second_end, weight in zip(ENDS, results, strict=True):
                    if weight:
                        weights[first, Exchange(middle, other, second_end)] = weight * factor
        yield 0.0
    shared = gcd(*weights.values())
    return {exchanges: weight // shared for exchanges, weight in weights.items()}


_SWAPPED = [ENDS.index(end) for end in ("b_doubles", "a_doubles", "a_short", "b_short", "tie")]


def _swap_sides(standing: StandingWeights) -> StandingWeights:
    """Return the weights of B's standing rolls, with the challenger as A."""
    return {reading: [weights[at] for at in _SWAPPED] for reading, weights in standing.items()}


class _TieOrder:
    """The weights of each of two or three equal sides to go first, out of `whole`."""

    def __init__(self, rolls: Sequence[RollDistribution]) -> None:
        pairs = {pair: first_chances([rolls[at] for at in pair])[0] for pair in permutations(SIDES, 2)}
        three = first_chances(rolls)
        self.whole = lcm(*(chance.denominator for chance in (*pairs.values(), *three)))
        self.two = {pair: int(chance * self.whole) for pair, chance in pairs.items()}
        self.three = [int(chance * self.whole) for chance in three]


@dataclass(frozen=True)
class _Ranking:
    """Three rolls in order: the highest challenges the lowest, with one in the middle."""

    rolls: Sequence[RollDistribution]
    dice: Sequence[Dice]
    challenger: int
    middle: int
    answerer: int

    def first_exchange(
        self, standing: StandingWeights, ties: _TieOrder
    ) -> dict[str, list[tuple[Reading, int]]]:
        """Return for each end of the first exchange the weight of each roll of the middle side."""
        highest, middle, lowest = (self.rolls[at] for at in (self.challenger, self.middle, self.answerer))
        named = self.answerer < self.middle  # the side that is challenged if the two are equal
        results: dict[str, list[tuple[Reading, int]]] = {end: [] for end in ENDS}
        above = [0] * len(ENDS)
        left = lowest.total
        for reading in sorted({*highest.weights, *middle.weights, *lowest.weights}, reverse=True):
            equal = lowest.weights.get(reading, 0)
            left -= equal
            mine = highest.weights.get(reading, 0)
            here = standing[trim(reading, len(self.dice[self.answerer]))] if mine else [0] * len(ENDS)
            if weight := middle.weights.get(reading, 0):
                under = (left + equal * named) * ties.whole
                tied = left * ties.two[self.challenger, self.middle]
                tied += equal * named * ties.three[self.challenger]
                for at, end in enumerate(ENDS):
                    results[end].append((reading, weight * (under * above[at] + mine * tied * here[at])))
            above = [total + mine * result for total, result in zip(above, here, strict=True)]
        return results

    def second_exchange(
        self, first_results: Sequence[tuple[Reading, int]], standing: StandingWeights, against: int
    ) -> Iterator[int]:
        """Yield the weight of each of ENDS for the second exchange."""
        rows = [(weight, standing[trim(reading, against)]) for reading, weight in first_results if weight]
        for at in range(len(ENDS)):
            yield sum(weight * ends[at] for weight, ends in rows)
