"""The exhaustive answerer: every branch of a mechanic in turn, with exact whole-number weights.

The mechanic is run once for each way its requests can be answered. A request is answered with the smallest
question's counts (`counts.py`): asked for the highest of three d8, it branches eight ways, not 512.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from math import lcm
from typing import Any

from rules_py.dice import counts
from rules_py.dice.dice import Dice, Label
from rules_py.errors import TooManyPaths

PATHS = 100_000
"""The most branches counted before a mechanic is refused: about a second of work in a browser."""

Branches = tuple[tuple[Any, int], ...]


def _branches(counted: Mapping[Any, int]) -> Branches:
    return tuple((value, ways) for value, ways in counted.items() if ways)


@lru_cache(maxsize=256)
def _counted(verb: str, count: int, sides: int, keep: int) -> tuple[Branches, int]:
    """The branches of a request and the sum of their weights. Few different ones occur, each many times."""
    match verb:
        case "pool":
            found = counts.sorted_pool(count, sides)
        case "sum":
            found = counts.sum_of(count, sides)
        case "highest":
            found = counts.highest_sum([sides] * count, keep)
        case "lowest":
            found = counts.lowest_sum([sides] * count, keep)
    return _branches(found), sides**count


class _Explorer(Dice):
    """Answers one run of the mechanic along a path of choices, and notes where it could have turned off."""

    def __init__(self, path: list[int]) -> None:
        self._path = path
        self._depth = 0
        self.widths: list[int] = []
        self.weight = 1
        self.total = 1

    def _choose(self, branches: Branches, total: int) -> Any:
        if self._depth == len(self._path):
            self._path.append(0)
        value, weight = branches[self._path[self._depth]]
        self._depth += 1
        self.widths.append(len(branches))
        self.weight *= weight
        self.total *= total
        return value

    def d(self, sides: int, *, label: Label = "", rule: str | None = None) -> int:
        return self._choose(*_counted("sum", 1, sides, 1))

    def pool(self, count: int, sides: int, *, label: str = "", rule: str | None = None) -> tuple[int, ...]:
        return self._choose(*_counted("pool", count, sides, count))

    def sum(self, count: int, sides: int, *, label: str = "", rule: str | None = None) -> int:
        return self._choose(*_counted("sum", count, sides, count))

    def highest(
        self, count: int, sides: int, keep: int = 1, *, label: str = "", rule: str | None = None
    ) -> int:
        return self._choose(*_counted("highest", count, sides, keep))

    def lowest(
        self, count: int, sides: int, keep: int = 1, *, label: str = "", rule: str | None = None
    ) -> int:
        return self._choose(*_counted("lowest", count, sides, keep))

    def tally(
        self,
        count: int,
        sides: int,
        kind: Callable[[int], Hashable],
        *,
        label: str = "",
        rule: str | None = None,
    ) -> Mapping[Hashable, int]:
        weights: dict[Hashable, int] = {}
        for face in range(1, sides + 1):
            weights[kind(face)] = weights.get(kind(face), 0) + 1
        found = self._choose(_branches(counts.tally(count, weights)), sides**count)
        return dict(zip(weights, found, strict=True))

    def draw(self, weights: Mapping[Any, int], *, label: str = "", rule: str | None = None) -> Any:
        return self._choose(_branches(weights), sum(weights.values()))


def expand(mechanic: Callable[[Dice], Hashable], *, most: int = PATHS) -> tuple[dict[Hashable, int], int]:
    """Every outcome of the mechanic with its exact weight, and the sum of the weights.

    The chance of an outcome is weight / sum. Raises TooManyPaths beyond `most` branches.
    """
    by_total: dict[int, dict[Hashable, int]] = {}
    for number, (outcome, weight, total) in enumerate(_runs(mechanic)):
        if number >= most:
            raise TooManyPaths(f"more than {most} ways to count: lower the number of dice or rounds")
        found = by_total.setdefault(total, {})
        found[outcome] = found.get(outcome, 0) + weight
    whole = lcm(*by_total)
    merged: dict[Hashable, int] = {}
    for total, found in by_total.items():
        for outcome, weight in found.items():
            merged[outcome] = merged.get(outcome, 0) + weight * (whole // total)
    return merged, whole


def _runs(mechanic: Callable[[Dice], Hashable]) -> Iterable[tuple[Hashable, int, int]]:
    """Run the mechanic along each path, depth first: the last choice that has a next alternative takes it."""
    path: list[int] = []
    while True:
        dice = _Explorer(path)
        outcome = mechanic(dice)
        yield outcome, dice.weight, dice.total
        while path and path[-1] + 1 == dice.widths[len(path) - 1]:
            path.pop()
        if not path:
            return
        path[-1] += 1
