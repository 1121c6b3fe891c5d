"""The verbs with which a mechanic asks for dice, and those who answer with faces.

A mechanic never knows who answers: random faces (a live roll), seeded faces (a replay), scripted faces (an
example, a test), or every branch in turn with exact weights (`expand.py`, the odds).
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from rules_py.dice.seeded import SEEDS, SplitMix64
from rules_py.dice.working import DROPPED, KEPT, PLAIN, Die, Step
from rules_py.errors import Fault, InputError

Label = str | Callable[[int], str]
"""What a die is for, or what to say of it once its face is known."""


class Dice(ABC):
    """What a mechanic is given. `label` names what the dice are for, `rule` the rule that has them thrown."""

    @abstractmethod
    def d(self, sides: int, *, label: Label = "", rule: str | None = None) -> int:
        """One die: a face from 1 to `sides`."""

    @abstractmethod
    def pool(self, count: int, sides: int, *, label: str = "", rule: str | None = None) -> tuple[int, ...]:
        """The faces of `count` dice, highest first.

        Each combination is a branch: ask for less where less will do.
        """

    @abstractmethod
    def sum(self, count: int, sides: int, *, label: str = "", rule: str | None = None) -> int:
        """The sum of `count` dice; 0 of none."""

    @abstractmethod
    def highest(
        self, count: int, sides: int, keep: int = 1, *, label: str = "", rule: str | None = None
    ) -> int:
        """The sum of the `keep` highest of `count` dice: the highest face if `keep` is 1."""

    @abstractmethod
    def lowest(
        self, count: int, sides: int, keep: int = 1, *, label: str = "", rule: str | None = None
    ) -> int:
        """The sum of the `keep` lowest of `count` dice."""

    @abstractmethod
    def tally(
        self,
        count: int,
        sides: int,
        kind: Callable[[int], Hashable],
        *,
        label: str = "",
        rule: str | None = None,
    ) -> Mapping[Hashable, int]:
        """How many of `count` dice fall into each class; `kind` says which class a face belongs to."""

    @abstractmethod
    def draw(self, weights: Mapping[Any, int], *, label: str = "", rule: str | None = None) -> Any:
        """One of the keys, each as likely as its whole-number weight says: odds worked out elsewhere,
        thrown here.
        """

    def note(self, text: str, rule: str | None = None) -> None:
        """Record a step of the working in words: a modifier, a comparison, a cancelled die."""


class FacedDice(Dice):
    """Dice that show faces, and keep the working. `faces` is one flat row in the order thrown."""

    def __init__(self) -> None:
        self.faces: list[Any] = []
        self.steps: list[Step] = []

    @property
    def working(self) -> tuple[Step, ...]:
        return tuple(self.steps)

    @abstractmethod
    def _face(self, sides: int) -> int:
        """The face of the next die."""

    @abstractmethod
    def _drawn(self, weights: Mapping[Any, int]) -> Any:
        """The next key drawn."""

    def _throw(self, count: int, sides: int) -> list[int]:
        thrown = [self._face(sides) for _ in range(count)]
        self.faces.extend(thrown)
        return thrown

    def _record(
        self, thrown: Sequence[int], sides: int, fates: Sequence[str], label: str, rule: str | None
    ) -> None:
        dice = tuple(Die(sides, face, fate) for face, fate in zip(thrown, fates, strict=True))
        self.steps.append(Step(label, dice, rule))

    def d(self, sides: int, *, label: Label = "", rule: str | None = None) -> int:
        thrown = self._throw(1, sides)
        self._record(thrown, sides, [PLAIN], label(thrown[0]) if callable(label) else label, rule)
        return thrown[0]

    def pool(self, count: int, sides: int, *, label: str = "", rule: str | None = None) -> tuple[int, ...]:
        thrown = self._throw(count, sides)
        self._record(thrown, sides, [PLAIN] * count, label, rule)
        return tuple(sorted(thrown, reverse=True))

    def sum(self, count: int, sides: int, *, label: str = "", rule: str | None = None) -> int:
        return sum(self.pool(count, sides, label=label, rule=rule))

    def highest(
        self, count: int, sides: int, keep: int = 1, *, label: str = "", rule: str | None = None
    ) -> int:
        return self._keep(count, sides, keep, label, rule, best_first=True)

    def lowest(
        self, count: int, sides: int, keep: int = 1, *, label: str = "", rule: str | None = None
    ) -> int:
        return self._keep(count, sides, keep, label, rule, best_first=False)

    def _keep(
        self, count: int, sides: int, keep: int, label: str, rule: str | None, *, best_first: bool
    ) -> int:
        thrown = self._throw(count, sides)
        places = sorted(range(count), key=thrown.__getitem__, reverse=best_first)[:keep]
        self._record(
            thrown, sides, [KEPT if place in places else DROPPED for place in range(count)], label, rule
        )
        return sum(thrown[place] for place in places)

    def tally(
        self,
        count: int,
        sides: int,
        kind: Callable[[int], Hashable],
        *,
        label: str = "",
        rule: str | None = None,
    ) -> Mapping[Hashable, int]:
        thrown = self._throw(count, sides)
        kinds = [kind(face) for face in thrown]
        self._record(thrown, sides, [str(each) for each in kinds], label, rule)
        return {each: kinds.count(each) for each in dict.fromkeys(map(kind, range(1, sides + 1)))}

    def draw(self, weights: Mapping[Any, int], *, label: str = "", rule: str | None = None) -> Any:
        drawn = self._drawn(weights)
        self.faces.append(drawn)
        self.steps.append(Step(f"{label}: {drawn}" if label else str(drawn), (), rule))
        return drawn

    def note(self, text: str, rule: str | None = None) -> None:
        self.steps.append(Step(text, (), rule))


class _NumberedDice(FacedDice):
    """Dice answered by whatever gives whole numbers below a limit."""

    @abstractmethod
    def _below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""

    def _face(self, sides: int) -> int:
        return self._below(sides) + 1

    def _drawn(self, weights: Mapping[Any, int]) -> Any:
        place = self._below(sum(weights.values()))
        for key, weight in weights.items():
            if place < weight:
                return key
            place -= weight
        raise AssertionError("a place below the sum of the weights lies within one of them")


class RandomDice(_NumberedDice):
    """Live dice. The system's own source, never a generator whose state a memory snapshot could freeze."""

    def _below(self, limit: int) -> int:
        return random.SystemRandom().randrange(limit)


