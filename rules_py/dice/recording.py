"""Dice that record faces: random, seeded and scripted ones."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules_py.base.errors import Fault, InputError, TooManyBranchesError, join_or
from rules_py.base.wording import pluralize, quote, signed
from rules_py.dice.aggregates import Aggregate
from rules_py.dice.decision import Decision
from rules_py.dice.dice import UNBOUNDED_HINT, Dice, Selection, extra_dice_label
from rules_py.dice.label import Label
from rules_py.dice.pools import Pool
from rules_py.dice.roll_steps import PLAIN, REROLLED, Die, RollStep
from rules_py.dice.rolled_dice import RolledDice
from rules_py.dice.seeded import SplitMix64

MAX_FACES_ROLLED = 5_000
"""Faces of one roll, rolled within a second in a browser. A longer roll probably never ends."""


class RecordingDice(Dice):
    """Dice that show faces and record steps. `faces` holds all faces in the order rolled, and `choices` the
    texts of the options chosen (`Dice.choose`), by their indexes in it.
    """

    def __init__(self) -> None:
        self.faces: list[Any] = []
        self.choices: dict[int, str] = {}
        self._records: list[_Record] = []
        self._statuses: dict[_Slot, str] = {}

    @property
    def steps(self) -> tuple[RollStep, ...]:
        """The steps of the roll so far."""
        return tuple(  # created on demand: most rolls are made in thousands, and their steps aren't shown
            RollStep(text, tuple(self._die(die, lowest) for die in dice), rule, entry)
            for text, dice, lowest, rule, entry in self._records
        )

    def _die(self, die: _SlottedDie, lowest: int) -> Die:
        sides, face, slot = die
        return Die(sides, face, self._statuses.get(slot, PLAIN), lowest)

    @abstractmethod
    def _next_face(self, sides: int, lowest: int) -> int:
        """Return the face of the next die, one of `sides` faces from `lowest` up."""

    @abstractmethod
    def _next_key(self, weights: Mapping[Any, int]) -> Any:
        """Return the next key drawn."""

    def _roll_pool(self, dice: Pool, label: Label, rule: str | None) -> _RecordedDice:
        rolled = self._roll(dice.sizes, dice.lowest, label, rule)
        latest = rolled
        for _ in range(dice.extra_limit):
            sizes = [sides for sides, face, _ in latest if face in dice.extra_faces(sides)]
            if not sizes:
                break
            latest = self._roll(sizes, dice.lowest, extra_dice_label(len(sizes)), rule)
            rolled = rolled + latest
        return _RecordedDice(self, dice, rolled)

    def _roll(self, sizes: Sequence[int], lowest: int, label: Label, rule: str | None) -> list[_SlottedDie]:
        """Roll dice of these sizes as one step."""
        self._check_limit(len(sizes))
        faces = [self._next_face(sides, lowest) for sides in sizes]
        self.faces.extend(faces)
        step = len(self._records)
        dice = [(sides, faces[at], (step, at)) for at, sides in enumerate(sizes)]
        self._records.append((label(sum(faces)) if callable(label) else label, dice, lowest, rule, None))
        return dice

    def _check_limit(self, more: int) -> None:
        """Raise TooManyBranchesError for a roll that doesn't end."""
        if len(self.faces) + more > MAX_FACES_ROLLED:
            raise TooManyBranchesError(f"no end after {len(self.faces)} dice. {UNBOUNDED_HINT}")

    def _set_statuses(self, statuses: Mapping[_Slot, str]) -> None:
        self._statuses.update(statuses)

    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key:
        self._check_limit(1)
        key: Key = self._next_key(weights)
        self.faces.append(key)
        self.note(f"{label}: {key}" if label else str(key), rule)
        return key

    def _decide(self, decision: Decision, rule: str | None) -> str:
        self._check_limit(1)
        key = self._next_choice(decision)
        self.choices[len(self.faces)] = decision.options[key]
        self.faces.append(key)
        self.note(decision.step(key), rule)
        return key

    def _next_choice(self, decision: Decision) -> str:
        """Return the key of the chosen option: by default that of the policy."""
        key: str = self._next_key({key: int(key == decision.policy) for key in decision.options})
        return key

    def note(self, text: str, rule: str | None = None, *, entry: tuple[str, str] | None = None) -> None:
        self._records.append((text, [], 1, rule, entry))


