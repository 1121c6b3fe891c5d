"""Several rolls that are counted as one: dealt cards, exploding dice, symbol dice.

In a live roll, each die or card is rolled or drawn separately. In the odds, each would multiply the branches;
counted as one, they have no more branches than results.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import comb, perm, prod
from typing import Protocol

from rules_py.base.errors import format_value_error
from rules_py.dice import counts
from rules_py.dice.aggregates import FACES, SUM, Aggregate, Branches
from rules_py.dice.label import Label
from rules_py.dice.pools import Faces, Pool, explode, pool_of
from rules_py.dice.roll_steps import DROPPED
from rules_py.dice.rolled_dice import RolledDice


class Roller(Protocol):
    """The part of `Dice` that a combined roll uses."""

    @property
    def is_counting(self) -> bool: ...

    def _roll_pool(self, dice: Pool, label: Label, rule: str | None) -> RolledDice: ...

    def _roll_combined[Answer](
        self, combined: CombinedRoll[Answer], label: Label, rule: str | None
    ) -> Answer: ...

    def _draw[Key](self, weights: Mapping[Key, int], label: str, rule: str | None) -> Key: ...

    def note(self, text: str) -> None: ...


class CombinedRoll[Answer](ABC):
    """Several rolls or draws with one result. Equal ones share cached weights."""

    @abstractmethod
    def roll(self, dice: Roller, label: Label, rule: str | None) -> Answer:
        """Roll one after another and return the result."""

    @abstractmethod
    def weights(self) -> Mapping[Answer, int]:
        """Return the weight of each result; they sum to `total`."""

    @property
    def total(self) -> int:
        """The number of equally likely rolls."""
        return sum(self.weights().values())

    @property
    @abstractmethod
    def min_dice(self) -> int:
        """The smallest number of dice or cards."""

    @property
    def is_variable(self) -> bool:
        """Return whether there may be more dice than `min_dice`."""
        return False


@lru_cache(maxsize=512)
def combined_branches(combined: CombinedRoll[object]) -> Branches:
    """Return the results with their weights."""
    return tuple(combined.weights().items())


@dataclass(frozen=True)
class _Draws[Answer](CombinedRoll[Answer]):
    """Cards drawn one after another, without replacement.

    deck   each card with its number and its category
    count  the number of cards drawn
    """

    deck: tuple[tuple[Hashable, int, Hashable], ...]
    count: int

    def __post_init__(self) -> None:
        for card, number, _ in self.deck:
            if number < 0:
                raise ValueError(format_value_error(f"deal: number of {card!r}", number, "0 or more"))
        if not 0 <= self.count <= self._cards:
            expected = f"0 to {self._cards} cards"
            raise ValueError(format_value_error("deal", self.count, expected))

    @cached_property
    def _cards(self) -> int:
        return sum([number for _, number, _ in self.deck])

    @property
    def _numbers(self) -> Counter[Hashable]:
        """The number of cards in each category."""
        numbers: Counter[Hashable] = Counter()
        for _, number, kind in self.deck:
            numbers[kind] += number
        return numbers

    @abstractmethod
    def _answer(self, drawn: Sequence[Hashable]) -> Answer:
        """Return the result of cards of these categories, in the order drawn."""

    @abstractmethod
    def _add(self, first: Answer, rest: Answer) -> Answer:
        """Return the result of two draws, one after the other."""

    def roll(self, dice: Roller, label: Label, rule: str | None) -> Answer:
        text = label if isinstance(label, str) else ""
        categories = {card: kind for card, _, kind in self.deck}
        left = {card: number for card, number, _ in self.deck if number}
        drawn: list[Hashable] = []
        for at in range(self.count):
            if dice.is_counting:
                deck = tuple((card, left.get(card, 0), kind) for card, kind in categories.items())
                rest = dice._roll_combined(replace(self, deck=deck, count=self.count - at), label, rule)
                return self._add(self._answer(drawn), rest)
            card = dice._draw(left, text, rule)
            drawn.append(categories[card])
            left = {each: number for each, rest in left.items() if (number := rest - (each == card))}
        return self._answer(drawn)

    @property
    def min_dice(self) -> int:
        return self.count


@dataclass(frozen=True)
class Deal(_Draws[Faces]):
    """The number of dealt cards in each of `categories`. Cards of category None aren't counted."""

    @cached_property
    def categories(self) -> tuple[Hashable, ...]:
        unique = dict.fromkeys(category for *_, category in self.deck)
        return tuple(category for category in unique if category is not None)

    def _answer(self, drawn: Sequence[Hashable]) -> Faces:
        numbers = Counter(drawn)
        return tuple(numbers[kind] for kind in self.categories)

    def _add(self, first: Faces, rest: Faces) -> Faces:
        return _add_rows((first, rest))

    def weights(self) -> Mapping[Faces, int]:
        numbers = self._numbers
        return counts.deal(self.count, [numbers[kind] for kind in self.categories], numbers[None])

    @property
    def total(self) -> int:
        return comb(self._cards, self.count)


@dataclass(frozen=True)
class OrderedDeal(_Draws[tuple[Hashable, ...]]):
    """The category of each dealt card, in the order dealt."""

    def _answer(self, drawn: Sequence[Hashable]) -> tuple[Hashable, ...]:
        return tuple(drawn)

    def _add(self, first: tuple[Hashable, ...], rest: tuple[Hashable, ...]) -> tuple[Hashable, ...]:
        return first + rest

    def weights(self) -> Mapping[tuple[Hashable, ...], int]:
        return counts.deal_in_order(self.count, self._numbers)

    @property
    def total(self) -> int:
        return perm(self._cards, self.count)


