"""The verbs with which a mechanic rolls dice.

A mechanic doesn't know where its faces come from: dice that record faces (`recording`: random for a live
roll, seeded for a replay, scripted for an example or a test), or every branch in turn with exact weights
(`enumerate_branches`, the odds). The verbs are declared once, on `Dice`; a subclass only rolls a pool, draws
a key, makes a choice and records notes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import Any, Protocol

from rules_py.base.errors import format_value_error
from rules_py.dice.aggregates import FACES, SUM, Aggregate, keep_sum
from rules_py.dice.combined import CombinedRoll, ExplodingSum, SymbolSum, deal, deal_in_order
from rules_py.dice.decision import Decision
from rules_py.dice.label import Label
from rules_py.dice.markov import Done
from rules_py.dice.pools import Pool, adding_dice, explode, pool_of
from rules_py.dice.roll_steps import DROPPED, KEPT
from rules_py.dice.rolled_dice import Counts, RolledDice

Selection = Callable[[int], bool] | Collection[int] | None

MAX_EXPLOSIONS = 10
"""Dice in a row that an exploding die may add, by default."""

UNBOUNDED_HINT = (
    "Limit a roll that may repeat without end (such as rerolled ties), or write it as a Process "
    "(rules_py.dice.process), which is solved exactly."
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
    """The dice that a mechanic rolls.

    Dice are written as a number and a size (`3, 6`), or as a list of sizes (`[6, 6, 8]`).

        d(6)                            one die
        sum(3, 6)                       the sum of three dice
        highest([6, 6, 8], keep=2)      the sum of the two highest; lowest likewise
        pool(3, 6)                      the faces, highest first
        tally(8, 10, kind)              the number of dice in each category
        explode(3, 6)                   the sum where each 6 adds a die
        explode([8, 6], keep=1)         the better of two exploding dice
        symbols([HOPE, HOPE, FEAR])     the totals of symbol dice
        deal(DECK, 5)                   cards drawn without replacement
        deal_in_order(DECK, 3)          the same, in the order drawn
        fudge(4)                        the sum of Fudge dice, each -1, 0 or 1
        draw({"hit": 2, "miss": 3})     one of the keys, by its weight
        choose("Go on?", OPTIONS, policy="stop")   what the reader decides; the odds take the policy
        roll(3, 6)                      dice to query, and then keep, mark or reroll: see `RolledDice`
        best(first, second)             the better of several rolls
        note("plus 2", "X-1")           a step without dice

    `label` names the purpose of the dice and `rule` the rule that requires them; both are shown in the steps
    of a roll. Query as little as possible: the odds count every different answer, few for `highest`, many for
    `pool`. A roll that may never end (`while d(6) == d(6)`) is refused: write it as a `Process`, whose odds
    are exact, or set a limit.
    """

    @property
    def is_counting(self) -> bool:
        """Return whether the next query is counted without rolling dice."""
        return False

    def has_faces_for(self, dice: int) -> bool:
        """Return whether this many more dice can be rolled. Only scripted dice run out of faces."""
        return True

    def d(self, sides: int, *, label: Label = "", rule: str | None = None) -> int:
        """Roll one die: a face from 1 to `sides`. The label may be a function of its face, or deferred."""
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
        """Roll dice to query: see `RolledDice`.

        Each die whose face fits `extra_on` adds one more of its size, which counts in full and may add
        another, at most `limit` in a row. `lowest` is the lowest face of a die.
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
        """Roll `count` dice and return their faces, highest first.

        Each combination is a branch: query less if you can.
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
        """Return the sum of `count` dice, 0 for none."""
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
        """Return the sum of the `keep` highest of `count` dice."""
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
        """Return the sum of the `keep` lowest of `count` dice."""
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
        """Return the number of dice in each category; `kind` returns the category of a face.

        Faces of category None aren't counted. A category without faces has 0 dice.
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
        """Return the sum of `count` exploding dice: a die that shows its highest face adds another.

        It does so at most `limit` times in a row, in the odds as well. With `keep`, each die is added up with
        its extra dice, and the `keep` highest count. An extra die that is `penetrating` counts one less.
        """
        pool = explode(count, sides, limit)
        if keep is None and not penetrating:
            return self._query(pool, SUM, label, rule)
        keep_count = len(pool.sizes) if keep is None else keep
        return self._roll_combined(ExplodingSum(pool.sizes, limit, keep_count, penetrating), label, rule)

    def symbols(
        self, dice: Sequence[Sequence[tuple[int, ...]]], *, label: str = "", rule: str | None = None
    ) -> tuple[int, ...]:
        """Return the totals of symbol dice. A die is its faces, each a row of numbers such as successes and
        harm. Faces with one number are rows of one: `(1,)`.
        """
        sets = tuple(tuple(map(tuple, faces)) for faces in dice)
        if len({len(face) for faces in sets for face in faces}) != 1 or not all(sets):
            expected = "dice whose faces are tuples of the same length"
            raise ValueError(format_value_error("symbols", dice, expected))
        return self._roll_combined(SymbolSum(sets, (0,) * len(sets[0][0])), label, rule)

    def fudge(self, count: int, *, label: str = "", rule: str | None = None) -> int:
        """Return the sum of `count` Fudge dice, each of which shows -1, 0 or 1."""
        return self._query(adding_dice(count, 3, -1, None, 0), SUM, label, rule)

    def best(self, *rolls: RolledDice) -> RolledDice:
        """Return the roll with the highest sum, the first of equal ones. The others are dropped."""
        best = max(rolls, key=lambda roll: roll.sum)
        for roll in rolls:
            roll.set_status(KEPT if roll is best else DROPPED)
        return best

    def draw[Key](self, weights: Mapping[Key, int], *, label: str = "", rule: str | None = None) -> Key:
        """Draw one of the keys by its whole-number weight: a single card, or an outcome of known odds."""
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
        """Draw `count` cards without replacement and return how many there are of each category.

        `deck` holds the number of each card. `kind` returns the category of a card, None if it isn't counted.
        The fewer categories, the fewer branches: five of fifty-two different cards are too many. A bag of
        tokens is a deck as well.
        """
        combined = deal(deck, count, kind)
        numbers: tuple[int, ...] = self._roll_combined(combined, label, rule)
        return Counts(zip(combined.categories, numbers, strict=True))

    def deal_in_order(
        self,
        deck: Mapping[Any, int],
        count: int,
        kind: Callable[[Any], Hashable] = lambda card: card,
        *,
        label: str = "",
        rule: str | None = None,
    ) -> tuple[Any, ...]:
        """Draw `count` cards without replacement and return the category of each, in the order drawn.

        `deck` and `kind` are as for `deal`, but a category None is part of the result. Each different row is
        a branch: five cards of four suits have 1,024, five of fifty-two different cards are too many. Use
        `deal` if the order doesn't matter.
        """
        return self._roll_combined(deal_in_order(deck, count, kind), label, rule)

    def choose(
        self, question: str, options: Mapping[str, str], *, policy: str, rule: str | None = None
    ) -> str:
        """Let the reader decide in the middle of a roll, and return the key of the option chosen.

        `options` are the texts of the buttons by key. On the page, the roll stops and shows them, each with
        the odds that follow. `policy` is the key that everything else takes here: the odds, rolls with a
        seed, and rolls of a program. Compute it from the state and perhaps an input:
        `policy="stop" if points >= stop_at else "roll"`. A chosen key is listed among the faces of the roll.

        In a tracker's action, where someone else may act in between, use a `PendingRoll` instead.
        """
        return self._decide(Decision(question, options, policy), rule)

    def note(self, text: str, rule: str | None = None, *, entry: tuple[str, str] | None = None) -> None:
        """Record a step without dice: a modifier, a comparison, a cancelled die, or the `entry` of a random
        table.
        """

    def resolve_process[State: Hashable, End: Hashable](
        self, process: Rounds[State, End], state: State
    ) -> Done[End] | None:
        """Return the end of a process, or None if its next round must be played."""
        return None

    @abstractmethod
    def _roll_pool(self, dice: Pool, label: Label, rule: str | None) -> RolledDice:
        """Roll the dice."""

    def _query[Answer](
        self, dice: Pool, aggregate: Aggregate[Answer], label: Label, rule: str | None
    ) -> Answer:
        """Roll the dice and return one aggregate."""
        return self._roll_pool(dice, label, rule)._query(aggregate)

    def _roll_combined[Answer](
        self, combined: CombinedRoll[Answer], label: Label, rule: str | None
    ) -> Answer:
        """Return the result of several rolls. Dice that count branches count them as one."""
        return combined.roll(self, label, rule)

    @abstractmethod
    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key:
        """Draw one of the keys."""

    @abstractmethod
    def _decide(self, decision: Decision, rule: str | None) -> str:
        """Return the key of the chosen option."""


def extra_dice_label(count: int) -> str:
    """Return the label of dice that others added."""
    return "1 more die" if count == 1 else f"{count} more dice"
