"""Sorted rolls, and the comparison of two of them: the high die counts, the others break ties."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import prod

from rules_py.dice.counts import merge, sum_of

Reading = tuple[int, ...]
"""The high die with its advantage, then the other dice in descending order. R-2, R-3, R-14.

It is empty without dice, which is lower than any die. Missing places count as 0.
"""

ADVANTAGE = 6
"""The sides of an advantage die. A-078."""

HIGHER, TIE, SHORT, DOUBLED = "higher", "tie", "more_than_half", "half_or_less"


def to_reading(dice: Iterable[int], advantage: Iterable[int] = ()) -> Reading:
    """Return the reading of these faces. Advantage dice are added to the high die. A-012, A-080.

    Without dice there is nothing to add an advantage to. R-14.
    """
    ordered = sorted(dice, reverse=True)
    return (ordered[0] + sum(advantage), *ordered[1:]) if ordered else ()


def add_advantage(reading: Reading, by: int) -> Reading:
    """Return a reading with its high die raised by an advantage. R-14, R-23."""
    return (reading[0] + by, *reading[1:]) if reading else ()


def high(reading: Reading) -> int:
    """Return the value of the high die with its advantage, or 0 without dice."""
    return reading[0] if reading else 0


def compare(standing: Reading, answer: Reading) -> str:
    """Return the relation of an answer to a challenge: `higher`, `tie`, `more_than_half` or `half_or_less`.
    R-4.
    """
    if answer > standing:
        return HIGHER
    if answer == standing:
        return TIE
    return DOUBLED if 2 * high(answer) <= high(standing) else SHORT


@dataclass(frozen=True)
class RollDistribution:
    """The weight of each reading of some dice, out of `total`.

    `high_at_most[h]` is the weight of all readings with a high die of at most `h`.
    """

    weights: Mapping[Reading, int]
    total: int
    high_at_most: tuple[int, ...]

    def at_most(self, highest: int) -> int:
        """Return the weight of all readings with a high die of at most `highest`."""
        return self.high_at_most[min(highest, len(self.high_at_most) - 1)]

    def below(self, reading: Reading) -> int:
        """Return the weight of all lower readings."""
        readings, weights = self._cumulative
        return weights[bisect_left(readings, reading)]

    @cached_property
    def _cumulative(self) -> tuple[list[Reading], list[int]]:
        """The readings in ascending order, and the weight of all lower readings of each."""
        ascending = sorted(self.weights)
        return ascending, [0, *accumulate(self.weights[reading] for reading in ascending)]


def trim(reading: Reading, against: int) -> Reading:
    """Return a reading without the dice that a comparison with `against` dice doesn't need.

    A side with more dice wins a tie with the extra ones, whatever they show. R-3.
    """
    places = max(against, 1)
    return reading if len(reading) <= places else (*reading[:places], 1)


def roll_distribution(dice: Sequence[int], advantages: int, against: int) -> RollDistribution:
    """Return the distribution of the readings of these dice and advantage dice, trimmed."""
    return _roll_distribution(tuple(sorted(dice, reverse=True)), advantages, against)


def compared_dice(dice: Sequence[Sequence[int]]) -> list[int]:
    """Return, for each of several rolls, the largest number of dice of the other rolls."""
    sizes = [len(roll) for roll in dice]
    return [max((*sizes[:at], *sizes[at + 1 :]), default=1) for at in range(len(sizes))]


def roll_distributions(dice: Sequence[Sequence[int]], advantages: Sequence[int]) -> list[RollDistribution]:
    """Return the distribution of each of several rolls, trimmed for a comparison with any other."""
    return [roll_distribution(*roll) for roll in zip(dice, advantages, compared_dice(dice), strict=True)]


@lru_cache(maxsize=256)
def _roll_distribution(dice: tuple[int, ...], advantages: int, against: int) -> RollDistribution:
    plain: dict[Reading, int] = {(): 1}
    for sides in dice:
        plain = merge(
            (tuple(sorted((*reading, face), reverse=True)), weight)
            for reading, weight in plain.items()
            for face in range(1, sides + 1)
        )
    added = sum_of(advantages if dice else 0, ADVANTAGE)
    weights = merge(
        (trim(add_advantage(reading, bonus), against), weight * more)
        for reading, weight in plain.items()
        for bonus, more in added.items()
    )
    by_high = merge((high(reading), weight) for reading, weight in weights.items())
    high_at_most = accumulate(by_high.get(face, 0) for face in range(max(by_high) + 1))
    return RollDistribution(weights, prod(dice) * sum(added.values()), tuple(high_at_most))