class _PenetratingSum(Aggregate[int]):
    """The sum of a die and the dice it adds, each of which counts one less."""

    def evaluate(self, faces: Faces) -> int:
        return sum(faces) - (len(faces) - 1)

    def weights(self, dice: Pool) -> Mapping[int, int]:
        sums: Counter[int] = Counter()
        for faces, weight in FACES.weights(dice).items():
            sums[self.evaluate(faces)] += weight
        return sums


PENETRATED = _PenetratingSum()


@dataclass(frozen=True)
class ExplodingSum(CombinedRoll[int]):
    """The sum of the `keep` highest exploding dice, each added up with its extra dice.

    `known` are the sums of dice that were rolled already.
    """

    sizes: tuple[int, ...]
    limit: int
    keep: int
    penetrating: bool
    known: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.keep <= self._dice:
            raise ValueError(format_value_error("keep", self.keep, f"0 to {self._dice}"))

    @property
    def _dice(self) -> int:
        return len(self.sizes) + len(self.known)

    @property
    def _aggregate(self) -> Aggregate[int]:
        return PENETRATED if self.penetrating else SUM

    def roll(self, dice: Roller, label: Label, rule: str | None) -> int:
        rolls: list[RolledDice] = []
        values: tuple[int, ...] = ()
        for at, sides in enumerate(self.sizes):
            if dice.is_counting:
                return dice._roll_combined(replace(self, sizes=self.sizes[at:], known=values), label, rule)
            rolls.append(dice._roll_pool(explode(1, sides, self.limit), label, rule))
            values = (*values, rolls[-1]._query(self._aggregate))
        order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
        for at in order[self.keep :]:
            rolls[at].set_status(DROPPED)
        return sum(values[at] for at in order[: self.keep])

    def weights(self) -> Mapping[int, int]:
        die_weights = {sides: self._aggregate.weights(explode(1, sides, self.limit)) for sides in self.sizes}
        if self.keep == self._dice:
            result = {sum(self.known): 1}
            for sides, number in Counter(self.sizes).items():
                result = counts.add(result, counts.times(die_weights[sides], number))
            return result
        if len(die_weights) == 1 and not self.known:
            [one] = die_weights.values()
            return counts.highest_of(one, len(self.sizes), self.keep)
        rolled = [{value: 1} for value in self.known]
        return counts.highest_of_mixed([*rolled, *(die_weights[sides] for sides in self.sizes)], self.keep)

    @property
    def total(self) -> int:
        total: int = prod(self.sizes) ** (self.limit + 1)
        return total

    @property
    def min_dice(self) -> int:
        return len(self.sizes)

    @property
    def is_variable(self) -> bool:
        return True


Symbol = tuple[int, ...]
"""The numbers on a face of a symbol die."""


@dataclass(frozen=True)
class SymbolTotals(Aggregate[Symbol]):
    """The totals of the faces of equal symbol dice."""

    faces: tuple[Symbol, ...]

    def evaluate(self, faces: Faces) -> Symbol:
        return _add_rows(self.faces[face - 1] for face in faces) or (0,) * len(self.faces[0])

    def weights(self, dice: Pool) -> Mapping[Symbol, int]:
        rolled = self.evaluate(tuple(face for _, face in dice.rolled))
        return counts.add_rows([self.faces] * len(dice.sizes), rolled)


def _add_rows(rows: Iterable[Symbol]) -> Symbol:
    return tuple(map(sum, zip(*rows, strict=True)))


@dataclass(frozen=True)
class SymbolSum(CombinedRoll[Symbol]):
    """The totals of symbol dice, each given by its faces, added to `start`."""

    dice: tuple[tuple[Symbol, ...], ...]
    start: Symbol

    def roll(self, dice: Roller, label: Label, rule: str | None) -> Symbol:
        result, left = self.start, Counter(self.dice)
        for faces in Counter(self.dice):
            if dice.is_counting:
                return dice._roll_combined(SymbolSum(tuple(left.elements()), result), label, rule)
            rolled = dice._roll_pool(pool_of(left.pop(faces), len(faces)), label, rule)
            result = _add_rows((result, rolled._query(SymbolTotals(faces))))
        return result

    def weights(self) -> Mapping[Symbol, int]:
        return counts.add_rows(self.dice, self.start)

    @property
    def total(self) -> int:
        return prod(map(len, self.dice))

    @property
    def min_dice(self) -> int:
        return len(self.dice)


def deal(deck: Mapping[Hashable, int], count: int, kind: Callable[[Hashable], Hashable]) -> Deal:
    """Return the deal of `count` cards; `kind` returns the category of a card."""
    return Deal(_with_categories(deck, kind), count)


def deal_in_order(
    deck: Mapping[Hashable, int], count: int, kind: Callable[[Hashable], Hashable]
) -> OrderedDeal:
    """Return the same deal with the category of each card in order."""
    return OrderedDeal(_with_categories(deck, kind), count)


def _with_categories(
    deck: Mapping[Hashable, int], kind: Callable[[Hashable], Hashable]
) -> tuple[tuple[Hashable, int, Hashable], ...]:
    return tuple((card, number, kind(card)) for card, number in deck.items())
