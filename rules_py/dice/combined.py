"""What is thrown bit by bit and wanted as one thing: cards dealt, dice that add dice each by itself, dice of
symbols.

At the table each bit is thrown or drawn by itself, and read as it lies. Where every way is counted, each bit
would multiply the branches; asked as one thing there are no more than there are answers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import comb, prod
from typing import Protocol

from rules_py.base.errors import format_value_error
from rules_py.dice import counts
from rules_py.dice.label import Label
from rules_py.dice.pools import FACES, SUM, Aggregate, Branches, Faces, Pool, exploding, pool_of
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


class CombinedRoll[Answer](ABC):
    """Several throws or drawings, asked one thing. Two that ask the same are equal: what they count is
    kept.
    """

    @abstractmethod
    def roll(self, dice: Roller, label: Label, rule: str | None) -> Answer:
        """The answer, bit by bit."""

    @abstractmethod
    def weights(self) -> Mapping[Answer, int]:
        """Every answer with its ways, `total` in all."""

    @property
    @abstractmethod
    def total(self) -> int:
        """The number of equally likely ways."""

    @property
    @abstractmethod
    def min_dice(self) -> int:
        """So many dice or cards it takes at least."""

    @property
    def is_variable(self) -> bool:
        """Whether it may take more."""
        return False


@lru_cache(maxsize=512)
def combined_branches(asked: CombinedRoll[object]) -> Branches:
    """Every answer with its ways."""
    return tuple(asked.weights().items())


@dataclass(frozen=True)
class Deal(CombinedRoll[Faces]):
    """How many of the cards dealt are of each kind, in the order of `kinds`; None is no kind.

    deck   each card with how many there are of it and its kind
    count  how many are dealt
    """

    deck: tuple[tuple[Hashable, int, Hashable], ...]
    count: int

    def __post_init__(self) -> None:
        for card, number, _ in self.deck:
            if number < 0:
                raise ValueError(format_value_error(f"deal: number of {card!r}", number, "0 or more"))
        if not 0 <= self.count <= self._cards:
            allowed = f"0 to {self._cards} cards, as many as there are"
            raise ValueError(format_value_error("deal", self.count, allowed))

    @cached_property
    def _cards(self) -> int:
        return sum([number for _, number, _ in self.deck])

    @cached_property
    def categories(self) -> tuple[Hashable, ...]:
        return tuple(kind for kind in dict.fromkeys(kind for *_, kind in self.deck) if kind is not None)

    def roll(self, dice: Roller, label: Label, rule: str | None) -> Faces:
        said = label if isinstance(label, str) else ""
        kinds = {card: kind for card, _, kind in self.deck}
        left = {card: number for card, number, _ in self.deck if number}
        found = dict.fromkeys(kinds.values(), 0)
        for lying in range(self.count):
            if dice.is_counting:
                deck = tuple((card, left.get(card, 0), kind) for card, kind in kinds.items())
                rest = dice._roll_combined(Deal(deck, self.count - lying), label, rule)
                return _added((tuple(found[kind] for kind in self.categories), rest))
            drawn = dice._draw(left, said, rule)
            found[kinds[drawn]] += 1
            left = {card: number for card, rest in left.items() if (number := rest - (card == drawn))}
        return tuple(found[kind] for kind in self.categories)

    def weights(self) -> Mapping[Faces, int]:
        numbers: Counter[Hashable] = Counter()
        for _, number, kind in self.deck:
            numbers[kind] += number
        return counts.deal(self.count, [numbers[kind] for kind in self.categories], numbers[None])

    @property
    def total(self) -> int:
        return comb(self._cards, self.count)

    @property
    def min_dice(self) -> int:
        return self.count


class _Penetrated(Aggregate[int]):
    """The sum of a die and of those it adds, each of which counts one less than it shows."""

    def evaluate(self, faces: Faces) -> int:
        return sum(faces) - (len(faces) - 1)

    def weights(self, dice: Pool) -> Mapping[int, int]:
        found: Counter[int] = Counter()
        for faces, ways in FACES.weights(dice).items():
            found[self.evaluate(faces)] += ways
        return found


PENETRATED = _Penetrated()


@dataclass(frozen=True)
class ExplodingSum(CombinedRoll[int]):
    """The sum of the `keep` highest of dice that explode, each read with all the dice it adds, and of those
    that are `known`.
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
    def _reading(self) -> Aggregate[int]:
        return PENETRATED if self.penetrating else SUM

    def roll(self, dice: Roller, label: Label, rule: str | None) -> int:
        throws: list[RolledDice] = []
        values: tuple[int, ...] = ()
        for place, sides in enumerate(self.sizes):
            if dice.is_counting:
                return dice._roll_combined(replace(self, sizes=self.sizes[place:], known=values), label, rule)
            throws.append(dice._roll_pool(exploding(1, sides, self.limit), label, rule))
            values = (*values, throws[-1]._query(self._reading))
        order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
        for place in order[self.keep :]:
            throws[place].set_status(DROPPED)
        return sum(values[place] for place in order[: self.keep])

    def weights(self) -> Mapping[int, int]:
        each = {sides: self._reading.weights(exploding(1, sides, self.limit)) for sides in self.sizes}
        if self.keep == self._dice:
            found = {sum(self.known): 1}
            for sides, number in Counter(self.sizes).items():
                found = counts.add(found, counts.times(each[sides], number))
            return found
        if len(each) == 1 and not self.known:
            [one] = each.values()
            return counts.highest_of(one, len(self.sizes), self.keep)
        lying = [{value: 1} for value in self.known]
        return counts.highest_of_mixed([*lying, *(each[sides] for sides in self.sizes)], self.keep)

    @property
    def total(self) -> int:
        ways: int = prod(self.sizes) ** (self.limit + 1)
        return ways

    @property
    def min_dice(self) -> int:
        return len(self.sizes)

    @property
    def is_variable(self) -> bool:
        return True