class SeededDice(_NumberedDice):
    """The same dice for the same seed, in CPython and in the browser, in every version."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < SEEDS:
            raise InputError.at("seed", seed, "a whole number from 0 to 2^64 - 1", code="bad_seed")
        self._generator = SplitMix64(seed)

    def _below(self, limit: int) -> int:
        return self._generator.below(limit)


class ScriptedDice(FacedDice):
    """Given faces, handed out in order; `finish` says whether they were the right ones.

    `aliases` are faces a game prints differently: on its ten-sided dice a game may write 0 for 10. A wrong
    face is not reported at once, because a wrong number of dice is the more helpful thing to say first.
    """

    def __init__(self, faces: Sequence[Any], aliases: Mapping[int, int] | None = None) -> None:
        super().__init__()
        self._script = list(faces)
        self._aliases = aliases or {}
        self._asked = 0
        self.faults: list[Fault] = []

    def _next(self, allowed: str, fits: Callable[[Any], bool], otherwise: Any) -> Any:
        place = self._asked
        self._asked += 1
        if place >= len(self._script):
            return otherwise
        value = self._script[place]
        if fits(value):
            return value
        self.faults.append(Fault(f"dice.{place}", "bad_die", value, allowed))
        return otherwise

    def _face(self, sides: int) -> int:
        also = "".join(f" (or {alias} for {face})" for alias, face in self._aliases.items() if face <= sides)

        def fits(value: Any) -> bool:
            return (
                isinstance(value, int)
                and not isinstance(value, bool)
                and (1 <= value <= sides or self._aliases.get(value, sides + 1) <= sides)
            )

        face = self._next(f"a face from 1 to {sides}{also}", fits, 1)
        return self._aliases.get(face, face)

    def _drawn(self, weights: Mapping[Any, int]) -> Any:
        possible = [key for key, weight in weights.items() if weight]
        return self._next(f"one of {possible}", possible.__contains__, possible[0])

    def finish(self) -> None:
        """Raises InputError for too few dice, too many, or faces that such dice do not have."""
        if self._asked != len(self._script):
            count = f"{self._asked} {'die' if self._asked == 1 else 'dice'}"
            raise InputError.at("dice", self._script, count, code="wrong_dice_count")
        if self.faults:
            raise InputError(*self.faults)


def bad_faces(
    sides: Sequence[int], faces: Sequence[Any], aliases: Mapping[int, int] | None = None
) -> list[Fault]:
    """The faces that dice of these sides do not have; none where their number is wrong, which is said
    elsewhere.
    """
    if len(sides) != len(faces):
        return []
    scripted = ScriptedDice(faces, aliases)
    for each in sides:
        scripted.d(each)
    return scripted.faults
