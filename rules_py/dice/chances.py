"""Arithmetic of distributions as fractions that sum to 1.

It serves answers and processes that combine odds computed before, such as the hits of one attack into those
of several. Sums are computed in whole numbers (`counts`), which is faster.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from rules_py.dice import counts

type Chances = Mapping[int, Fraction]
"""The chance of each value; the chances sum to 1."""


def to_weights[Key](chances: Mapping[Key, Fraction]) -> dict[Key, int]:
    """Return the chances as whole-number weights, to draw from."""
    total = lcm(*(chance.denominator for chance in chances.values()))
    return {key: int(chance * total) for key, chance in chances.items()}


def mean(chances: Chances) -> Fraction:
    """Return the mean of the values."""
    return sum((value * chance for value, chance in chances.items()), Fraction())


def sum_independent(*several: Chances) -> dict[int, Fraction]:
    """Return the distribution of the sum of independent values; 0 without any."""
    weights = {0: 1}
    for chances in several:
        weights = counts.add(weights, to_weights(chances))
    total = sum(weights.values())
    return {value: Fraction(weight, total) for value, weight in weights.items()}


def at_least(chances: Chances, value: int) -> Fraction:
    """Return the chance of this value or more."""
    return sum((chance for other, chance in chances.items() if other >= value), Fraction())


def by_text(chances: Chances) -> dict[str, Fraction]:
    """Return the chances for an answer or a measure: the values as text, in ascending order."""
    return {str(value): chances[value] for value in sorted(chances)}
