"""Closed forms for the roll: what pages full of chances are made from, tested equal to counting all pairs.

Weights are whole numbers out of 100. `need` is the face a die must show: target less score and modifiers.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

PAIRS = 100
FACES = 10


def ways(need: int) -> int:
    """How many of ten faces reach the need."""
    return min(max(FACES + 1 - need, 0), FACES)


def chance(need: int) -> Fraction:
    """The chance that one die reaches the need."""
    return Fraction(ways(need), FACES)


@cache
def grade_ways(need_a: int, need_b: int) -> dict[str, int]:
    """How many of the hundred pairs give each grade; two tens leave the grade they would have made. R-02."""
    a, b = ways(need_a), ways(need_b)
    found = {
        "failure": (FACES - a) * (FACES - b),
        "partial": a * (FACES - b) + b * (FACES - a),
        "total": a * b,
        "critical": 1,
    }
    found[("failure", "partial", "total")[(a > 0) + (b > 0)]] -= 1
    return found


def grades(need_a: int, need_b: int, *, ability_helps: bool = False) -> dict[str, Fraction]:
    """The chance of each grade, impossible ones included. An ability that helps lifts each but total."""
    counted = grade_ways(need_a, need_b)
    failure, partial, total, critical = (Fraction(each, PAIRS) for each in counted.values())
    if ability_helps:
        failure, partial, total = Fraction(), failure, partial + total
    return {"failure": failure, "partial": partial, "total": total, "critical": critical}
