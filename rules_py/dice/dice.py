"""The verbs with which a mechanic asks for dice, and those who answer with faces.

A mechanic never knows who answers: random faces (a live roll), seeded faces (a replay), scripted faces (an
example, a test), or every branch in turn with exact weights (`expand.py`, the odds). The verbs are declared
once, on `Dice`; who answers gives three small things: a throw, a key drawn, a remark taken down.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import Any, Protocol

from rules_py.base.errors import Fault, InputError, TooManyBranchesError, format_value_error
from rules_py.base.wording import pluralize, quoted, signed
from rules_py.dice.combined import CombinedRoll, ExplodingSum, SymbolSum, deal
from rules_py.dice.label import Label
from rules_py.dice.markov import Done
from rules_py.dice.pools import FACES, SUM, Aggregate, Pool, adding_dice, exploding, keep_sum, pool_of
from rules_py.dice.roll_steps import DROPPED, KEPT, PLAIN, REROLLED, Die, RollStep
from rules_py.dice.rolled_dice import Counts, RolledDice
from rules_py.dice.seeded import SplitMix64

Selection = Callable[[int], bool] | Collection[int] | None

MAX_EXPLOSIONS = 10
"""So many dice in a row may a die that explodes add, unless said otherwise."""
MAX_FACES_ROLLED = 5_000
"""The most faces of one roll, thrown within a second in a browser; past it there is hardly ever an end."""

UNBOUNDED_HINT = (
    "a throw that may go on and on (a tie thrown again) is a Process (rules_py.dice.process), which is "
    "solved exactly, or needs a limit"
)


class Rounds[State: Hashable, End: Hashable](Protocol):
    """A process as dice see it: its rounds and how many dice they take."""

    @property
    def step(self) -> Callable[[Any, State], State | Done[End]]: ...

    @property
    def min_dice(self) -> Callable[[State], int]: ...

    @property
    def is_variable(self) -> bool: ...

    def round_weights(self, state: State) -> Mapping[State | Done[End], int]: ...


class Dice(ABC):
    """What a mechanic throws with.

    Dice are written as a number and a size (`3, 6`), or as a list of sizes (`[6, 6, 8]`).

        d(6)                            one die
        sum(3, 6)                       the sum of three
        highest([6, 6, 8], keep=2)      the sum of the two highest; lowest likewise
        pool(3, 6)                      the faces, highest first
        tally(8, 10, kind)              how many fall into each class
        explode(3, 6)                   the sum where each 6 adds a die
        explode([8, 6], keep=1)         the better of two dice that explode
        symbols([HOPE, HOPE, FEAR])     what dice of symbols count for, added up
        deal(DECK, 5)                   cards, of which none comes twice
        fudge(4)                        the sum of Fudge dice, each -1, 0 or 1
        draw({"hit": 2, "miss": 3})     one of the keys, by its weight
        throw(3, 6)                     dice to look at first, and to keep, mark or reroll then: see `Throw`
        best(first, second)             the better of several throws
        note("plus 2", "X-1")           a step of the working, in words

    Everywhere `label` names what the dice are for, `rule` the rule that has them thrown; both are shown in
    the working of a roll. Ask for as little as will do: the odds count every different answer you may get,
    a few for `highest`, many for `pool`. A throw that may go on for ever (`while d(6) == d(6)`) is refused:
    write it as a `Process`, whose odds are exact, or set a limit.
    """

    @property
    def is_counting(self) -> bool:
        """Whether all that is asked now is counted, and no die of it lies."""
        return False

    def has_faces_for(self, dice: int) -> bool:
        """Whether so many more dice can be thrown: always, but where their faces were given beforehand."""
        return True

    def d(self, sides: int, *, label: Label = "", rule: str | None = None) -> int:
        """One die: a face from 1 to `sides`. The label may be a function of its face, or a `Naming`."""
        return self._query(pool_of(1, sides), SUM, label, rule)

    def roll(
        self,
        dice: int | Sequence[int],
        sides: int | None = None,
        *,
        extra_on: Callable[[int], bool] | None = None,
        limit: int = 1,
        lowest: int = 1,
        label: Label = "",
        rule: str | None = None,
    ) -> RolledDice:
        """Dice on the table, to be asked and dealt with: see `Throw`.

        Each die whose face fits `again` adds one more of its size, which counts in full; a die added may add
        another, `limit` in a row at most. `lowest` is the lowest face of a die.
        """
        return self._roll_pool(adding_dice(dice, sides, lowest, extra_on, limit), label, rule)

    def pool(
        self,
        count: int | Sequence[int],
        sides: int | None = None,
        *,
        label: str = "",
        rule: str | None = None,
    ) -> tuple[int, ...]:
        """The faces of `count` dice, highest first.

        Each combination is a branch: ask for less where less will do.
        """
        return self._query(pool_of(count, sides), FACES, label, rule)

    def sum(
        self,
        count: int | Sequence[int],
        sides: int | None = None,
        *,
        label: str = "",
        rule: str | None = None,
    ) -> int:
        """The sum of `count` dice; 0 of none."""
        return self._query(pool_of(count, sides), SUM, label, rule)

    def highest(
        self,
        count: int | Sequence[int],
        sides: int | None = None,
        keep: int = 1,
        *,
        label: str = "",
        rule: str | None = None,
    ) -> int:
        """The sum of the `keep` highest of `count` dice: the highest face if `keep` is 1."""
        return self._query(pool_of(count, sides), keep_sum(keep, True), label, rule)

    def lowest(
        self,
        count: int | Sequence[int],
        sides: int | None = None,
        keep: int = 1,
        *,
        label: str = "",
        rule: str | None = None,
    ) -> int:
        """The sum of the `keep` lowest of `count` dice."""
        return self._query(pool_of(count, sides), keep_sum(keep, False), label, rule)

    def tally(
        self,
        count: int,
        sides: int,
        kind: Callable[[int], Hashable],
        *,
        label: str = "",
        rule: str | None = None,
    ) -> Mapping[Hashable, int]:
        """How many of `count` dice fall into each class; `kind` says which class a face belongs to.

        Faces of class None are not counted, and of a class that no face belongs to there are 0.
        """
        return self._roll_pool(pool_of(count, sides), label, rule).tally(kind)

    def explode(
        self,
        count: int | Sequence[int],
        sides: int | None = None,
        *,
        limit: int = MAX_EXPLOSIONS,
        keep: int | None = None,
        penetrating: bool = False,
        label: str = "",
        rule: str | None = None,
    ) -> int:
        """The sum of `count` dice and all they add: a die that shows its highest face adds another.

        It does so `limit` times in a row at most, and the odds count exactly that. With `keep` each die is
        read with those it adds, and the `keep` highest count; of dice that are `penetrating`, each that is
        added counts one less than it shows.
        """
        dice = exploding(count, sides, limit)
        if keep is None and not penetrating:
            return self._query(dice, SUM, label, rule)
        kept_dice = len(dice.sizes) if keep is None else keep
        return self._roll_combined(ExplodingSum(dice.sizes, limit, kept_dice, penetrating), label, rule)

    def symbols(
        self, dice: Sequence[Sequence[tuple[int, ...]]], *, label: str = "", rule: str | None = None
    ) -> tuple[int, ...]:
        """What dice of symbols count for, added up: a die is its faces, each of them a row of numbers, such
        as successes and harm. Faces of one number are rows of one: `(1,)`.
        """
        sets = tuple(tuple(map(tuple, faces)) for faces in dice)
        if len({len(face) for faces in sets for face in faces}) != 1 or not all(sets):
            allowed = "dice, each with faces that are rows of equally many numbers"
            raise ValueError(format_value_error("symbols", dice, allowed))
        return self._roll_combined(SymbolSum(sets, (0,) * len(sets[0][0])), label, rule)

    def fudge(self, count: int, *, label: str = "", rule: str | None = None) -> int:
        """The sum of `count` Fudge dice, each of which shows -1, 0 or 1."""
        return self._query(adding_dice(count, 3, -1, None, 0), SUM, label, rule)

    def best(self, *throws: RolledDice) -> RolledDice:
        """The throw with the highest sum, the first of equal ones; the dice of the others are dropped."""
        found = max(throws, key=lambda each: each.sum)
        for each in throws:
            each.set_status(KEPT if each is found else DROPPED)
        return found

    def draw[Key](self, weights: Mapping[Key, int], *, label: str = "", rule: str | None = None) -> Key:
        """One of the keys, each as likely as its whole-number weight says: a single card of a deck, or odds
        worked out elsewhere.
        """
        return self._draw(weights, label, rule)

    def deal(
        self,
        deck: Mapping[Any, int],
        count: int,
        kind: Callable[[Any], Hashable] = lambda card: card,
        *,
        label: str = "",
        rule: str | None = None,
    ) -> Mapping[Any, int]:
        """How many of `count` cards dealt from the deck are of each kind; none is put back.

        `deck` says how many there are of each card; `kind` of which kind a card is, None for one that is not
        counted; of a kind that the deck doesn't hold there are 0. The fewer kinds, the fewer the ways: five
        of fifty-two single cards are too many. A bag of stones is a deck as well.
        """
        asked = deal(deck, count, kind)
        found: tuple[int, ...] = self._roll_combined(asked, label, rule)
        return Counts(zip(asked.categories, found, strict=True))

    def note(self, text: str, rule: str | None = None, *, entry: tuple[str, str] | None = None) -> None:
        """Record a step of the working in words: a modifier, a comparison, a cancelled die; or the `entry` of
        a random table that was found.
        """

    def resolve_process[State: Hashable, End: Hashable](
        self, process: Rounds[State, End], state: State
    ) -> Done[End] | None:
        """How a process that stands at `state` ends, where that is known at once; None where its next round
        is to be played.
        """
        return None

    @abstractmethod
    def _roll_pool(self, dice: Pool, label: Label, rule: str | None) -> RolledDice:
        """Throw the dice."""

    def _query[Answer](
        self, dice: Pool, reading: Aggregate[Answer], label: Label, rule: str | None
    ) -> Answer:
        """Throw the dice and ask them one thing."""
        return self._roll_pool(dice, label, rule)._query(reading)

    def _roll_combined[Answer](self, asked: CombinedRoll[Answer], label: Label, rule: str | None) -> Answer:
        """The answer of several throws; who counts them counts them as one."""
        return asked.roll(self, label, rule)

    @abstractmethod
    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key:
        """Draw one of the keys."""


class RecordingDice(Dice):
    """Dice that show faces, and keep the working. `faces` is one flat row in the order thrown."""

    def __init__(self) -> None:
        self.faces: list[Any] = []
        self._records: list[_Laid] = []
        self._statuses: dict[_Slot, str] = {}

    @property
    def steps(self) -> tuple[RollStep, ...]:
        """What was thrown and noted so far, step by step."""
        return tuple(  # only now: most throws are made by the thousand, and nobody looks at them
            RollStep(text, tuple(self._die(each, lowest) for each in lying), rule, entry)
            for text, lying, lowest, rule, entry in self._records
        )

    def _die(self, lying: _Lying, lowest: int) -> Die:
        sides, face, slot = lying
        return Die(sides, face, self._statuses.get(slot, PLAIN), lowest)

    @abstractmethod
    def _next_face(self, sides: int, lowest: int) -> int:
        """The face of the next die, one of so many from `lowest` up."""

    @abstractmethod
    def _next_key(self, weights: Mapping[Any, int]) -> Any:
        """The next key drawn."""

    def _roll_pool(self, dice: Pool, label: Label, rule: str | None) -> _RecordedDice:
        lying = self._roll(dice.sizes, dice.lowest, label, rule)
        latest = lying
        for _ in range(dice.extra_limit):
            sizes = [sides for sides, face, _ in latest if face in dice.extra_faces(sides)]
            if not sizes:
                break
            more = "1 more die" if len(sizes) == 1 else f"{len(sizes)} more dice"
            latest = self._roll(sizes, dice.lowest, more, rule)
            lying = lying + latest
        return _RecordedDice(self, dice, lying)

    def _roll(self, sizes: Sequence[int], lowest: int, label: Label, rule: str | None) -> list[_Lying]:
        """Throw dice of these sizes, in one step of the working."""
        self._check_limit(len(sizes))
        thrown = [self._next_face(sides, lowest) for sides in sizes]
        self.faces.extend(thrown)
        step = len(self._records)
        lying = [(sides, thrown[place], (step, place)) for place, sides in enumerate(sizes)]
        self._records.append((label(sum(thrown)) if callable(label) else label, lying, lowest, rule, None))
        return lying

    def _check_limit(self, more: int) -> None:
        """Raise TooManyBranchesError for a roll that does not come to an end."""
        if len(self.faces) + more > MAX_FACES_ROLLED:
            raise TooManyBranchesError(f"no end after {len(self.faces)} dice: {UNBOUNDED_HINT}")

    def _set_statuses(self, fates: Mapping[_Slot, str]) -> None:
        """Let the working show what became of dice."""
        self._statuses.update(fates)

    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key:
        self._check_limit(1)
        drawn: Key = self._next_key(weights)
        self.faces.append(drawn)
        self.note(f"{label}: {drawn}" if label else str(drawn), rule)
        return drawn

    def note(self, text: str, rule: str | None = None, *, entry: tuple[str, str] | None = None) -> None:
        self._records.append((text, [], 1, rule, entry))


_Slot = tuple[int, int]
"""Where a die stands in the working: the step, and its place there."""
_Lying = tuple[int, int, _Slot]
"""A die on the table: its size, its face, where it stands in the working."""
_Laid = tuple[str, list[_Lying], int, str | None, tuple[str, str] | None]
"""A step to be: its text, the dice that were thrown, their lowest face, its rule, its entry."""


class _RecordedDice(RolledDice):
    """Dice that show faces."""

    def __init__(self, dice: RecordingDice, pool: Pool, lying: list[_Lying]) -> None:
        super().__init__(pool)
        self._dice = dice
        self._lying = lying

    def _evaluate[Answer](self, reading: Aggregate[Answer]) -> Answer:
        thrown = [face for _, face, _ in self._lying]
        fates = reading.statuses(thrown)
        if fates is not None:
            self._dice._set_statuses(
                {slot: fate for (_, _, slot), fate in zip(self._lying, fates, strict=True) if fate}
            )
        return reading.evaluate(tuple(sorted(thrown, reverse=True)))

    def _apply_status(self, fate: str, where: Selection, most: int | None) -> None:
        if where is None or callable(where):
            found = [slot for _, face, slot in self._lying if where is None or where(face)]
        else:
            ranked = sorted(self._lying, key=lambda each: each[1], reverse=True)
            found = [ranked[place][2] for place in where]
        self._dice._set_statuses(dict.fromkeys(found[:most], fate))

    def _reroll(self, again: Callable[[int], bool] | None, label: Label, rule: str | None) -> RolledDice:
        self.set_status(REROLLED, again)
        if again is None:
            return self._dice._roll_pool(self._pool, label, rule)
        kept = [each for each in self._lying if not again(each[1])]
        sizes = [sides for sides, face, _ in self._lying if again(face)]
        thrown = self._dice._roll(sizes, self._pool.lowest, label, rule) if sizes else []
        return _RecordedDice(self._dice, self._pool, kept + thrown)


class _NumberedDice(RecordingDice):
    """Dice answered by whatever gives whole numbers below a limit."""

    @abstractmethod
    def _below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""

    def _next_face(self, sides: int, lowest: int) -> int:
        return self._below(sides) + lowest

    def _next_key(self, weights: Mapping[Any, int]) -> Any:
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
    """The same dice for the same seed, 0 to 2**64 - 1, in CPython and in the browser, in every version."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._generator = SplitMix64(seed)

    def _below(self, limit: int) -> int:
        return self._generator.below(limit)


