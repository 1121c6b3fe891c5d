"""A whole conflict worked out exactly: the chain of its rounds around the sweep of each.

Between rounds a conflict is fully described by who holds the advantage and by how often each side has hung
in. Those counts only grow, so the conflict is solved from its last possible rounds back, three unknowns at a
time: nobody, A or B holding the advantage. The equations for these are the same every time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import gcd, lcm
from typing import NamedTuple

from rules_py.dice.incremental import Incremental, incremental_cache, run_to_completion
from rules_py.systems.action_consequence.readings import Reading
from rules_py.systems.action_consequence.sweep import (
    HELD,
    LONGEST,
    NOBODY,
    OTHER,
    SOON,
    A,
    Advantages,
    B,
    RoundEnds,
    counting_round,
    counting_standing,
    require_short,
    round_ends,
)

HOLDERS = (NOBODY, A, B)


class Limits(NamedTuple):
    """At which short answer each side gives; None hangs in always. R-11."""

    a: int | None = None
    b: int | None = None

    def gives(self, side: str, short_a: int, short_b: int) -> bool:
        """Whether a side that has hung in so often gives when it answers short once more."""
        limit, short = (self.a, short_a) if side == A else (self.b, short_b)
        return limit is not None and short + 1 >= limit


class Between(NamedTuple):
    """Where a conflict stands between two rounds: who holds the advantage, how often A and B hung in."""

    holder: str = NOBODY
    short_a: int = 0
    short_b: int = 0


@dataclass(frozen=True)
class Outlook:
    """How a conflict ends from here: the chances of the four ends, which sum to 1, and how many rounds and
    exchanges are still to come in the mean, the present round included.
    """

    a_doubles: Fraction
    a_by_giving: Fraction
    b_doubles: Fraction
    b_by_giving: Fraction
    rounds: Fraction
    exchanges: Fraction

    def wins(self, side: str) -> Fraction:
        """The chance that a side wins, by doubling or because the other gives."""
        return self.a_doubles + self.a_by_giving if side == A else self.b_doubles + self.b_by_giving

    def doubled(self, side: str) -> Fraction:
        """The chance that a side is doubled in the end."""
        return self.b_doubles if side == A else self.a_doubles

    def gives(self, side: str) -> Fraction:
        """The chance that a side gives in the end."""
        return self.b_by_giving if side == A else self.a_by_giving

    @classmethod
    def won(cls, winner: str, *, by_giving: bool) -> Outlook:
        """That of a conflict which is over."""
        ends = [Fraction(end == (winner, by_giving)) for end in product((A, B), (False, True))]
        return cls(*[*ends, Fraction(), Fraction()])

    @classmethod
    def mean(cls, outlooks: Sequence[Outlook]) -> Outlook:
        """That of several ways which are equally likely."""
        columns = zip(*map(_values, outlooks), strict=True)
        return cls(*(sum(column, Fraction()) / len(outlooks) for column in columns))


_Row = list[int]
"""The six values of an outlook, as whole numbers out of a denominator that is told beside them."""


@dataclass(frozen=True)
class _Level:
    """The outlooks of all three holders at the same counts, out of `whole`."""

    rows: tuple[_Row, _Row, _Row]
    whole: int


Dice = tuple[int, ...]


class Conflict:
    """Two sides with fixed dice and fixed limits; what any state of theirs leads to.

    `rounds` is how a round ends for each holder of the advantage. Raises TooManyBranchesError for chances in
    numbers of more than `longest` digits.
    """

    def __init__(
        self, dice: tuple[Dice, Dice], limits: Limits, rounds: Mapping[str, RoundEnds], longest: int
    ) -> None:
        self.limits = limits
        self._dice = dice
        self._rounds = rounds
        self._longest = longest
        self._adjugate, self._determinant = _inverted([self._equation(each) for each in HOLDERS])
        self._levels: dict[tuple[int, int], _Level] = {}

    def _equation(self, holder: str) -> list[int]:
        """The row of this holder in the equations of a level: what leads to another level or to an end
        stands on the other side of them.
        """
        ends = self._rounds[holder]
        _, _, b_short, a_short, tie = ends.weights
        row = [-tie, 0 if self.limits.b else -b_short, 0 if self.limits.a else -a_short]
        row[HOLDERS.index(holder)] += ends.whole
        return row

    def _level(self, short_a: int, short_b: int) -> _Level:
        short_a, short_b = short_a if self.limits.a else 0, short_b if self.limits.b else 0
        found = self._levels.get((short_a, short_b))
        if found is None:
            found = self._levels[short_a, short_b] = self._solved(short_a, short_b)
        return found

    def _solved(self, short_a: int, short_b: int) -> _Level:
        gives_a, gives_b = (self.limits.gives(side, short_a, short_b) for side in (A, B))
        on_a = self._level(short_a + 1, short_b) if self.limits.a and not gives_a else None
        on_b = self._level(short_a, short_b + 1) if self.limits.b and not gives_b else None
        whole = lcm(*(each.whole for each in (on_a, on_b) if each))
        known = []
        for holder in HOLDERS:
            ends = self._rounds[holder]
            _, _, b_short, a_short, _ = ends.weights
            row = [each * whole for each in self._ended(ends, gives_a, gives_b)]
            if on_a:
                _add(row, on_a.rows[HOLDERS.index(B)], a_short * (whole // on_a.whole))
            if on_b:
                _add(row, on_b.rows[HOLDERS.index(A)], b_short * (whole // on_b.whole))
            known.append(row)
        rows = tuple(
            [sum(part * row[place] for part, row in zip(factors, known, strict=True)) for place in range(6)]
            for factors in self._adjugate
        )
        return _reduced(rows, self._determinant * whole, self._longest)

    def before_each_round(self) -> Incremental[None]:
        """Work out, bit by bit, all that `between` may be asked."""
        latest = [limit - 1 if limit else 0 for limit in self.limits]
        for short_a, short_b in product(*(range(most, -1, -1) for most in latest)):
            self._level(short_a, short_b)
            yield 0.0

    def _ended(self, ends: RoundEnds, gives_a: bool, gives_b: bool) -> _Row:
        """What one round brings by itself: its ends that end the conflict, itself, its exchanges."""
        a_doubles, b_doubles, b_short, a_short, _ = ends.weights
        a_by_giving = b_short if gives_b else 0
        b_by_giving = a_short if gives_a else 0
        return [a_doubles, a_by_giving, b_doubles, b_by_giving, ends.whole, ends.exchanges]

    def between(self, state: Between = Between()) -> Outlook:  # it can't be changed
        """The outlook before a new round."""
        level = self._level(state.short_a, state.short_b)
        row = level.rows[HOLDERS.index(state.holder)]
        return Outlook(*(Fraction(each, level.whole) for each in row))

    def hung_in(self, side: str, short_a: int, short_b: int) -> Outlook:
        """The outlook once a side has hung in, its counts being those before it did."""
        return self.between(Between(OTHER[side], short_a + (side == A), short_b + (side == B)))

    def standing(
        self, challenger: str, standing: Reading, advantages: Advantages, short_a: int, short_b: int
    ) -> Outlook:
        """The outlook while a roll of the challenger stands and is to be answered."""
        return run_to_completion(self.counting_standing(challenger, standing, advantages, short_a, short_b))

    def counting_standing(
        self, challenger: str, standing: Reading, advantages: Advantages, short_a: int, short_b: int
    ) -> Incremental[Outlook]:
        """The same, bit by bit."""
        dice_a, dice_b = self._dice
        ends = yield from counting_standing(dice_a, dice_b, challenger, standing, advantages, self._longest)
        return (yield from self._within(ends, short_a, short_b))

    def casting(self, advantages: Advantages, short_a: int, short_b: int) -> Outlook:
        """The outlook before a cast with any number of advantage dice. R-23."""
        return run_to_completion(self._within(round_ends(*self._dice, advantages), short_a, short_b))

    def _within(self, ends: RoundEnds, short_a: int, short_b: int) -> Incremental[Outlook]:
        """The outlook in a round that ends so, the counts being those before it does; with long numbers each
        sum is a bit of work for itself.
        """
        chances = ends.chances
        found = [
            chances["a_doubles"],
            Fraction(),
            chances["b_doubles"],
            Fraction(),
            Fraction(1),
            ends.mean_exchanges,
        ]
        for side, end in ((A, "a_short"), (B, "b_short")):
            if not chances[end]:
                continue
            if self.limits.gives(side, short_a, short_b):
                found[3 if side == A else 1] += chances[end]
            else:
                yield 1.0
                _add(found, _values(self.hung_in(side, short_a, short_b)), chances[end])
        if chances["tie"]:
            yield 1.0
            _add(found, _values(self.between(Between(NOBODY, short_a, short_b))), chances["tie"])
        yield 1.0
        return Outlook(*found)


def conflict(dice_a: Dice, dice_b: Dice, limits: Limits = Limits()) -> Conflict:
    """The conflict of these dice with these limits; what was worked out of it is kept.

    Raises TooManyBranchesError where that would take too long, as what is asked of it does.
    """
    return run_to_completion(_solving(dice_a, dice_b, limits, SOON))


def counting_conflict(dice_a: Dice, dice_b: Dice, limits: Limits) -> Incremental[Conflict]:
    """The same, bit by bit, for more dice; all that comes between its rounds is worked out."""
    solved = yield from _solving(dice_a, dice_b, limits, LONGEST)
    yield from solved.before_each_round()
    return solved


@incremental_cache(256)
def _solving(dice_a: Dice, dice_b: Dice, limits: Limits, longest: int) -> Incremental[Conflict]:
    rounds = {}
    for holder in HOLDERS:
        rounds[holder] = yield from counting_round(dice_a, dice_b, HELD[holder], longest)
    return Conflict((dice_a, dice_b), limits, rounds, longest)


def _values(outlook: Outlook) -> list[Fraction]:
    return [
        outlook.a_doubles,
        outlook.a_by_giving,
        outlook.b_doubles,
        outlook.b_by_giving,
        outlook.rounds,
        outlook.exchanges,
    ]


def _add[Number: (int, Fraction)](row: list[Number], more: Sequence[Number], times: Number) -> None:
    for place, each in enumerate(more):
        row[place] += each * times


def _inverted(matrix: Sequence[Sequence[int]]) -> tuple[list[list[int]], int]:
    """The adjugate and the determinant of a matrix of three rows: divided by each other, its inverse."""

    def minor(row: int, column: int) -> int:
        above, below = (each for each in range(3) if each != row)
        left, right = (each for each in range(3) if each != column)
        return matrix[above][left] * matrix[below][right] - matrix[above][right] * matrix[below][left]

    adjugate = [[(-1) ** (row + column) * minor(column, row) for column in range(3)] for row in range(3)]
    determinant = sum(matrix[0][each] * adjugate[each][0] for each in range(3))
    shared = gcd(determinant, *(part for row in adjugate for part in row))
    return [[part // shared for part in row] for row in adjugate], determinant // shared


def _reduced(rows: Sequence[_Row], whole: int, longest: int) -> _Level:
    shared = gcd(whole, *(each for row in rows for each in row))
    require_short((whole // shared).bit_length(), longest)
    first, second, third = ([each // shared for each in row] for row in rows)
    return _Level((first, second, third), whole // shared)
