"""The exhaustive answerer: every branch of a mechanic in turn, with exact whole-number weights.

The mechanic is run once for each way its questions can be answered. A question is answered with the smallest
counts (`pools.py`): asked for the highest of three d8, it branches eight ways, not 512.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from math import lcm
from typing import Any

from rules_py.dice.dice import ENDLESS, Dice, Label, Where
from rules_py.dice.pools import Branches, Pool, Reading, branches, closer, lies_left
from rules_py.dice.throw import Throw
from rules_py.errors import TooManyPaths

PATHS = 100_000
"""The most branches counted before a mechanic is refused: about a second of work in a browser."""
MOST_ASKED = 250
"""The most questions along one path: a mechanic that asks more may never come to an end."""
MOST_IN_ALL = 1_500_000
"""The most questions along all paths: each path asks again what leads to it, so length costs as well."""


class _Explorer(Dice):
    """Answers one run of the mechanic along a path of choices, and notes where it could have turned off.

    `path` holds the place of the branch taken at each question, `open_ways` the branches there were: where
    a run follows the one before, they need not be looked up again.
    """

    def __init__(self, path: list[int], open_ways: list[Branches]) -> None:
        self._path = path
        self._open_ways = open_ways
        self.asked = 0
        self.weight = 1
        self.total = 1

    def choose(self, find: Callable[..., Branches], *question: Any) -> tuple[Any, int]:
        """The branch the path takes here, with its weight; `find(*question)` says which there are."""
        depth = self.asked
        if depth == len(self._path):
            if depth == MOST_ASKED:
                raise TooManyPaths(f"no end after {depth} throws: {ENDLESS}")
            self._path.append(0)
            self._open_ways.append(find(*question))
        self.asked = depth + 1
        return self._open_ways[depth][self._path[depth]]

    def _read[Answer](self, dice: Pool, reading: Reading[Answer], label: Label, rule: str | None) -> Answer:
        answer: Answer
        depth = self.asked
        if depth < len(self._path):  # as `choose` does, without asking: most questions come here
            self.asked = depth + 1
            answer, weight = self._open_ways[depth][self._path[depth]]
        else:
            answer, weight = self.choose(branches, dice, reading)
        self.weight *= weight
        self.total *= dice.total
        return answer

    def _throw(self, dice: Pool, label: Label, rule: str | None) -> Throw:
        return _Unseen(self, dice)

    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key:
        key: Key
        key, weight = self.choose(_possible, weights)
        self.weight *= weight
        self.total *= sum(weights.values())
        return key


class _Unseen(Throw):
    """Dice of which only what was asked is known."""

    def __init__(self, explorer: _Explorer, pool: Pool) -> None:
        super().__init__(pool)
        self._explorer = explorer
        self._known: dict[Reading[Any], Any] = {}
        self._ways = 0
        """The ways to all that is known; 0 before anything is."""

    def _answer[Answer](self, reading: Reading[Answer]) -> Answer:
        if reading not in self._known:
            if self._known:
                found = self._chosen(closer, self._pool, tuple(self._known.items()), reading)
            else:
                found = self._chosen(branches, self._pool, reading)
            self._known[reading] = found
        answer: Answer = self._known[reading]
        return answer

    def _chosen(self, find: Callable[..., Branches], *question: Any) -> Any:
        answer, ways = self._explorer.choose(find, *question)
        if self._ways:
            self._explorer.weight //= self._ways
        else:
            self._explorer.total *= self._pool.total
        self._explorer.weight *= ways
        self._ways = ways
        return answer

    def _settle(self, fate: str, where: Where, most: int | None) -> None:
        """Fates change no odds."""

    def _rethrown(self, again: Callable[[int], bool] | None, label: str, rule: str | None) -> Throw:
        pool = self._pool
        if again is None:
            sizes = (*pool.sizes, *(size for size, _ in pool.lying))
            return _Unseen(self._explorer, replace(pool, sizes=sizes, rerolled=frozenset(), lying=()))
        faces = frozenset(
            face for size in {*pool.sizes, *(size for size, _ in pool.lying)} for face in pool.faces_of(size)
        )
        fitting = frozenset(filter(again, faces))
        if not self._known and (rerolled := pool.thrown_again(fitting)):
            return _Unseen(self._explorer, rerolled)
        lie = self._chosen(lies_left, pool, tuple(self._known.items()))
        return _Unseen(
            self._explorer,
            Pool(
                sizes=tuple(size for face, size in lie if face in fitting),
                lowest=pool.lowest,
                lying=tuple((size, face) for face, size in lie if face not in fitting),
            ),
        )


def expand[Outcome: Hashable](
    mechanic: Callable[[Dice], Any], *, reading: Callable[[Any], Outcome] | None = None, most: int = PATHS
) -> tuple[dict[Outcome, int], int]:
    """Every outcome of the mechanic with its exact weight, and the sum of the weights.

    The chance of an outcome is weight / sum. `reading` says what to keep of each outcome, and outcomes are
    merged by it as they come: for an order of eight, who is first. Raises TooManyPaths beyond `most`
    branches, and for a mechanic that may never come to an end.
    """
    by_total: dict[int, dict[Outcome, int]] = {}
    for number, (outcome, weight, total) in enumerate(_runs(mechanic)):
        if number >= most:
            raise TooManyPaths(f"more than {most} ways to count: lower the number of dice or rounds")
        found = by_total.setdefault(total, {})
        kept = outcome if reading is None else reading(outcome)
        found[kept] = found.get(kept, 0) + weight
    if len(by_total) == 1:  # as nearly always
        [(total, found)] = by_total.items()
        return found, total
    whole = lcm(*by_total)
    merged: dict[Outcome, int] = {}
    for total, found in by_total.items():
        for kept, weight in found.items():
            merged[kept] = merged.get(kept, 0) + weight * (whole // total)
    return merged, whole


def _runs(mechanic: Callable[[Dice], Any]) -> Iterator[tuple[Any, int, int]]:
    """Run the mechanic along each path, depth first: the last choice that has a next alternative takes it."""
    path: list[int] = []
    open_ways: list[Branches] = []
    asked = 0
    while True:
        dice = _Explorer(path, open_ways)
        outcome = mechanic(dice)
        yield outcome, dice.weight, dice.total
        asked += dice.asked
        if asked > MOST_IN_ALL:
            raise TooManyPaths(f"more than {MOST_IN_ALL} throws to count on all ways: {ENDLESS}")
        while path and path[-1] + 1 == len(open_ways[-1]):
            path.pop()
            open_ways.pop()
        if not path:
            return
        path[-1] += 1


def _possible(weights: Mapping[Any, int]) -> Branches:
    """The keys that can be drawn."""
    return tuple((key, ways) for key, ways in weights.items() if ways)