Symbol = tuple[int, ...]
"""What a face counts of each thing that is counted."""


@dataclass(frozen=True)
class _Symbols(Aggregate[Symbol]):
    """What the faces of equal dice count for, added up."""

    faces: tuple[Symbol, ...]

    def evaluate(self, faces: Faces) -> Symbol:
        return _added(self.faces[face - 1] for face in faces) or (0,) * len(self.faces[0])

    def weights(self, dice: Pool) -> Mapping[Symbol, int]:
        lying = self.evaluate(tuple(face for _, face in dice.rolled))
        return counts.add_rows([self.faces] * len(dice.sizes), lying)


def _added(rows: Iterable[Symbol]) -> Symbol:
    return tuple(map(sum, zip(*rows, strict=True)))


@dataclass(frozen=True)
class SymbolSum(CombinedRoll[Symbol]):
    """What dice of symbols count for, added to `start`; for each die its faces."""

    dice: tuple[tuple[Symbol, ...], ...]
    start: Symbol

    def roll(self, dice: Roller, label: Label, rule: str | None) -> Symbol:
        found, left = self.start, Counter(self.dice)
        for faces in Counter(self.dice):
            if dice.is_counting:
                return dice._roll_combined(SymbolSum(tuple(left.elements()), found), label, rule)
            thrown = dice._roll_pool(pool_of(left.pop(faces), len(faces)), label, rule)
            found = _added((found, thrown._query(_Symbols(faces))))
        return found

    def weights(self) -> Mapping[Symbol, int]:
        return counts.add_rows(self.dice, self.start)

    @property
    def total(self) -> int:
        return prod(map(len, self.dice))

    @property
    def min_dice(self) -> int:
        return len(self.dice)


def deal(deck: Mapping[Hashable, int], count: int, kind: Callable[[Hashable], Hashable]) -> Deal:
    """The question of how many cards of each kind are dealt."""
    return Deal(tuple((card, number, kind(card)) for card, number in deck.items()), count)
