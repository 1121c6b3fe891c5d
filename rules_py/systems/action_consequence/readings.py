"""A throw put in order, and how two of them compare: only the high die counts, the others break ties."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import prod

from rules_py.dice.counts import merge, sum_of

Reading = tuple[int, ...]
"""The high die with its advantage, then the other dice downward. No dice read as nothing at all, which is
less than any die: places that are missing count as 0. R-2, R-3, R-14.
"""

ADVANTAGE = 6
"""An advantage die is a d6. A-078."""

HIGHER, TIE, SHORT, DOUBLED = "higher", "tie", "more_than_half", "half_or_less"


def reading(dice: Iterable[int], advantage: Iterable[int] = ()) -> Reading:
    """Faces in order, what the advantage dice show added to the high one. A-012, A-080.

    Without dice there is nothing that an advantage could be added to. R-14.
    """
    ordered = sorted(dice, reverse=True)
    return (ordered[0] + sum(advantage), *ordered[1:]) if ordered else ()


def raised(read: Reading, by: int) -> Reading:
    """A reading with so much more of advantage. R-14, R-23."""
    return (read[0] + by, *read[1:]) if read else ()


def high(read: Reading) -> int:
    """What the high die counts, its advantage included; 0 of no dice."""
    return read[0] if read else 0


def relation(standing: Reading, answer: Reading) -> str:
    """How an answer stands to the challenge: `higher`, `tie`, `more_than_half` or `half_or_less`. R-4."""
    if answer > standing:
        return HIGHER
    if answer == standing:
        return TIE
    return DOUBLED if 2 * high(answer) <= high(standing) else SHORT


@dataclass(frozen=True)
class Law:
    """How often some dice come to each reading: `ways` out of `total`, `halves[h]` of them with a high die
    of `h` or less.
    """

    ways: Mapping[Reading, int]
    total: int
    halves: tuple[int, ...]

    def at_most(self, highest: int) -> int:
        """In how many ways the high die counts so much or less."""
        return self.halves[min(highest, len(self.halves) - 1)]

    def below(self, read: Reading) -> int:
        """In how many ways the dice read less."""
        rising, sums = self._rising
        return sums[bisect_left(rising, read)]

    @cached_property
    def _rising(self) -> tuple[list[Reading], list[int]]:
        """The readings from the lowest on, and in how many ways the dice read less than each."""
        rising = sorted(self.ways)
        return rising, [0, *accumulate(self.ways[each] for each in rising)]


def compared(read: Reading, against: int) -> Reading:
    """As much of a reading as a comparison with so many dice can ask for.

    Whoever has dice left over wins a tie by them, whatever they show. R-3.
    """
    places = max(against, 1)
    return read if len(read) <= places else (*read[:places], 1)


def law(dice: Sequence[int], advantages: int, against: int) -> Law:
    """The readings of dice of these sizes with so many advantage dice, as they are `compared`."""
    return _law(tuple(sorted(dice, reverse=True)), advantages, against)


def places(dice: Sequence[Sequence[int]]) -> list[int]:
    """As how many dice each of several throws is compared: as many as any other of them has."""
    sizes = [len(each) for each in dice]
    return [max((*sizes[:at], *sizes[at + 1 :]), default=1) for at in range(len(sizes))]


def laws(dice: Sequence[Sequence[int]], advantages: Sequence[int]) -> list[Law]:
    """The readings of each of several throws, compared with any other of them."""
    return [law(*each) for each in zip(dice, advantages, places(dice), strict=True)]


@lru_cache(maxsize=256)
def _law(dice: tuple[int, ...], advantages: int, against: int) -> Law:
    plain: dict[Reading, int] = {(): 1}
    for sides in dice:
        plain = merge(
            (tuple(sorted((*read, face), reverse=True)), ways)
            for read, ways in plain.items()
            for face in range(1, sides + 1)
        )
    added = sum_of(advantages if dice else 0, ADVANTAGE)
    found_ways = merge(
        (compared(raised(read, sum_), against), ways * more)
        for read, ways in plain.items()
        for sum_, more in added.items()
    )
    by_high = merge((high(read), ways) for read, ways in found_ways.items())
    halves, so_far = [], 0
    for each in range(max(by_high) + 1):
        so_far += by_high.get(each, 0)
        halves.append(so_far)
    return Law(found_ways, prod(dice) * sum(added.values()), tuple(halves))
