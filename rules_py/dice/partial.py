"""A throw of which some faces lie already: which die comes next, and exactly what can still come of it.

A mechanic asks for its dice one after another, so it can be stopped where the row of given faces ends
(`fallen`), and counted from there (`what_may_come`). There the mechanic runs as it does for the odds, along
every path; only that, as long as the row lasts, each question has the one answer the row gives. The row may
end within a pool: some of its dice lie then, and the rest are counted with them (`Pool.lying`, `Pool.owed`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from rules_py.base.errors import InputError
from rules_py.dice.combined import CombinedRoll
from rules_py.dice.dice import Dice, Rounds, ScriptedDice, Selection
from rules_py.dice.enumerate_branches import (
    MAX_BRANCHES,
    BranchExplorer,
    UnrolledDice,
    expand,
    expand_incrementally,
)
from rules_py.dice.incremental import Incremental, run_to_completion
from rules_py.dice.label import DeferredLabel, Label
from rules_py.dice.markov import Done
from rules_py.dice.pools import Aggregate, Branches, Pool
from rules_py.dice.roll_steps import RollStep
from rules_py.dice.rolled_dice import RolledDice


@dataclass(frozen=True)
class NextDie:
    """What is to be thrown next: a die, or where there are `keys`, a key drawn.

    `label` says what it is for (empty where the mechanic does not), `rule` which rule has it thrown. It is
    one of `together`, thrown at once, of which it is the `place`th, counted from 1.
    """

    label: str
    rule: str | None = None
    sides: int = 0
    lowest: int = 1
    position: int = 1
    pool_size: int = 1
    keys: tuple[Any, ...] = ()

    @property
    def faces(self) -> tuple[Any, ...]:
        """All it can show."""
        return self.keys or tuple(range(self.lowest, self.lowest + self.sides))


@dataclass(frozen=True)
class PartialState[Outcome]:
    """How a throw stands after some faces: the row as it was read, the working so far, and either the next
    die or, the last being given, the outcome.
    """

    faces: tuple[Any, ...]
    steps: tuple[RollStep, ...]
    next: NextDie | None
    outcome: Outcome | None


def read_partial[Outcome](
    mechanic: Callable[[Dice], Outcome], faces: Sequence[Any], aliases: Mapping[int, int] | None = None
) -> PartialState[Outcome]:
    """How the throw stands after these faces, given in the order thrown.

    Raises InputError: `bad_die` for a face that its die does not have, `wrong_dice_count` for more faces than
    the throw takes.
    """
    dice = _PartialDice(faces, aliases)
    following, outcome = None, None
    try:
        outcome = mechanic(dice)
    except _NeedsDie as waiting:
        following = waiting.next
    if following is None:
        dice.finish()
    elif dice.faults:
        raise InputError(*dice.faults)
    return PartialState(tuple(dice.faces), dice.steps, following, outcome)


class _NeedsDie(Exception):
    """The row of faces is at its end."""

    def __init__(self, following: NextDie) -> None:
        super().__init__(following)
        self.next = following


class _PartialDice(ScriptedDice):
    """Given faces, which wait for the next where they end."""

    def _there(self, wanted: int) -> int:
        """How many of so many dice the row has faces for."""
        return min(wanted, len(self._script) - self._used)

    def _roll(self, sizes: Sequence[int], lowest: int, label: Label, rule: str | None) -> Any:
        there = self._there(len(sizes))
        if there == len(sizes):
            return super()._roll(sizes, lowest, label, rule)
        before = _before(label)
        if there:
            super()._roll(sizes[:there], lowest, before, rule)
        raise _NeedsDie(NextDie(before, rule, sizes[there], lowest, there + 1, len(sizes)))

    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key:
        if not self._there(1):
            raise _NeedsDie(NextDie(label, rule, keys=tuple(key for key, ways in weights.items() if ways)))
        return super()._draw(weights, label, rule)


def _before(label: Label) -> str:
    """What a die is for, where that is said before it has fallen."""
    if isinstance(label, DeferredLabel):
        return label.before
    return "" if callable(label) else label


@dataclass(frozen=True)
class ConditionalOdds:
    """What can still come of a throw: each outcome with its `counts` out of `ways`.

    At least `least` dice are still to be thrown; no more than those where it is `certain` how many.
    """

    weights: Mapping[Any, int]
    total_weight: int
    min_remaining: int
    is_fixed: bool


def conditional_odds[Outcome: Hashable](
    mechanic: Callable[[Dice], Outcome], faces: Sequence[Any], *, max_branches: int = MAX_BRANCHES
) -> ConditionalOdds:
    """The exact chances after these faces, which must be fitting ones (`fallen` sees to that).

    Raises TooManyBranchesError where that takes more than `most` branches.
    """
    return run_to_completion(conditional_odds_incrementally(mechanic, faces, max_branches=max_branches))


def conditional_odds_incrementally[Outcome: Hashable](
    mechanic: Callable[[Dice], Outcome], faces: Sequence[Any], *, max_branches: int
) -> Incremental[ConditionalOdds]:
    """The same, bit by bit."""
    exploring = _Exploring(faces, max_branches)
    counted: dict[Outcome, int]
    counted, ways = yield from expand_incrementally(mechanic, max_branches=max_branches, explore=exploring)
    exploring.ended()
    return ConditionalOdds(
        counted, ways, min(exploring.thrown), exploring.certain and len(exploring.thrown) == 1
    )


class _Exploring:
    """Makes what answers each run, and gathers how many dice the runs throw after the row."""

    def __init__(self, row: Sequence[Any], most: int) -> None:
        self._row = row
        self._most = most
        self._latest: _ConditionalExplorer | None = None
        self._whole: list[bool] = []
        self.thrown: set[int] = set()
        self.certain = True

    def __call__(self, path: list[int], open_ways: list[Branches]) -> _ConditionalExplorer:
        self.ended()
        self._latest = _ConditionalExplorer(path, open_ways, self._row, self._most, self._whole)
        return self._latest

    def ended(self) -> None:
        """The latest run is over."""
        if self._latest is not None:
            self.thrown.add(self._latest.thrown)
            self.certain = self.certain and self._latest.certain


class _ConditionalExplorer(BranchExplorer):
    """Answers with the faces that lie, then along a path of choices."""

    def __init__(
        self, path: list[int], open_ways: list[Branches], row: Sequence[Any], most: int, whole: list[bool]
    ) -> None:
        super().__init__(path, open_ways, most)
        self._row = row
        self._place = 0
        self._whole = whole
        """Of the rounds of processes that begin within the row, whether it has all their dice. As every run
        begins with the row, the first one finds out for all.
        """
        self._rounds = 0
        self.thrown = 0
        self.certain = True
        """Whether `thrown` are all the dice of this run after the row, and not the least there can be."""

    def take(self, most: int) -> Sequence[Any]:
        """The next faces of the row: so many, or what is left of it."""
        found = self._row[self._place : self._place + most]
        self._place += len(found)
        return found

    @property
    def spent(self) -> bool:
        return self._place == len(self._row)

    @property
    def is_counting(self) -> bool:
        return self.spent

    def counted(self, dice: Pool) -> None:
        """Take note of dice that are not on the table yet."""
        self.thrown += len(dice.sizes) + len(dice.pending_extra)
        self.certain = self.certain and not dice.extra_limit

    def _query[Answer](
        self, dice: Pool, reading: Aggregate[Answer], label: Label, rule: str | None
    ) -> Answer:
        if self.spent:
            self.counted(dice)
            return super()._query(dice, reading, label, rule)
        return self._roll_pool(dice, label, rule)._query(reading)

    def _roll_pool(self, dice: Pool, label: Label, rule: str | None) -> RolledDice:
        if self.spent:
            return self.open(dice, dice)
        sizes, more = dice.sizes, dice.extra_limit
        lying: _Lie = ()
        while sizes:
            faces = self.take(len(sizes))
            latest = tuple(zip(sizes, faces, strict=False))
            lying += latest
            added = tuple(size for size, face in latest if more and face in dice.extra_faces(size))
            if len(faces) < len(sizes):
                return self.open(dice, _left_of(dice, sizes[len(faces) :], more, lying, added))
            sizes, more = added, more - 1
        return _FullyRolled(self, dice, lying)

    def open(self, dice: Pool, left: Pool) -> UnrolledDice:
        """Dice that do not all lie: `left` is what is still to be thrown of them, and what lies beside it."""
        self.counted(left)
        return _PartlyRolled(self, dice, left)

    def _roll_combined[Answer](self, asked: CombinedRoll[Answer], label: Label, rule: str | None) -> Answer:
        if not self.spent:
            return asked.roll(self, label, rule)
        self.thrown += asked.min_dice
        self.certain = self.certain and not asked.is_variable
        return super()._roll_combined(asked, label, rule)

    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key:
        if self.spent:
            self.thrown += 1
            return super()._draw(weights, label, rule)
        key: Key = self.take(1)[0]
        return key

    def resolve_process[State: Hashable, End: Hashable](
        self, process: Rounds[State, End], state: State
    ) -> Done[End] | None:
        if self.spent:
            self._await(process, process.min_dice(state))
            return super().resolve_process(process, state)
        row = self._row[self._place :]
        if self._rounds == len(self._whole):
            self._whole.append(_goes_on(process, state, row))
        whole = self._whole[self._rounds]
        self._rounds += 1
        if whole:
            return None
        self._place = len(self._row)
        self._await(process, process.min_dice(state) - len(row))

        def rounds(place: Any) -> Mapping[Any, int]:
            if not isinstance(place, _Begun):
                return process.round_weights(place)
            counted: dict[State | Done[End], int]
            counted, _ = expand(lambda dice: process.step(dice, state), explore=_Exploring(row, self._most))
            return counted

        return self.solve_rounds(rounds, _Begun())

    def _await(self, process: Rounds[Any, Any], least: int) -> None:
        """Take note of the dice to come of a process, so many at least."""
        self.thrown += max(least, 0)
        self.certain = self.certain and not process.is_variable


@dataclass(frozen=True)
class _Begun:
    """The round of a process in which the row ends, as a state."""


def _goes_on[State: Hashable](process: Rounds[State, Any], state: State, row: Sequence[Any]) -> bool:
    """Whether the row has all the dice of this round."""
    try:
        process.step(_PartialDice(row), state)
    except _NeedsDie:
        return False
    return True


@lru_cache(maxsize=256)  # every run of a count comes by here
def _left_of(dice: Pool, rest: tuple[int, ...], more: int, lying: _Lie, added: tuple[int, ...]) -> Pool:
    """What of a pool is still to be thrown where a row of faces ends within it."""
    return replace(dice, sizes=rest, extra_limit=more, rolled=lying, pending_extra=added)


class _PartlyRolled(UnrolledDice):
    """Dice that do not all lie where the row ends."""

    _explorer: _ConditionalExplorer

    def _reroll(self, again: Callable[[int], bool] | None, label: Label, rule: str | None) -> RolledDice:
        self._explorer.certain = False
        return super()._reroll(again, label, rule)


_Lie = tuple[tuple[int, int], ...]
"""Dice on the table, (size, face) of each, in the order thrown."""


class _FullyRolled(RolledDice):
    """Dice that all lie."""

    def __init__(self, dice: _ConditionalExplorer, pool: Pool, lying: _Lie) -> None:
        super().__init__(pool)
        self._dice = dice
        self._lying = lying

    def _evaluate[Answer](self, reading: Aggregate[Answer]) -> Answer:
        return reading.evaluate(tuple(sorted((face for _, face in self._lying), reverse=True)))

    def _apply_status(self, fate: str, where: Selection, most: int | None) -> None:
        """Fates change no odds."""

    def _reroll(self, again: Callable[[int], bool] | None, label: Label, rule: str | None) -> RolledDice:
        if again is None:
            return self._dice._roll_pool(self._pool, label, rule)
        sizes = tuple(size for size, face in self._lying if again(face))
        faces = self._dice.take(len(sizes))
        kept = tuple(die for die in self._lying if not again(die[1]))
        lying = kept + tuple(zip(sizes, faces, strict=False))
        if len(faces) == len(sizes):
            return _FullyRolled(self._dice, self._pool, lying)
        return self._dice.open(self._pool, Pool(sizes[len(faces) :], self._pool.lowest, rolled=lying))
