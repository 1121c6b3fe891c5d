"""Exhaustive enumeration: every branch of a mechanic in turn, with exact whole-number weights.

The mechanic is run once for each combination of answers to its queries. A query has as few branches as
possible (`pools.py`): the highest of three d8 has eight, not 512.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from math import lcm
from typing import Any

from rules_py.base.errors import DeclarationError, TooManyBranchesError
from rules_py.dice import markov
from rules_py.dice.aggregates import Aggregate, Branches, branches, remaining_faces, reroll_faces
from rules_py.dice.chances import to_weights
from rules_py.dice.combined import CombinedRoll, combined_branches
from rules_py.dice.decision import Decision
from rules_py.dice.dice import UNBOUNDED_HINT, Dice, Rounds, Selection
from rules_py.dice.incremental import Incremental, run_to_completion
from rules_py.dice.joint import refine
from rules_py.dice.label import Label
from rules_py.dice.markov import Done
from rules_py.dice.matching import beaten_branches
from rules_py.dice.pools import Pool
from rules_py.dice.rolled_dice import RolledDice

MAX_BRANCHES = 100_000
"""Branches of a mechanic: about a second of work in a browser."""
MAX_QUERIES = 250
"""Queries of one branch. A mechanic with more may never end."""
MAX_TOTAL_QUERIES = 1_500_000
"""Queries of all branches: each branch repeats the queries that lead to it, so length costs as well."""

BRANCHES_PER_STEP = 200
"""Branches between progress reports: some milliseconds in a browser."""


class BranchExplorer(Dice):
    """Dice that follow one branch of the mechanic, and record its alternatives.

    `path` holds the index of the answer to each query. `answers` holds all answers to each, which are reused
    if a run follows the previous path. A process may have at most `max_transitions`.
    """

    def __init__(self, path: list[int], answers: list[Branches], most: int = MAX_BRANCHES) -> None:
        self._path = path
        self._answers = answers
        self._max_transitions = most
        self.queries = 0
        self.weight = 1
        self.total = 1

    @property
    def is_counting(self) -> bool:
        return True

    def branch(self, find: Callable[..., Branches], *query: Any) -> tuple[Any, int]:
        """Return the answer on this branch with its weight; `find(*query)` returns all answers."""
        depth = self.queries
        if depth == len(self._path):
            if depth == MAX_QUERIES:
                raise TooManyBranchesError(f"no end after {depth} rolls. {UNBOUNDED_HINT}")
            self._path.append(0)
            self._answers.append(find(*query))
        self.queries = depth + 1
        return self._answers[depth][self._path[depth]]

    def _query[Answer](
        self, dice: Pool, aggregate: Aggregate[Answer], label: Label, rule: str | None
    ) -> Answer:
        answer: Answer
        depth = self.queries
        if depth < len(self._path):  # `branch`, inlined for speed
            self.queries = depth + 1
            answer, weight = self._answers[depth][self._path[depth]]
        else:
            answer, weight = self.branch(branches, dice, aggregate)
        self.weight *= weight
        self.total *= dice.total
        return answer

    def _roll_pool(self, dice: Pool, label: Label, rule: str | None) -> RolledDice:
        return UnrolledDice(self, dice)

    def _roll_combined[Answer](
        self, combined: CombinedRoll[Answer], label: Label, rule: str | None
    ) -> Answer:
        answer: Answer
        answer, weight = self.branch(combined_branches, combined)
        self.weight *= weight
        self.total *= combined.total
        return answer

    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key:
        key: Key
        key, weight = self.branch(_possible, weights)
        self.weight *= weight
        self.total *= sum(weights.values())
        return key

    def _decide(self, decision: Decision, rule: str | None) -> str:
        return decision.policy

    def resolve_process[State: Hashable, End: Hashable](
        self, process: Rounds[State, End], state: State
    ) -> Done[End] | None:
        return self.solve_rounds(process.round_weights, state)

    def solve_rounds(self, rounds: Callable[[Any], Mapping[Any, int]], start: Hashable) -> Done[Any]:
        """Return the end, on this branch, of a process with these rounds."""
        (outcome, total), weight = self.branch(_ends, rounds, start, self._max_transitions)
        self.weight *= weight
        self.total *= total
        return Done(outcome)


class UnrolledDice(RolledDice):
    """Dice of which only the queried values are known. `left` is the pool without the dice that are already
    rolled.
    """

    def __init__(self, explorer: BranchExplorer, pool: Pool, left: Pool | None = None) -> None:
        super().__init__(pool)
        self._left = left or pool
        self._explorer = explorer
        self._known: dict[Aggregate[Any], Any] = {}
        self._weight = 0
        """The weight of the known values, 0 if there are none."""
        self._known_dice: Sequence[tuple[int, int]] | None = None
        """Every die as (face, sides), if all are known."""

    def _evaluate[Answer](self, aggregate: Aggregate[Answer]) -> Answer:
        if self._known_dice is not None:
            return aggregate.evaluate(tuple(face for face, _ in self._known_dice))
        if aggregate not in self._known:
            if self._known:
                value = self._choose_value(refine, self._left, tuple(self._known.items()), aggregate)
            else:
                value = self._choose_value(branches, self._left, aggregate)
            self._known[aggregate] = value
        answer: Answer = self._known[aggregate]
        return answer

    def _choose_value(self, find: Callable[..., Branches], *query: Any) -> Any:
        answer, weight = self._explorer.branch(find, *query)
        if self._weight:
            self._explorer.weight //= self._weight
        else:
            self._explorer.total *= self._left.total
        self._explorer.weight *= weight
        self._weight = weight
        return answer

    def beats(self, other: RolledDice) -> int:
        if not isinstance(other, UnrolledDice) or self._known or other._known:
            return super().beats(other)
        answer: int
        answer, weight = self._explorer.branch(beaten_branches, self._left, other._left)
        self._explorer.weight *= weight
        self._explorer.total *= self._left.total * other._left.total
        return answer

    def __len__(self) -> int:
        if self._left.extra_limit:
            return len(self.faces)
        return len(self._pool.sizes)

    def _dice_faces(self) -> Sequence[tuple[int, int]]:
        if len({*self._pool.sizes}) < 2:
            return [(face, size) for face in self.faces for size in self._pool.sizes[:1]]
        if self._known_dice is None:
            known = tuple(self._known.items())
            self._known_dice = self._choose_value(remaining_faces, self._left, known)
        return self._known_dice

    def _apply_status(self, status: str, where: Selection, most: int | None) -> None:
        """Do nothing: statuses change no odds."""

    def _reroll(self, again: Callable[[int], bool] | None, label: Label, rule: str | None) -> RolledDice:
        left = self._left
        if again is None:
            return UnrolledDice(self._explorer, self._pool)
        faces = frozenset(face for size in {*self._pool.sizes} for face in left.faces_of(size))
        fitting = frozenset(filter(again, faces))
        if not self._known and (rerolled := left.with_reroll(fitting)):
            return UnrolledDice(self._explorer, self._pool, rerolled)
        if pool := reroll_faces(left, tuple(self._known.items()), fitting):
            return UnrolledDice(self._explorer, self._pool, pool)
        dice_faces = self._choose_value(remaining_faces, left, tuple(self._known.items()))
        sizes = tuple(size for face, size in dice_faces if face in fitting)
        rolled = tuple((size, face) for face, size in dice_faces if face not in fitting)
        return UnrolledDice(self._explorer, self._pool, Pool(sizes, left.lowest, rolled=rolled))


Explore = Callable[[list[int], list[Branches]], BranchExplorer]
"""A function that returns the dice for one branch, given its path and answers."""


def expand[Outcome: Hashable](
    mechanic: Callable[[Dice], Any],
    *,
    projection: Callable[[Any], Outcome] | None = None,
    max_branches: int = MAX_BRANCHES,
    explore: Explore = BranchExplorer,
) -> tuple[dict[Outcome, int], int]:
    """Return every outcome of the mechanic with its exact weight, and the sum of the weights.

    The chance of an outcome is its weight divided by the sum. Outcomes with the same `projection` are merged:
    for an order of eight, perhaps by who is first. `explore` replaces the dice, for instance if some were
    rolled already.

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
    """Do the same as `expand`, incrementally."""
    by_total: dict[int, dict[Outcome, int]] = {}
    path: list[int] = []
    answers: list[Branches] = []
    for number, (outcome, weight, total) in enumerate(_runs(mechanic, explore, path, answers)):
        if number >= max_branches:
            raise TooManyBranchesError(
                f"too many branches (more than {max_branches:,}). Reduce the number of dice or rounds, or "
                "don't look at every face: use dice.tally, dice.sum or dice.highest."
            )
        if number % BRANCHES_PER_STEP == BRANCHES_PER_STEP - 1:
            yield max(_progress(path, answers), number / max_branches)
        weights = by_total.setdefault(total, {})
        value = outcome if projection is None else projection(outcome)
        try:
            weights[value] = weights.get(value, 0) + weight
        except TypeError as error:  # the outcome isn't hashable
            expected = "hashable fields, such as a tuple instead of a list"
            raise DeclarationError("outcome", value, expected) from error
    if len(by_total) == 1:  # the most common case
        [(total, weights)] = by_total.items()
        return weights, total
    whole = lcm(*by_total)
    merged: dict[Outcome, int] = {}
    for total, weights in by_total.items():
        for value, weight in weights.items():
            merged[value] = merged.get(value, 0) + weight * (whole // total)
    return merged, whole


def _progress(path: Sequence[int], answers: Sequence[Branches]) -> float:
    """Return the share of branches done, as if every answer to a query led to equally many."""
    done, part = 0.0, 1.0
    for place, weight in zip(path, answers, strict=True):
        part /= len(weight)
        done += place * part
    return done


def _runs(
    mechanic: Callable[[Dice], Any], explore: Explore, path: list[int], answers: list[Branches]
) -> Iterator[tuple[Any, int, int]]:
    """Yield outcome, weight and total of each branch, depth first.

    `path` and `answers` are updated and show the progress.
    """
    requests = 0
    while True:
        dice = explore(path, answers)
        outcome = mechanic(dice)
        yield outcome, dice.weight, dice.total
        requests += dice.queries
        if requests > MAX_TOTAL_QUERIES:
            raise TooManyBranchesError(
                f"too many rolls (more than {MAX_TOTAL_QUERIES:,} in all branches). {UNBOUNDED_HINT}"
            )
        while path and path[-1] + 1 == len(answers[-1]):
            path.pop()
            answers.pop()
        if not path:
            return
        path[-1] += 1


def _possible(weights: Mapping[Any, int]) -> Branches:
    """Return the keys that can be drawn."""
    return tuple((key, weight) for key, weight in weights.items() if weight)


def _ends(rounds: Callable[[Any], Mapping[Any, int]], start: Hashable, most: int) -> Branches:
    """Return the ends of a process with their weights, each end paired with the sum of all weights.

    Raises TooManyBranchesError for more than `most` transitions, or if it may never end.
    """
    led = 0

    def step(state: Any) -> Mapping[Any, int]:
        nonlocal led
        weights = rounds(state)
        led += len(weights)
        if led > most:
            raise TooManyBranchesError(
                f"too many transitions between rounds (more than {most:,}). Reduce the number of rounds."
            )
        return weights

    ended: markov.Absorption[Any] = markov.solve_absorption(step, start)
    if ended.never:
        raise TooManyBranchesError(f"no end in some branches. {UNBOUNDED_HINT}", "This roll might never end.")
    weights = to_weights(ended.chances)
    total = sum(weights.values())
    return tuple(((outcome, total), weight) for outcome, weight in weights.items())
