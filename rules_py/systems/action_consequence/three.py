"""A round of three sides worked out exactly, each challenging whoever shows least.

The highest challenges the lowest, and their exchange ends in one of five ways; the one in the middle then
challenges whichever of the two shows less, and the round is over. An exchange depends on the roll that it
begins with alone, so that one sweep down the readings of the middle counts every cast there may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import gcd, lcm
from typing import NamedTuple

from rules_py.dice.incremental import Incremental, incremental_cache
from rules_py.systems.action_consequence.order import firsts
from rules_py.systems.action_consequence.readings import Law, Reading, compared, laws
from rules_py.systems.action_consequence.sweep import ENDS, SOON, A, B, Standings, every_standing

SIDES = range(3)


class Met(NamedTuple):
    """An exchange: who opened it, with whom, and one of `sweep.ENDS`, its opener being A there."""

    challenger: int
    answerer: int
    end: str


Course = tuple[Met, Met]
"""The two exchanges of a round, in order."""


@dataclass(frozen=True)
class ThreeEnds:
    """How a round of three may go: the weight of each course, out of those of its first exchange.

    The second exchange of a course holds if the first one leaves its answerer in the conflict; one who shows
    less may have given. So of a first exchange that ends short both are told, each out of the same.
    """

    weights: Mapping[Course, int]


def less_shown(first: Met) -> tuple[int, ...]:
    """Whom the one in the middle may come to challenge, the likelier first: who shows less, or the other
    where that one is out.
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
def counting_three(dice: tuple[tuple[int, ...], ...], held: tuple[int, ...]) -> Incremental[ThreeEnds]:
    """How a round of three sides may go, from its cast. A-095 to A-099, R-27, R-29.

    `dice` are their sizes, `held` how many advantage dice each adds. Nobody interferes or drops out, and of
    equals the first is challenged. Raises TooManyBranchesError where that would take too long.
    """
    rolls = laws(dice, held)
    standings: dict[tuple[int, int], Mapping[Reading, Sequence[int]]] = {}
    wholes: dict[frozenset[int], int] = {}
    for one, other in combinations(SIDES, 2):
        found: Standings = yield from every_standing(dice[one], dice[other], (held[one], held[other]), SOON)
        standings[one, other], standings[other, one] = found.of[A], _turned(found.of[B])
        wholes[frozenset((one, other))] = found.whole
    equals = _Firsts(rolls)
    weights: dict[Course, int] = {}
    every = lcm(*wholes.values())
    for challenger, middle, answerer in permutations(SIDES):
        laid = _Laid(rolls, dice, challenger, middle, answerer)
        opened = laid.opened(standings[challenger, answerer], equals)
        first_whole = wholes[frozenset((challenger, answerer))]
        for end in ENDS:
            first = Met(challenger, answerer, end)
            for on in less_shown(first):
                second_whole = wholes[frozenset((middle, on))]
                factor = (every // first_whole) * (every // second_whole)
                ends = laid.second(opened[end], standings[middle, on], len(dice[on]))
                for second_end, ways in zip(ENDS, ends, strict=True):
                    if ways:
                        weights[first, Met(middle, on, second_end)] = ways * factor
        yield 0.0
    shared = gcd(*weights.values())
    return ThreeEnds({course: ways // shared for course, ways in weights.items()})


_OF_THE_OTHER = [ENDS.index(each) for each in ("b_doubles", "a_doubles", "a_short", "b_short", "tie")]


def _turned(standing: Mapping[Reading, Sequence[int]]) -> Mapping[Reading, Sequence[int]]:
    """The same with the challenger called A."""
    return {read: [ends[at] for at in _OF_THE_OTHER] for read, ends in standing.items()}


class _Firsts:
    """Who is first of two or of all three that are equal in all they threw, in ways out of `whole`."""

    def __init__(self, laws: Sequence[Law]) -> None:
        pairs = {(one, other): firsts([laws[one], laws[other]])[0] for one, other in permutations(SIDES, 2)}
        three = firsts(laws)
        self.whole = lcm(*(each.denominator for each in (*pairs.values(), *three)))
        self.two = {pair: int(chance * self.whole) for pair, chance in pairs.items()}
        self.three = [int(chance * self.whole) for chance in three]


@dataclass(frozen=True)
class _Laid:
    """Three rolls of which one is highest and challenges the lowest, one in the middle."""

    laws: Sequence[Law]
    dice: Sequence[tuple[int, ...]]
    challenger: int
    middle: int
    answerer: int

    def opened(
        self, standing: Mapping[Reading, Sequence[int]], equals: _Firsts
    ) -> dict[str, list[tuple[Reading, int]]]:
        """For each end of the first exchange and each roll of the one in the middle, in how many ways both
        come about.
        """
        highest, middle, lowest = (self.laws[each] for each in (self.challenger, self.middle, self.answerer))
        named = self.answerer < self.middle  # who is challenged, where the two are equal
        found: dict[str, list[tuple[Reading, int]]] = {end: [] for end in ENDS}
        above = [0] * len(ENDS)
        left = lowest.total
        for read in sorted({*highest.ways, *middle.ways, *lowest.ways}, reverse=True):
            equal = lowest.ways.get(read, 0)
            left -= equal
            mine = highest.ways.get(read, 0)
            here = standing[compared(read, len(self.dice[self.answerer]))] if mine else [0] * len(ENDS)
            if ways := middle.ways.get(read, 0):
                under = (left + equal * named) * equals.whole
                tied = left * equals.two[self.challenger, self.middle]
                tied += equal * named * equals.three[self.challenger]
                for at, end in enumerate(ENDS):
                    found[end].append((read, ways * (under * above[at] + mine * tied * here[at])))
            above = [so_far + mine * each for so_far, each in zip(above, here, strict=True)]
        return found

    def second(
        self, opened: Sequence[tuple[Reading, int]], standing: Mapping[Reading, Sequence[int]], against: int
    ) -> Iterator[int]:
        """In how many ways the second exchange then ends, by `ENDS`."""
        rows = [(ways, standing[compared(read, against)]) for read, ways in opened if ways]
        for at in range(len(ENDS)):
            yield sum(ways * ends[at] for ways, ends in rows)
