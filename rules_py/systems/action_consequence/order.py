"""Who goes first of those who are equal in all they threw, once they have cast again for it. R-27."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import prod

from rules_py.systems.action_consequence.readings import Law


def firsts(laws: Sequence[Law]) -> list[Fraction]:
    """For each of these who cast, the chance to go first: to be highest, or to be so when those who are
    highest together cast again. Of those who can never differ the first does.
    """
    everybody = range(len(laws))
    if len(laws) == 1:
        return [Fraction(1)]
    chances = [Fraction()] * len(laws)
    differing = Fraction()
    for number in range(1, len(laws)):
        for highest in combinations(everybody, number):
            chance = highest_together(laws, highest)
            differing += chance
            for at, share in zip(
                highest, firsts([laws[each] for each in highest]) if chance else (), strict=False
            ):
                chances[at] += chance * share
    return [each / differing for each in chances] if differing else [Fraction(1), *chances[1:]]


def highest_together(laws: Sequence[Law], highest: Sequence[int]) -> Fraction:
    """The chance that these are equal, and all others below."""
    others = [law for at, law in enumerate(laws) if at not in highest]
    ways = sum(
        prod(laws[each].ways.get(read, 0) for each in highest) * prod(law.below(read) for law in others)
        for read in laws[highest[0]].ways
    )
    return Fraction(ways, prod(law.total for law in laws))