_Slot = tuple[int, int]
"""The position of a die in the steps: the step's index and the die's index in it."""
_SlottedDie = tuple[int, int, _Slot]
"""The size of a die, its face and its position."""
_Record = tuple[str, list[_SlottedDie], int, str | None, tuple[str, str] | None]
"""A step that isn't created yet: its text, its dice, their lowest face, its rule and its table entry."""


class _RecordedDice(RolledDice):
    """Rolled dice whose faces are known."""

    def __init__(self, source: RecordingDice, pool: Pool, dice: list[_SlottedDie]) -> None:
        super().__init__(pool)
        self._source = source
        self._dice = dice

    def _evaluate[Answer](self, aggregate: Aggregate[Answer]) -> Answer:
        faces = [face for _, face, _ in self._dice]
        statuses = aggregate.statuses(faces)
        if statuses is not None:
            self._source._set_statuses(
                {slot: status for (_, _, slot), status in zip(self._dice, statuses, strict=True) if status}
            )
        return aggregate.evaluate(tuple(sorted(faces, reverse=True)))

    def __len__(self) -> int:
        return len(self._dice)

    def _dice_faces(self) -> Sequence[tuple[int, int]]:
        return [(face, sides) for sides, face, _ in self._dice]

    def _apply_status(self, status: str, where: Selection, max_dice: int | None) -> None:
        if where is None or callable(where):
            slots = [slot for _, face, slot in self._dice if where is None or where(face)]
        else:
            ranked = sorted(self._dice, key=lambda die: die[1], reverse=True)
            slots = [ranked[at][2] for at in where]
        self._source._set_statuses(dict.fromkeys(slots[:max_dice], status))

    def _reroll(self, again: Callable[[int], bool] | None, label: Label, rule: str | None) -> RolledDice:
        self.set_status(REROLLED, again)
        if again is None:
            return self._source._roll_pool(self._pool, label, rule)
        others = [die for die in self._dice if not again(die[1])]
        sizes = [sides for sides, face, _ in self._dice if again(face)]
        rerolled = self._source._roll(sizes, self._pool.lowest, label, rule) if sizes else []
        return _RecordedDice(self._source, self._pool, others + rerolled)


class _NumberedDice(RecordingDice):
    """Dice driven by a generator of whole numbers."""

    @abstractmethod
    def _below(self, limit: int) -> int:
        """Return a whole number from 0 to limit - 1."""

    def _next_face(self, sides: int, lowest: int) -> int:
        return self._below(sides) + lowest

    def _next_key(self, weights: Mapping[Any, int]) -> Any:
        position = self._below(sum(weights.values()))
        for key, weight in weights.items():
            if position < weight:
                return key
            position -= weight
        raise AssertionError("a place below the sum of the weights lies within one of them")


class RandomDice(_NumberedDice):
    """Live dice. They use the system's random source, since a memory snapshot would freeze the state of a
    generator.
    """

    def _below(self, limit: int) -> int:
        return random.SystemRandom().randrange(limit)


