"""The turn order of sides whose rolls are completely equal: they reroll. R-27."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import prod

from rules_py.systems.action_consequence.readings import RollDistribution


def first_chances(rolls: Sequence[RollDistribution]) -> list[Fraction]:
    """Return the chance of each side to go first.

    The highest roll goes first. Several highest reroll among themselves. Of sides whose rolls can never
    differ, the first one goes first.
    """
    if len(rolls) == 1:
        return [Fraction(1)]
    chances = [Fraction()] * len(rolls)
    total_chance = Fraction()
    for number in range(1, len(rolls)):
        for highest in combinations(range(len(rolls)), number):
            tied = highest_tie_chance(rolls, highest)
            if not tied:
                continue
            total_chance += tied
            again = first_chances([rolls[at] for at in highest])
            for at, chance in zip(highest, again, strict=True):
                chances[at] += tied * chance
    return [chance / total_chance for chance in chances] if total_chance else [Fraction(1), *chances[1:]]


def highest_tie_chance(rolls: Sequence[RollDistribution], highest: Sequence[int]) -> Fraction:
    """Return the chance that these sides are equal, and all others lower."""
    others = [roll for at, roll in enumerate(rolls) if at not in highest]
    weight = sum(
        prod(rolls[at].weights.get(reading, 0) for at in highest)
        * prod(other.below(reading) for other in others)
        for reading in rolls[highest[0]].weights
    )
    return Fraction(weight, prod(roll.total for roll in rolls))
