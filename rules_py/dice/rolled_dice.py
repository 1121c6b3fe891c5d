"""Dice that were rolled, to query and then to keep, mark or reroll."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence

from rules_py.base.errors import format_error, format_value_error, join_or
from rules_py.dice.aggregates import FACES, SUM, Aggregate, Reading, Tally, keep_sum
from rules_py.dice.label import Label
from rules_py.dice.matching import (
    Condition,
    Width,
    beaten,
    by_face,
    counts_of_conditions,
    tally_of_conditions,
)
from rules_py.dice.pools import Pool
from rules_py.dice.roll_steps import SET_ASIDE


class Counts[Kind](dict[Kind, int]):
    """Numbers of things by category, 0 for categories that can't occur."""

    def __missing__(self, kind: Kind) -> int:
        return 0


class RolledDice(ABC):
    """Dice that were rolled: query them, then set aside, cancel or reroll some.

    The odds count every answer, so query no more than you need: a `sum` of 2d6 has 11 values, the `faces` 21.
    You can query as often as you like. A further query counts only what is still open, and repeating one
    costs nothing. The status of a die (`highest`, `tally`, `set_status`, `reroll`, `pair_off`) is shown in
    the steps of a roll and changes no odds.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._last_tally: tuple[Tally, tuple[int, ...]] | None = None
        self._is_replaced = False

    @property
    def sum(self) -> int:
        """The sum of the faces, 0 without dice."""
        return self._query(SUM)

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces, highest first."""
        return self._query(FACES)

    def highest(self, keep: int = 1) -> int:
        """Return the sum of the `keep` highest dice; they are kept, the others dropped."""
        return self._query(keep_sum(keep, True))

    def lowest(self, keep: int = 1) -> int:
        """Return the sum of the `keep` lowest dice; they are kept, the others dropped."""
        return self._query(keep_sum(keep, False))

    def tally(self, kind: Callable[[int], Hashable]) -> Mapping[Hashable, int]:
        """Return the number of dice in each category; `kind` returns the category of a face.

        Faces of category None aren't counted: the fewer categories, the fewer branches. A category without
        faces has 0 dice.
        """
        tally = Tally.of_pool(self._pool, kind)
        numbers = self._query(tally)
        self._last_tally = (tally, numbers)
        return Counts(zip(tally.categories, numbers, strict=True))

    def counts(self, *conditions: Condition) -> tuple[int, ...]:
        """Return how many dice fit each condition: a function of a face. A die may fit several."""
        tally = tally_of_conditions(self._pool, conditions)
        return counts_of_conditions(tally, self._query(tally), len(conditions))

    def width(self, among: Condition | None = None) -> int:
        """Return the number of dice in the largest set of equal faces, 0 without dice.

        `among` says which faces count.
        """
        if among is None:
            return self._query(Width())
        sizes = {self._pool.requested_sides, *self._pool.sizes, *(size for size, _ in self._pool.rolled)}
        faces = self._pool.faces_of(max(sizes))
        return self._query(Width(frozenset(filter(among, faces))))

    def beats(self, other: RolledDice) -> int:
        """Return how many dice are higher than those of another roll, in order from the highest.

        The dice without a counterpart aren't compared. Ask neither roll anything else: use `faces` then.
        """
        return beaten(self.faces, other.faces)

    @property
    def dice(self) -> list[tuple[int, int]]:
        """The dice as (face, sides), highest face first; of equal faces the smaller die."""
        return by_face(self._dice_faces())

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of dice, extra dice included."""

    def read[Answer: Hashable](self, by: Callable[[tuple[int, ...]], Answer]) -> Answer:
        """Return what `by(faces)` reads from the faces, highest first: several answers as one tuple.

        A further way to read dice, such as the longest run. The odds count its different answers, not every
        combination of faces. Declare `by` outside the mechanic, so that its odds can be cached.
        """
        return self._query(Reading(by))

    def pair_off(self, one: Hashable, other: Hashable) -> int:
        """Set aside pairs of dice from two categories of the tally and return the number of pairs.

        If each 1 cancels a success: `dice.tally(kind)`, then `dice.pair_off("one", "success")`.
        """
        if self._last_tally is None:
            message = format_error("pair_off", "a roll without a tally", "a roll after `roll.tally(…)`")
            raise ValueError(message)
        tally, numbers = self._last_tally
        for category in (one, other):
            if category not in tally.categories:
                expected = f"a category of the tally, {join_or(map(repr, tally.categories))}"
                raise ValueError(format_value_error("pair_off", category, expected))
        pairs = min(numbers[tally.categories.index(category)] for category in (one, other))
        for category in (one, other):
            faces = {face for face in tally.faces if tally.category(face) == category}
            self._apply_status(SET_ASIDE, faces.__contains__, pairs)
        return pairs

    def set_status(self, status: str, where: Callable[[int], bool] | Collection[int] | None = None) -> None:
        """Set the status of all dice, of those whose face fits, or of those at these indexes of `faces`.

        `status` is a word from `roll_steps` (`CANCELLED`) or one of your own.
        """
        self._apply_status(status, where, None)

    def reroll(
        self,
        again: Callable[[int], bool] | None = None,
        *,
        label: Label = "Rerolled",
        rule: str | None = None,
    ) -> RolledDice:
        """Reroll all dice once, or those whose face fits `again`, and return the dice after that.

        Query the returned dice from then on.
        """
        if again is not None and self._pool.extra_limit:
            expected = "all of them together, without `again`"
            raise ValueError(format_error("reroll", "some of dice that add dice", expected))
        rerolled = self._reroll(again, label, rule)
        self._is_replaced = True
        return rerolled

    def _query[Answer](self, aggregate: Aggregate[Answer]) -> Answer:
        if self._is_replaced:
            expected = "the dice that `reroll` returned"
            raise ValueError(format_error("roll", "dice that were rerolled", expected))
        return self._evaluate(aggregate)

    @abstractmethod
    def _evaluate[Answer](self, aggregate: Aggregate[Answer]) -> Answer:
        """Return the value of an aggregate, and set the statuses that it gives the dice."""

    @abstractmethod
    def _dice_faces(self) -> Sequence[tuple[int, int]]:
        """Return the face and the sides of every die."""

    @abstractmethod
    def _apply_status(
        self, status: str, where: Callable[[int], bool] | Collection[int] | None, max_dice: int | None
    ) -> None:
        """Set the status of dice, of `max_dice` at most."""

    @abstractmethod
    def _reroll(self, again: Callable[[int], bool] | None, label: Label, rule: str | None) -> RolledDice:
        """Return the dice after a reroll."""
