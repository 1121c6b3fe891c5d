"""Arithmetic of distributions: the chance of each value, as fractions that sum to 1.

For answers and processes that are made of odds worked out before: the hits of one attack, of several
together. What is added up is counted in whole numbers (`counts`), which is quicker.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from rules_py.dice import counts

type Chances = Mapping[int, Fraction]
"""The chance of each value; the chances sum to 1."""


def to_weights[Key](chances: Mapping[Key, Fraction]) -> dict[Key, int]:
    """The chances as whole-number weights, to draw from."""
    whole = lcm(*(chance.denominator for chance in chances.values()))
    return {key: int(chance * whole) for key, chance in chances.items()}


def mean(chances: Chances) -> Fraction:
    """The mean of the values."""
    return sum((value * chance for value, chance in chances.items()), Fraction())


def sum_independent(*several: Chances) -> dict[int, Fraction]:
    """The sum of independent values, each with its chances; surely 0 of none."""
    found = {0: 1}
    for chances in several:
        found = counts.add(found, to_weights(chances))
    total = sum(found.values())
    return {value: Fraction(ways, total) for value, ways in found.items()}


def at_least(chances: Chances, value: int) -> Fraction:
    """The chance of so much or more."""
    return sum((chance for each, chance in chances.items() if each >= value), Fraction())


def by_text(chances: Chances) -> dict[str, Fraction]:
    """The chances as answers and measures give them: the values as text, in ascending order."""
    return {str(value): chances[value] for value in sorted(chances)}