class SeededDice(_NumberedDice):
    """Reproducible dice: a seed from 0 to 2**64 - 1 gives the same faces in every version and browser."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._generator = SplitMix64(seed)

    def _below(self, limit: int) -> int:
        return self._generator.below(limit)


class ScriptedDice(RecordingDice):
    """Dice that show the faces of a list in order; `finish` checks that their number and faces are valid.

    `aliases` are faces that a game prints differently: on ten-sided dice a game may write 0 for 10. An
    invalid face isn’t reported until the end: a wrong number of dice is the more helpful message.
    """

    MAX_MISSING = 10_000
    """Dice rolled beyond the faces before the roll is considered endless."""

    def __init__(self, faces: Sequence[Any], aliases: Mapping[int, int] | None = None) -> None:
        super().__init__()
        self._script = list(faces)
        self._aliases = aliases or {}
        self._used = 0
        self.faults: list[Fault] = []

    def has_faces_for(self, dice: int) -> bool:
        return self._used + dice <= len(self._script)

    @property
    def is_used_up(self) -> bool:
        """Return whether exactly all faces were used."""
        return self._used == len(self._script)

    def _next(
        self, expected: str, message: str, is_valid: Callable[[Any], bool], default: Any, *, names_faces: bool
    ) -> Any:
        at = self._used
        self._used += 1
        if at >= len(self._script):
            return default
        value = self._script[at]
        if is_valid(value):
            return value
        message = f"{message}{f'; {quote(value)} isn’t one of them' if names_faces else ''}."
        self.faults.append(Fault(f"dice.{at}", "bad_die", value, expected, message))
        return default

    def _next_face(self, sides: int, lowest: int) -> int:
        top = lowest + sides - 1
        aliases = {alias: face for alias, face in self._aliases.items() if face <= top and lowest == 1}
        also = "".join(f" (or {alias} for {face})" for alias, face in aliases.items())

        def is_valid(value: Any) -> bool:
            return (
                isinstance(value, int)
                and not isinstance(value, bool)
                and (lowest <= value <= top or value in aliases)
            )

        message = f"This die’s faces are {signed(lowest)} to {top}{also}"
        expected = f"a face from {lowest} to {top}{also}"
        face: int = self._next(expected, message, is_valid, lowest, names_faces=True)
        return aliases.get(face, face)

    def _next_key(self, weights: Mapping[Any, int]) -> Any:
        possible = [key for key, weight in weights.items() if weight]
        message = "That isn’t left in the deck"

        def is_valid(value: Any) -> bool:
            # In Python 1, 1.0 and True are equal.
            return any(type(value) is type(key) and value == key for key in possible)

        expected = f"a card that is left ({join_or(map(repr, possible))})"
        return self._next(expected, message, is_valid, possible[0], names_faces=False)

    def _next_choice(self, decision: Decision) -> str:
        def is_valid(value: Any) -> bool:
            return isinstance(value, str) and value in decision.options

        message = f"“{decision.question}” has no such option"
        expected = f"an option of “{decision.question}” ({join_or(map(repr, decision.options))})"
        return str(self._next(expected, message, is_valid, decision.policy, names_faces=False))

    def _check_limit(self, more: int) -> None:
        if self._used > len(self._script) + self.MAX_MISSING:
            raise InputError.at(
                "dice",
                self._script,
                "more dice to finish this roll",
                code="wrong_dice_count",
                message="More dice are needed to finish this roll.",
            )

    def finish(self) -> None:
        """Raise InputError for too few or too many dice, or for faces that the dice don't have."""
        if not self.is_used_up:
            count = pluralize(self._used, "die", "dice")
            number = len(self._script)
            message = f"This roll needs {count}; you entered {number or 'none'}."
            raise InputError.at("dice", self._script, count, code="wrong_dice_count", message=message)
        if self.faults:
            raise InputError(*self.faults)


def invalid_faces(
    sides: Sequence[int], faces: Sequence[Any], aliases: Mapping[int, int] | None = None
) -> list[Fault]:
    """Return the faults of faces that dice of these sizes don't have; none if their number is wrong."""
    if len(sides) != len(faces):
        return []
    scripted = ScriptedDice(faces, aliases)
    for size in sides:
        scripted.d(size)
    return scripted.faults


def pool_size_for(
    play: Callable[[Dice, int], object],
    faces: Sequence[Any],
    low: int,
    high: int,
    aliases: Mapping[int, int] | None = None,
) -> int:
    """Return the number of dice, `low` to `high`, with which `play(dice, number)` uses all the faces.

    So the faces determine the size of the pool, even if some of them add dice. If no number fits, return the
    one nearest to the number of faces.
    """
    nearest = max(low, min(high, len(faces)))
    for number in range(nearest, low - 1, -1):
        dice = ScriptedDice(faces, aliases)
        try:
            play(dice, number)
        except InputError:
            continue
        if dice.is_used_up:
            return number
    return nearest
