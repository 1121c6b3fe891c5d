"""Aggregates of matching dice: how many fit conditions, how many are equal, how many beat others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb

from rules_py.dice.aggregates import FACES, Aggregate, Branches, Tally
from rules_py.dice.pools import Faces, Pool
from rules_py.dice.roll_steps import PLAIN

Condition = Callable[[int], bool]


class _Fits(tuple[bool, ...]):
    """The conditions that a face fits, in their order. As a category it leaves the status of a die alone."""

    def __str__(self) -> str:
        return PLAIN


def tally_of_conditions(pool: Pool, conditions: Sequence[Condition]) -> Tally:
    """Return the tally of the faces that fit the same conditions."""

    def category(face: int) -> _Fits | None:
        fits = _Fits(bool(condition(face)) for condition in conditions)
        return fits if any(fits) else None

    return Tally.of_pool(pool, category)


def counts_of_conditions(tally: Tally, numbers: Faces, conditions: int) -> tuple[int, ...]:
    """Return how many dice fit each condition, given the numbers of such a tally."""
    return tuple(
        sum(
            number
            for fits, number in zip(tally.categories, numbers, strict=True)
            if isinstance(fits, _Fits) and fits[place]
        )
        for place in range(conditions)
    )


@dataclass(frozen=True)
class Width(Aggregate[int]):
    """The number of dice in the largest set of equal faces `among` these, 0 without any. None stands for all
    faces.
    """

    among: frozenset[int] | None = None

    def evaluate(self, faces: Faces) -> int:
        numbers = Counter(face for face in faces if self.among is None or face in self.among)
        return max(numbers.values(), default=0)

    def weights(self, dice: Pool) -> dict[int, int]:
        weights: Counter[int] = Counter()
        if dice.is_simple and len({*dice.sizes}) == 1:
            [sides] = {*dice.sizes}
            matching = sum(self.among is None or face in self.among for face in dice.faces_of(sides))
            number, below = len(dice.sizes), 0
            for width in range(number + 1):
                upto = _rolls_up_to(width, number, sides, matching)
                weights[width] = upto - below
                below = upto
        else:
            for faces, weight in FACES.weights(dice).items():
                weights[self.evaluate(faces)] += weight
        return {width: weight for width, weight in weights.items() if weight}


def _rolls_up_to(width: int, number: int, sides: int, matching: int) -> int:
    """Return how many rolls show each of the `matching` faces at most `width` times."""
    rolls = [1] + [0] * number  # the number of rolls by the number of dice that show the faces so far
    for _ in range(matching):
        rolls = [
            sum(rolls[used - more] * comb(used, more) for more in range(min(width, used) + 1))
            for used in range(number + 1)
        ]
    return sum(
        ways * comb(number, used) * (sides - matching) ** (number - used) for used, ways in enumerate(rolls)
    )


def beaten(faces: Faces, others: Faces) -> int:
    """Return how many faces are higher than the others, compared in order from the highest."""
    return sum(face > other for face, other in zip(faces, others, strict=False))


@lru_cache(maxsize=256)
def beaten_branches(dice: Pool, others: Pool) -> Branches:
    """Return each number of beaten dice with its weight, for two rolls of which nothing is known."""
    weights: Counter[int] = Counter()
    for (faces, one), (other, two) in product(FACES.weights(dice).items(), FACES.weights(others).items()):
        weights[beaten(faces, other)] += one * two
    return tuple(weights.items())


DiceFaces = Sequence[tuple[int, int]]
"""Dice as (face, sides)."""


def by_face(dice: DiceFaces) -> list[tuple[int, int]]:
    """Return dice as (face, sides), highest face first; of equal faces the smaller die."""
    return sorted(dice, key=lambda die: (-die[0], die[1]))
