"""Dice on the table, to be looked at and then dealt with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Mapping

from rules_py.base.errors import format_error, format_value_error
from rules_py.dice.label import Label
from rules_py.dice.pools import FACES, SUM, Aggregate, Pool, Tally, keep_sum
from rules_py.dice.roll_steps import SET_ASIDE


class Counts[Kind](dict[Kind, int]):
    """How many there are of each kind; of a kind that there can be none of, 0."""

    def __missing__(self, kind: Kind) -> int:
        return 0


class RolledDice(ABC):
    """Dice that were thrown: ask of them what you need, then say what became of them.

    What you ask decides how many ways the odds have to count, so ask for no more than you need: a `sum` of
    2d6 has 11 answers, the `faces` 21. Ask as often as you like: a closer question counts only what is
    still open, and the same one costs nothing. What became of a die (`highest`, `tally`, `mark`, `reroll`,
    `pair_off`) is shown in the working of a roll and changes no odds.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._tallied: tuple[Tally, tuple[int, ...]] | None = None
        self._gone = False

    @property
    def sum(self) -> int:
        """The sum of the faces; 0 of no dice."""
        return self._query(SUM)

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces, highest first."""
        return self._query(FACES)

    def highest(self, keep: int = 1) -> int:
        """The sum of the `keep` highest; they are kept, the others dropped."""
        return self._query(keep_sum(keep, True))

    def lowest(self, keep: int = 1) -> int:
        """The sum of the `keep` lowest; they are kept, the others dropped."""
        return self._query(keep_sum(keep, False))

    def tally(self, kind: Callable[[int], Hashable]) -> Mapping[Hashable, int]:
        """How many dice fall into each class; `kind` says which class a face belongs to.

        Faces of class None are not counted: the fewer classes, the fewer the ways. Of a class that no face
        belongs to there are 0.
        """
        reading = Tally.of_pool(self._pool, kind)
        found = self._query(reading)
        self._tallied = (reading, found)
        return Counts(zip(reading.categories, found, strict=True))

    def pair_off(self, one: Hashable, other: Hashable) -> int:
        """Set dice of one class of the tally aside in pairs with dice of the other; the number of pairs.

        So that each 1 cancels a success: `throw.tally(kind)`, then `throw.pair_off("one", "success")`.
        """
        if self._tallied is None:
            raise ValueError(
                format_error("pair_off", "a throw without classes", "one after `throw.tally(kind)`")
            )
        reading, found = self._tallied
        for kind in (one, other):
            if kind not in reading.categories:
                raise ValueError(
                    format_value_error("pair_off", kind, f"a class of the tally {reading.categories}")
                )
        pairs = min(found[reading.categories.index(kind)] for kind in (one, other))
        for kind in (one, other):
            faces = {face for face in reading.faces if reading.category(face) == kind}
            self._apply_status(SET_ASIDE, faces.__contains__, pairs)
        return pairs

    def set_status(self, status: str, where: Callable[[int], bool] | Collection[int] | None = None) -> None:
        """Say what became of dice: of all, of those whose face fits, or of those in these places of `faces`.

        `fate` is a word of `working.py` (`CANCELLED`) or one of your own.
        """
        self._apply_status(status, where, None)

    def reroll(
        self,
        again: Callable[[int], bool] | None = None,
        *,
        label: Label = "Thrown again",
        rule: str | None = None,
    ) -> RolledDice:
        """Throw all dice once more, or those whose face fits `again`; the dice as they lie then.

        Ask the throw it returns, not this one. It stands whatever it shows, unless you throw that again too.
        """
        if again is not None and self._pool.extra_limit:
            allowed = "all of them together, without `again`"
            raise ValueError(format_error("reroll", "some of dice that add dice", allowed))
        thrown = self._reroll(again, label, rule)
        self._gone = True
        return thrown

    def _query[Answer](self, reading: Aggregate[Answer]) -> Answer:
        if self._gone:
            allowed = "the throw that `reroll` returned"
            raise ValueError(format_error("throw", "dice that were thrown again", allowed))
        return self._evaluate(reading)

    @abstractmethod
    def _evaluate[Answer](self, reading: Aggregate[Answer]) -> Answer:
        """What the dice say to a question; in a roll they take the fates it gives them."""

    @abstractmethod
    def _apply_status(
        self, fate: str, where: Callable[[int], bool] | Collection[int] | None, most: int | None
    ) -> None:
        """Give a fate to dice, to so many at most."""

    @abstractmethod
    def _reroll(self, again: Callable[[int], bool] | None, label: Label, rule: str | None) -> RolledDice:
        """The dice after throwing some of them again."""
