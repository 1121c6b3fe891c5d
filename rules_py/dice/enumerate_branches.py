"""The exhaustive answerer: every branch of a mechanic in turn, with exact whole-number weights.

The mechanic is run once for each way its questions can be answered. A question is answered with the smallest
counts (`pools.py`): asked for the highest of three d8, it branches eight ways, not 512.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from math import lcm
from typing import Any

from rules_py.base.errors import DeclarationError, TooManyBranchesError
from rules_py.dice import markov
from rules_py.dice.chances import to_weights
from rules_py.dice.combined import CombinedRoll, combined_branches
from rules_py.dice.dice import UNBOUNDED_HINT, Dice, Rounds, Selection
from rules_py.dice.incremental import Incremental, run_to_completion
from rules_py.dice.label import Label
from rules_py.dice.markov import Done
from rules_py.dice.pools import Aggregate, Branches, Pool, branches, refine, remaining_faces, reroll_known
from rules_py.dice.rolled_dice import RolledDice

MAX_BRANCHES = 100_000
"""The most branches counted before a mechanic is refused: about a second of work in a browser."""
MAX_QUERIES = 250
"""The most questions along one path: a mechanic that asks more may never come to an end."""
MAX_TOTAL_QUERIES = 1_500_000
"""The most questions along all paths: each path asks again what leads to it, so length costs as well."""

BRANCHES_PER_STEP = 200
"""So many paths are a bit of work: some milliseconds in a browser."""


class BranchExplorer(Dice):
    """Answers one run of the mechanic along a path of choices, and notes where it could have turned off.

    `path` holds the place of the branch taken at each question, `open_ways` the branches there were: where
    a run follows the one before, they need not be looked up again. Of a process at most `most` ways from
    state to state are followed.
    """

    def __init__(self, path: list[int], open_ways: list[Branches], most: int = MAX_BRANCHES) -> None:
        self._path = path
        self._open_ways = open_ways
        self._most = most
        self.queries = 0
        self.weight = 1
        self.total = 1

    @property
    def is_counting(self) -> bool:
        return True

    def choose(self, find: Callable[..., Branches], *question: Any) -> tuple[Any, int]:
        """The branch the path takes here, with its weight; `find(*question)` says which there are."""
        depth = self.queries
        if depth == len(self._path):
            if depth == MAX_QUERIES:
                raise TooManyBranchesError(f"no end after {depth} throws: {UNBOUNDED_HINT}")
            self._path.append(0)
            self._open_ways.append(find(*question))
        self.queries = depth + 1
        return self._open_ways[depth][self._path[depth]]

    def _query[Answer](
        self, dice: Pool, reading: Aggregate[Answer], label: Label, rule: str | None
    ) -> Answer:
        answer: Answer
        depth = self.queries
        if depth < len(self._path):  # as `choose` does, without asking: most questions come here
            self.queries = depth + 1
            answer, weight = self._open_ways[depth][self._path[depth]]
        else:
            answer, weight = self.choose(branches, dice, reading)
        self.weight *= weight
        self.total *= dice.total
        return answer

    def _roll_pool(self, dice: Pool, label: Label, rule: str | None) -> RolledDice:
        return UnrolledDice(self, dice)

    def _roll_combined[Answer](self, asked: CombinedRoll[Answer], label: Label, rule: str | None) -> Answer:
        answer: Answer
        answer, weight = self.choose(combined_branches, asked)
        self.weight *= weight
        self.total *= asked.total
        return answer

    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key:
        key: Key
        key, weight = self.choose(_possible, weights)
        self.weight *= weight
        self.total *= sum(weights.values())
        return key

    def resolve_process[State: Hashable, End: Hashable](
        self, process: Rounds[State, End], state: State
    ) -> Done[End] | None:
        return self.solve_rounds(process.round_weights, state)

    def solve_rounds(self, rounds: Callable[[Any], Mapping[Any, int]], start: Hashable) -> Done[Any]:
        """The end that the path takes of a process whose rounds lead from state to state so."""
        (outcome, total), weight = self.choose(_ends, rounds, start, self._most)
        self.weight *= weight
        self.total *= total
        return Done(outcome)


class UnrolledDice(RolledDice):
    """Dice of which only what was asked is known: those of `pool`, of which some may lie by now (`left`)."""

    def __init__(self, explorer: BranchExplorer, pool: Pool, left: Pool | None = None) -> None:
        super().__init__(pool)
        self._left = left or pool
        self._explorer = explorer
        self._known: dict[Aggregate[Any], Any] = {}
        self._ways = 0
        """The ways to all that is known; 0 before anything is."""

    def _evaluate[Answer](self, reading: Aggregate[Answer]) -> Answer:
        if reading not in self._known:
            if self._known:
                found = self._chosen(refine, self._left, tuple(self._known.items()), reading)
            else:
                found = self._chosen(branches, self._left, reading)
            self._known[reading] = found
        answer: Answer = self._known[reading]
        return answer

    def _chosen(self, find: Callable[..., Branches], *question: Any) -> Any:
        answer, ways = self._explorer.choose(find, *question)
        if self._ways:
            self._explorer.weight //= self._ways
        else:
            self._explorer.total *= self._left.total
        self._explorer.weight *= ways
        self._ways = ways
        return answer

    def _apply_status(self, fate: str, where: Selection, most: int | None) -> None:
        """Fates change no odds."""

    def _reroll(self, again: Callable[[int], bool] | None, label: Label, rule: str | None) -> RolledDice:
        left = self._left
        if again is None:
            return UnrolledDice(self._explorer, self._pool)
        faces = frozenset(face for size in {*self._pool.sizes} for face in left.faces_of(size))
        fitting = frozenset(filter(again, faces))
        if not self._known and (rerolled := left.with_reroll(fitting)):
            return UnrolledDice(self._explorer, self._pool, rerolled)
        if told := reroll_known(left, tuple(self._known.items()), fitting):
            return UnrolledDice(self._explorer, self._pool, told)
        lie = self._chosen(remaining_faces, left, tuple(self._known.items()))
        sizes = tuple(size for face, size in lie if face in fitting)
        lying = tuple((size, face) for face, size in lie if face not in fitting)
        return UnrolledDice(self._explorer, self._pool, Pool(sizes, left.lowest, rolled=lying))


Explore = Callable[[list[int], list[Branches]], BranchExplorer]
"""What answers one run, given the path it takes and the ways that were open along it."""


def expand[Outcome: Hashable](
    mechanic: Callable[[Dice], Any],
    *,
    projection: Callable[[Any], Outcome] | None = None,
    max_branches: int = MAX_BRANCHES,
    explore: Explore = BranchExplorer,
) -> tuple[dict[Outcome, int], int]:
    """Every outcome of the mechanic with its exact weight, and the sum of the weights.

    The chance of an outcome is weight / sum. `reading` says what to keep of each outcome, and outcomes are
    merged by it as they come: for an order of eight, who is first. `explore` makes what answers where some
    of the dice lie already.
    Raises TooManyBranchesError beyond `max_branches`, or if the mechanic may never end.
    """
    return run_to_completion(
        expand_incrementally(mechanic, projection=projection, max_branches=max_branches, explore=explore)
    )


def expand_incrementally[Outcome: Hashable](
    mechanic: Callable[[Dice], Any],
    *,
    projection: Callable[[Any], Outcome] | None = None,
    max_branches: int = MAX_BRANCHES,
    explore: Explore = BranchExplorer,
) -> Incremental[tuple[dict[Outcome, int], int]]:
    """The same, bit by bit."""
    by_total: dict[int, dict[Outcome, int]] = {}
    path: list[int] = []
    open_ways: list[Branches] = []
    for number, (outcome, weight, total) in enumerate(_runs(mechanic, explore, path, open_ways)):
        if number >= max_branches:
            raise TooManyBranchesError(
                f"more than {max_branches} ways to count: lower the number of dice or rounds, or ask for "
                "less than every face, as dice.tally, dice.sum and dice.highest do"
            )
        if number % BRANCHES_PER_STEP == BRANCHES_PER_STEP - 1:
            yield max(_progress(path, open_ways), number / max_branches)
        found = by_total.setdefault(total, {})
        kept = outcome if projection is None else projection(outcome)
        try:
            found[kept] = found.get(kept, 0) + weight
        except TypeError as error:  # it has no hash
            allowed = "fields that never change, such as a tuple in the place of a list"
            raise DeclarationError("outcome that is counted", kept, allowed) from error
    if len(by_total) == 1:  # as nearly always
        [(total, found)] = by_total.items()
        return found, total
    whole = lcm(*by_total)
    merged: dict[Outcome, int] = {}
    for total, found in by_total.items():
        for kept, weight in found.items():
            merged[kept] = merged.get(kept, 0) + weight * (whole // total)
    return merged, whole


def _progress(path: Sequence[int], open_ways: Sequence[Branches]) -> float:
    """The share of all paths that lie before this one, were each choice as long as its neighbours."""
    gone, part = 0.0, 1.0
    for place, ways in zip(path, open_ways, strict=True):
        part /= len(ways)
        gone += place * part
    return gone


def _runs(
    mechanic: Callable[[Dice], Any], explore: Explore, path: list[int], open_ways: list[Branches]
) -> Iterator[tuple[Any, int, int]]:
    """Run the mechanic along each path, depth first: the last choice that has a next alternative takes it.
    `path` and `open_ways` are the first, and show afterwards how far it is.
    """
    asked = 0
    while True:
        dice = explore(path, open_ways)
        outcome = mechanic(dice)
        yield outcome, dice.weight, dice.total
        asked += dice.queries
        if asked > MAX_TOTAL_QUERIES:
            raise TooManyBranchesError(
                f"more than {MAX_TOTAL_QUERIES} throws to count on all ways: {UNBOUNDED_HINT}"
            )
        while path and path[-1] + 1 == len(open_ways[-1]):
            path.pop()
            open_ways.pop()
        if not path:
            return
        path[-1] += 1


def _possible(weights: Mapping[Any, int]) -> Branches:
    """The keys that can be drawn."""
    return tuple((key, ways) for key, ways in weights.items() if ways)


def _ends(rounds: Callable[[Any], Mapping[Any, int]], start: Hashable, most: int) -> Branches:
    """How a process may end, each end with the sum of all their weights. Raises TooManyBranchesError beyond
    `most` ways from state to state, and where it may never end.
    """
    led = 0

    def step(state: Any) -> Mapping[Any, int]:
        nonlocal led
        found = rounds(state)
        led += len(found)
        if led > most:
            raise TooManyBranchesError(
                f"more than {most} ways from round to round to count: lower the rounds"
            )
        return found

    ended: markov.Absorption[Any] = markov.solve_absorption(step, start)
    if ended.never:
        raise TooManyBranchesError(f"no end on some ways: {UNBOUNDED_HINT}", "This may never come to an end.")
    weights = to_weights(ended.chances)
    total = sum(weights.values())
    return tuple(((outcome, total), weight) for outcome, weight in weights.items())
