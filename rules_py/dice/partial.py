"""Partial rolls, of which the first faces are known: their state so far, and the next die.

A roll is also partial while it waits for a decision of the reader (`Dice.choose`). A mechanic rolls its dice
one after another, so it is interrupted where the known faces end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.base.errors import InputError
from rules_py.dice.decision import Decision
from rules_py.dice.dice import Dice
from rules_py.dice.label import DeferredLabel, Label
from rules_py.dice.recording import RandomDice, RecordingDice, ScriptedDice
from rules_py.dice.roll_steps import RollStep


@dataclass(frozen=True)
class NextDie:
    """The next die to roll, or the next draw or decision if `keys` are available.

    `label` is its purpose, if the mechanic names one, and `rule` the rule that requires it. It is die number
    `position`, counted from 1, of `pool_size` rolled together. `decision` is the pending decision of the
    reader, if any.
    """

    label: str
    rule: str | None = None
    sides: int = 0
    lowest: int = 1
    position: int = 1
    pool_size: int = 1
    keys: tuple[Any, ...] = ()
    decision: Decision | None = None

    @property
    def faces(self) -> tuple[Any, ...]:
        """All faces it can show."""
        return self.keys or tuple(range(self.lowest, self.lowest + self.sides))


@dataclass(frozen=True)
class PartialState[Outcome]:
    """A partial roll: its faces and steps so far, and the next die or, if it is complete, the outcome.

    `choices` are the texts of the options chosen so far, by their indexes in `faces`.
    """

    faces: tuple[Any, ...]
    steps: tuple[RollStep, ...]
    next: NextDie | None
    outcome: Outcome | None
    choices: Mapping[int, str]


def read_partial[Outcome](
    mechanic: Callable[[Dice], Outcome], faces: Sequence[Any], aliases: Mapping[int, int] | None = None
) -> PartialState[Outcome]:
    """Return the state of the roll after these faces, in the order rolled.

    Raises InputError: `bad_die` for a face that its die doesn't have, `wrong_dice_count` for too many faces.
    """
    return _read_state(mechanic, _PartialDice(faces, aliases))


def roll_to_decision[Outcome](
    mechanic: Callable[[Dice], Outcome], faces: Sequence[Any], aliases: Mapping[int, int] | None = None
) -> PartialState[Outcome]:
    """Return the state of a roll that starts with these faces and continues with random dice, until its end
    or the next decision. Raises InputError as `read_partial` does.
    """
    return _read_state(mechanic, _DecidedDice(faces, aliases))


def covers(mechanic: Callable[[Dice], Any], faces: Sequence[Any]) -> bool:
    """Return whether the faces cover all dice of a mechanic. There may be more of them."""
    try:
        mechanic(_PartialDice(faces))
    except _NeedsDie:
        return False
    return True


def _read_state[Outcome](mechanic: Callable[[Dice], Outcome], dice: _PartialDice) -> PartialState[Outcome]:
    next_die, outcome = None, None
    try:
        outcome = mechanic(dice)
    except _NeedsDie as waiting:
        next_die = waiting.next
    if next_die is None:
        dice.finish()
    elif dice.faults:
        raise InputError(*dice.faults)
    return PartialState(tuple(dice.faces), dice.steps, next_die, outcome, dice.choices)


class _NeedsDie(Exception):
    """Raised when the faces are used up."""

    def __init__(self, next_die: NextDie) -> None:
        super().__init__(next_die)
        self.next = next_die


class _PartialDice(ScriptedDice):
    """Dice that show known faces and raise _NeedsDie when these are used up."""

    def _available(self, count: int) -> int:
        """Return the number of these dice for which faces are available."""
        return min(count, len(self._script) - self._used)

    def _roll(self, sizes: Sequence[int], lowest: int, label: Label, rule: str | None) -> Any:
        available = self._available(len(sizes))
        if available == len(sizes):
            return super()._roll(sizes, lowest, label, rule)
        text = _pending_text(label)
        if available:
            super()._roll(sizes[:available], lowest, text, rule)
        raise _NeedsDie(NextDie(text, rule, sizes[available], lowest, available + 1, len(sizes)))

    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key:
        if not self._available(1):
            raise _NeedsDie(
                NextDie(label, rule, keys=tuple(key for key, weight in weights.items() if weight))
            )
        return super()._draw(weights, label, rule)

    def _decide(self, decision: Decision, rule: str | None) -> str:
        if not self._available(1):
            keys = tuple(decision.options)
            raise _NeedsDie(NextDie(decision.question, rule, keys=keys, decision=decision))
        return super()._decide(decision, rule)


class _DecidedDice(_PartialDice):
    """Dice that show known faces, then random ones until a decision."""

    def __init__(self, faces: Sequence[Any], aliases: Mapping[int, int] | None = None) -> None:
        super().__init__(faces, aliases)
        self._random = RandomDice()

    def _roll(self, sizes: Sequence[int], lowest: int, label: Label, rule: str | None) -> Any:
        return RecordingDice._roll(self, sizes, lowest, label, rule)

    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key:
        return RecordingDice._draw(self, weights, label, rule)

    def _next_face(self, sides: int, lowest: int) -> int:
        if self._available(1):
            return super()._next_face(sides, lowest)
        return self._random._next_face(sides, lowest)

    def _next_key(self, weights: Mapping[Any, int]) -> Any:
        if self._available(1):
            return super()._next_key(weights)
        return self._random._next_key(weights)


def _pending_text(label: Label) -> str:
    """Return the text of a label before the die is rolled."""
    if isinstance(label, DeferredLabel):
        return label.before
    return "" if callable(label) else label
