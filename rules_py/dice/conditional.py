"""The exact odds of partial rolls, given the faces so far.

The mechanic runs along every branch as it does for the odds, but each query has a single answer until the
known faces end. If they end within a pool, the rest of it is counted together with the rolled dice
(`Pool.rolled`, `Pool.pending_extra`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from rules_py.dice.aggregates import Aggregate, Branches
from rules_py.dice.combined import CombinedRoll
from rules_py.dice.decision import Decision
from rules_py.dice.dice import Dice, Rounds, Selection
from rules_py.dice.enumerate_branches import (
    MAX_BRANCHES,
    BranchExplorer,
    UnrolledDice,
    expand,
    expand_incrementally,
)
from rules_py.dice.incremental import Incremental, run_to_completion
from rules_py.dice.label import Label
from rules_py.dice.markov import Done
from rules_py.dice.partial import covers
from rules_py.dice.pools import Pool
from rules_py.dice.rolled_dice import RolledDice


@dataclass(frozen=True)
class ConditionalOdds:
    """The odds of a partial roll: the weight of each outcome, and the sum of the weights.

    At least `min_remaining` dice are still to roll, and no more if that number `is_fixed`.
    """

    weights: Mapping[Any, int]
    total_weight: int
    min_remaining: int
    is_fixed: bool


def conditional_odds[Outcome: Hashable](
    mechanic: Callable[[Dice], Outcome], faces: Sequence[Any], *, max_branches: int = MAX_BRANCHES
) -> ConditionalOdds:
    """Return the exact odds given these faces, which must be valid (`read_partial` checks them).

    Raises TooManyBranchesError for more than `max_branches`.
    """
    return run_to_completion(conditional_odds_incrementally(mechanic, faces, max_branches=max_branches))


def conditional_odds_incrementally[Outcome: Hashable](
    mechanic: Callable[[Dice], Outcome], faces: Sequence[Any], *, max_branches: int
) -> Incremental[ConditionalOdds]:
    """Do the same as `conditional_odds`, incrementally."""
    exploring = _ExplorerFactory(faces, max_branches)
    weights: dict[Outcome, int]
    weights, total = yield from expand_incrementally(mechanic, max_branches=max_branches, explore=exploring)
    exploring.finish_branch()
    return ConditionalOdds(
        weights, total, min(exploring.dice_to_roll), exploring.is_exact and len(exploring.dice_to_roll) == 1
    )


class _ExplorerFactory:
    """A factory of the dice for each branch, which records how many dice the branches roll after the known
    faces.
    """

    def __init__(self, known_faces: Sequence[Any], most: int) -> None:
        self._known_faces = known_faces
        self._most = most
        self._latest: _ConditionalExplorer | None = None
        self._covered: list[bool] = []
        self.dice_to_roll: set[int] = set()
        self.is_exact = True

    def __call__(self, path: list[int], answers: list[Branches]) -> _ConditionalExplorer:
        self.finish_branch()
        self._latest = _ConditionalExplorer(path, answers, self._known_faces, self._most, self._covered)
        return self._latest

    def finish_branch(self) -> None:
        """Record that the latest branch has ended."""
        if self._latest is not None:
            self.dice_to_roll.add(self._latest.dice_to_roll)
            self.is_exact = self.is_exact and self._latest.is_exact


class _ConditionalExplorer(BranchExplorer):
    """Dice that show the known faces, then follow a branch."""

    def __init__(
        self,
        path: list[int],
        answers: list[Branches],
        known_faces: Sequence[Any],
        most: int,
        covered: list[bool],
    ) -> None:
        super().__init__(path, answers, most)
        self._known_faces = known_faces
        self._position = 0
        self._covered = covered
        """True if the known faces cover all dice of each process round that starts within them.

        Every branch starts with the known faces, so the first one determines it for all.
        """
        self._rounds = 0
        self.dice_to_roll = 0
        self.is_exact = True
        """True if the number of dice after the known faces is exact rather than a minimum."""

    def take(self, most: int) -> Sequence[Any]:
        """Return the next known faces, at most `most`."""
        faces = self._known_faces[self._position : self._position + most]
        self._position += len(faces)
        return faces

    @property
    def is_past_faces(self) -> bool:
        return self._position == len(self._known_faces)

    @property
    def is_counting(self) -> bool:
        return self.is_past_faces

    def add_dice(self, dice: Pool) -> None:
        """Add dice that are still to roll."""
        self.dice_to_roll += len(dice.sizes) + len(dice.pending_extra)
        self.is_exact = self.is_exact and not dice.extra_limit

    def _query[Answer](
        self, dice: Pool, aggregate: Aggregate[Answer], label: Label, rule: str | None
    ) -> Answer:
        if self.is_past_faces:
            self.add_dice(dice)
            return super()._query(dice, aggregate, label, rule)
        return self._roll_pool(dice, label, rule)._query(aggregate)

    def _roll_pool(self, dice: Pool, label: Label, rule: str | None) -> RolledDice:
        if self.is_past_faces:
            return self.split(dice, dice)
        sizes, more = dice.sizes, dice.extra_limit
        rolled: _Rolled = ()
        while sizes:
            faces = self.take(len(sizes))
            latest = tuple(zip(sizes, faces, strict=False))
            rolled += latest
            added = tuple(size for size, face in latest if more and face in dice.extra_faces(size))
            if len(faces) < len(sizes):
                return self.split(dice, _left_of(dice, sizes[len(faces) :], more, rolled, added))
            sizes, more = added, more - 1
        return _FullyRolled(self, dice, rolled)

    def split(self, dice: Pool, left: Pool) -> UnrolledDice:
        """Return dice of which some are still to roll: `left` is the pool without those already rolled."""
        self.add_dice(left)
        return _PartlyRolled(self, dice, left)

    def _roll_combined[Answer](
        self, combined: CombinedRoll[Answer], label: Label, rule: str | None
    ) -> Answer:
        if not self.is_past_faces:
            return combined.roll(self, label, rule)
        self.dice_to_roll += combined.min_dice
        self.is_exact = self.is_exact and not combined.is_variable
        return super()._roll_combined(combined, label, rule)

    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key:
        if self.is_past_faces:
            self.dice_to_roll += 1
            return super()._draw(weights, label, rule)
        key: Key = self.take(1)[0]
        return key

    def _decide(self, decision: Decision, rule: str | None) -> str:
        if self.is_past_faces:
            self.is_exact = False  # the reader may choose another option
            return decision.policy
        key: str = self.take(1)[0]
        return key

    def resolve_process[State: Hashable, End: Hashable](
        self, process: Rounds[State, End], state: State
    ) -> Done[End] | None:
        if self.is_past_faces:
            self._add_process(process, process.min_dice(state))
            return super().resolve_process(process, state)
        known_faces = self._known_faces[self._position :]
        if self._rounds == len(self._covered):
            self._covered.append(covers(lambda dice: process.step(dice, state), known_faces))
        covered = self._covered[self._rounds]
        self._rounds += 1
        if covered:
            return None
        self._position = len(self._known_faces)
        self._add_process(process, process.min_dice(state) - len(known_faces))

        def rounds(position: Any) -> Mapping[Any, int]:
            if not isinstance(position, _SplitRound):
                return process.round_weights(position)
            weights: dict[State | Done[End], int]
            weights, _ = expand(
                lambda dice: process.step(dice, state),
                explore=_ExplorerFactory(known_faces, self._max_transitions),
            )
            return weights

        return self.solve_rounds(rounds, _SplitRound())

    def _add_process(self, process: Rounds[Any, Any], least: int) -> None:
        """Add the dice of a process that are still to roll."""
        self.dice_to_roll += max(least, 0)
        self.is_exact = self.is_exact and not process.is_variable


@dataclass(frozen=True)
class _SplitRound:
    """The state of a process in whose round the known faces end."""


@lru_cache(maxsize=256)  # called for every branch
def _left_of(dice: Pool, rest: tuple[int, ...], more: int, rolled: _Rolled, added: tuple[int, ...]) -> Pool:
    """Return the rest of a pool within which the known faces end."""
    return replace(dice, sizes=rest, extra_limit=more, rolled=rolled, pending_extra=added)


class _PartlyRolled(UnrolledDice):
    """Dice that are partly rolled."""

    _explorer: _ConditionalExplorer

    def _reroll(self, again: Callable[[int], bool] | None, label: Label, rule: str | None) -> RolledDice:
        self._explorer.is_exact = False
        return super()._reroll(again, label, rule)


_Rolled = tuple[tuple[int, int], ...]
"""Rolled dice, as (size, face), in the order rolled."""


class _FullyRolled(RolledDice):
    """Dice whose faces are all known."""

    def __init__(self, dice: _ConditionalExplorer, pool: Pool, rolled: _Rolled) -> None:
        super().__init__(pool)
        self._dice = dice
        self._rolled = rolled

    def _evaluate[Answer](self, aggregate: Aggregate[Answer]) -> Answer:
        return aggregate.evaluate(tuple(sorted((face for _, face in self._rolled), reverse=True)))

    def __len__(self) -> int:
        return len(self._rolled)

    def _dice_faces(self) -> Sequence[tuple[int, int]]:
        return [(face, size) for size, face in self._rolled]

    def _apply_status(self, status: str, where: Selection, most: int | None) -> None:
        """Do nothing: statuses change no odds."""

    def _reroll(self, again: Callable[[int], bool] | None, label: Label, rule: str | None) -> RolledDice:
        if again is None:
            return self._dice._roll_pool(self._pool, label, rule)
        sizes = tuple(size for size, face in self._rolled if again(face))
        faces = self._dice.take(len(sizes))
        remaining = tuple(die for die in self._rolled if not again(die[1]))
        rolled = remaining + tuple(zip(sizes, faces, strict=False))
        if len(faces) == len(sizes):
            return _FullyRolled(self._dice, self._pool, rolled)
        return self._dice.split(self._pool, Pool(sizes[len(faces) :], self._pool.lowest, rolled=rolled))
