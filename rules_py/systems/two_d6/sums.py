"""The sums of two dice: their weights, alone, with the better roll kept, and with rerolls."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules_py.dice.counts import merge

SIDES = 6
SUMS = range(2, 13)
SNAKE_EYES, BOXCARS = 2, 12

WAYS: Mapping[int, int] = {total: SIDES - abs(total - 7) for total in SUMS}
"""The number of the 36 pairs for each sum. T-012."""

PAIRS = SIDES**2

type Sums = Mapping[int, int]
"""The weight of each sum, as whole numbers; the total is their sum."""


def better_of(first: Sums, second: Sums) -> dict[int, int]:
    """Return the weights of the higher of two sums."""
    return merge(
        (max(one, other), ways * more) for one, ways in first.items() for other, more in second.items()
    )


@cache
def kept_sums(*, aimed: bool = False) -> Sums:
    """Return the weights of the kept sum: of one roll, or of two if it is aimed. T-219."""
    return better_of(WAYS, WAYS) if aimed else WAYS


@cache
def rerolled_sums(top: int) -> Sums:
    """Return the weights of the final sum if sums up to `top` are rerolled once. T-160, R-23."""
    if top < SNAKE_EYES:
        return WAYS
    again = sum(ways for total, ways in WAYS.items() if total <= top)
    return {total: ways * (again + (PAIRS if total > top else 0)) for total, ways in WAYS.items()}


def whole(sums: Sums) -> int:
    """Return the number of equally likely rolls."""
    return sum(sums.values())
