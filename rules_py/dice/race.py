"""Races to zero: how long a counter lasts under random damage, and which of two reaches zero first.

Damage is given as the weight of each amount. Everything is computed with whole numbers out of a common power,
so that a fraction is reduced only once, at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rules_py.dice.counts import merge

type Damage = Mapping[int, int]


class Countdown(NamedTuple):
    """The possible results of a counter after a number of steps, as weights.

    zero_at  the weight of reaching zero in each step
    left     the weight of each value that is left after all steps
    total    the sum of all weights
    """

    zero_at: tuple[int, ...]
    left: Mapping[int, int]
    total: int


def count_down(damage: Damage, start: int, steps: int) -> Countdown:
    """Return the results of a counter that starts above zero and takes damage in every step."""
    total = sum(damage.values())
    left = {start: 1}
    zero_at = []
    for step in range(1, steps + 1):
        left = merge(
            (max(value - amount, 0), weight * chance)
            for value, weight in left.items()
            for amount, chance in damage.items()
        )
        zero_at.append(left.pop(0, 0) * total ** (steps - step))
    return Countdown(tuple(zero_at), left, total**steps)


def mean_steps(damage: Damage, start: int) -> Fraction | None:
    """Return the mean number of steps until a counter reaches zero, or None if nothing damages it."""
    total = sum(damage.values())
    harmful = total - damage.get(0, 0)
    if not harmful:
        return None
    powers = [harmful**exponent for exponent in range(start + 1)]
    means = [0]  # means[value] is out of powers[value]
    for value in range(1, start + 1):
        rest = sum(
            weight * means[value - amount] * powers[amount - 1]
            for amount, weight in damage.items()
            if 0 < amount < value
        )
        means.append(total * powers[value - 1] + rest)
    return Fraction(means[start], powers[start])


class Race(NamedTuple):
    """The result of a race between two counters, which damage each other in turn.

    first          the probability that the one that acts first brings the other to zero
    never          the probability that neither ever does
    mean_rounds    the mean number of rounds, or None if neither ever does
    first_if_late  the probability of the first if the second had acted first
    """

    first: Fraction
    never: Fraction
    mean_rounds: Fraction | None
    first_if_late: Fraction

    @property
    def second(self) -> Fraction:
        return 1 - self.first - self.never


def race(by_first: Damage, by_second: Damage, first: int, second: int) -> Race:
    """Return the result of a race from these values, with the damage that each side deals in a turn."""
    return _race(_by_amount(by_first), _by_amount(by_second), first, second)


def _by_amount(damage: Damage) -> tuple[int, ...]:
    return tuple(damage.get(amount, 0) for amount in range(max(damage) + 1))


@lru_cache(maxsize=1024)
def _race(by_first: tuple[int, ...], by_second: tuple[int, ...], first: int, second: int) -> Race:
    # A round without damage leaves everything unchanged, and is equally likely in every state. So with values
    # x and y, results are whole numbers out of harmful ** (x + y - 1).
    second_total = sum(by_second)
    total = sum(by_first) * second_total
    harmful = total - by_first[0] * by_second[0]
    if not harmful:
        return Race(Fraction(), Fraction(1), None, Fraction())
    powers = [harmful**exponent for exponent in range(first + second + len(by_first) + len(by_second))]
    rounds_on = [
        (dealt, damage_taken, weight * other * powers[dealt + damage_taken - 1])
        for dealt, weight in enumerate(by_first)
        for damage_taken, other in enumerate(by_second)
        if (dealt or damage_taken) and weight and other
    ]
    ends = [sum(by_first[value:]) * second_total for value in range(second + 1)]
    wins: dict[tuple[int, int], int] = {}
    rounds: dict[tuple[int, int], int] = {}
    for x in range(1, first + 1):
        for y in range(1, second + 1):
            won, length = ends[y] * powers[x + y - 2], total * powers[x + y - 2]
            for dealt, damage_taken, scale in rounds_on:
                if dealt < y and damage_taken < x:
                    later = (x - damage_taken, y - dealt)
                    won += wins[later] * scale
                    length += rounds[later] * scale
            wins[x, y], rounds[x, y] = won, length
    scale = powers[first + second - 1]
    # If the second acts first, it deals damage once before the race starts.
    late = sum(
        weight * wins[first - damage_taken, second] * powers[damage_taken]
        for damage_taken, weight in enumerate(by_second[:first])
    )
    return Race(
        Fraction(wins[first, second], scale),
        Fraction(),
        Fraction(rounds[first, second], scale),
        Fraction(late, scale * second_total),
    )