class ScriptedDice(RecordingDice):
    """Given faces, handed out in order; `finish` says whether they were the right ones.

    `aliases` are faces a game prints differently: on its ten-sided dice a game may write 0 for 10. A wrong
    face is not reported at once, because a wrong number of dice is the more helpful thing to say first.
    """

    MAX_MISSING = 10_000
    """So many dice more than given are thrown before the row is called too short."""

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
        """Whether as many faces were asked for as were given."""
        return self._used == len(self._script)

    def _next(self, allowed: str, told: str, fits: Callable[[Any], bool], otherwise: Any) -> Any:
        place = self._used
        self._used += 1
        if place >= len(self._script):
            return otherwise
        value = self._script[place]
        if fits(value):
            return value
        self.faults.append(
            Fault(f"dice.{place}", "bad_die", value, allowed, f"{told}; {quoted(value)} can’t be.")
        )
        return otherwise

    def _next_face(self, sides: int, lowest: int) -> int:
        top = lowest + sides - 1
        aliases = {alias: face for alias, face in self._aliases.items() if face <= top and lowest == 1}
        also = "".join(f" (or {alias} for {face})" for alias, face in aliases.items())

        def fits(value: Any) -> bool:
            return (
                isinstance(value, int)
                and not isinstance(value, bool)
                and (lowest <= value <= top or value in aliases)
            )

        told = f"This die shows {signed(lowest)} to {top}{also}"
        face: int = self._next(f"a face from {lowest} to {top}{also}", told, fits, lowest)
        return aliases.get(face, face)

    def _next_key(self, weights: Mapping[Any, int]) -> Any:
        possible = [key for key, weight in weights.items() if weight]
        told = "This drawing holds nothing but what is left in it"

        def fits(value: Any) -> bool:
            # To Python 1, 1.0 and True are the same.
            return any(type(value) is type(key) and value == key for key in possible)

        return self._next(f"one of {possible}", told, fits, possible[0])

    def _check_limit(self, more: int) -> None:
        if self._used > len(self._script) + self.MAX_MISSING:
            raise InputError.at(
                "dice",
                self._script,
                "more dice: these do not bring it to an end",
                code="wrong_dice_count",
                message="These dice do not bring it to an end; it takes more of them.",
            )

    def finish(self) -> None:
        """Raises InputError for too few dice, too many, or faces that such dice do not have."""
        if not self.is_used_up:
            count = pluralize(self._used, "die", "dice")
            given = len(self._script)
            words = f"This throw takes {count}; here {'is' if given == 1 else 'are'} {given or 'none'}."
            raise InputError.at("dice", self._script, count, code="wrong_dice_count", message=words)
        if self.faults:
            raise InputError(*self.faults)


def invalid_faces(
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


def pool_size_for(
    play: Callable[[Dice, int], object],
    faces: Sequence[Any],
    low: int,
    high: int,
    aliases: Mapping[int, int] | None = None,
) -> int:
    """The number of dice, `low` to `high`, with which `play(dice, number)` uses up the given row exactly.

    So a row of faces says itself how large the pool is, dice added on a ten included. Where no number fits,
    the nearest to the length of the row.
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
