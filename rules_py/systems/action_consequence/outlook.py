"""The exact odds of a whole conflict: a Markov chain of rounds, each solved by `sweep`.

The state between rounds is the holder of the advantage and the number of times each side has hung in. These
counts only grow, so the conflict is solved from its last possible rounds backwards, with three unknowns at a
time: the outlook while no one, A or B holds the advantage. The coefficients of these unknowns are always the
same.
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
from rules_py.systems.action_consequence.round_results import (
    DOUBLING,
    GIVING,
    BetweenRounds,
    Limits,
    Win,
    after_round,
    hang_in,
)
from rules_py.systems.action_consequence.sweep import (
    ENDS,
    HOLDER_ADVANTAGES,
    INTERACTIVE_DIGITS,
    MAX_DIGITS,
    NOBODY,
    A,
    Advantages,
    B,
    Dice,
    RoundEnds,
    check_digits,
    round_ends,
    round_ends_incrementally,
    standing_ends_incrementally,
)

HOLDERS = tuple(HOLDER_ADVANTAGES)
WINS = tuple(Win(*win) for win in product((A, B), (DOUBLING, GIVING)))
"""The ways a conflict can end, in the order of the fields of `Outlook`."""


class Outlook(NamedTuple):
    """The chances of the four ends of a conflict, which sum to 1, and the mean number of rounds and of
    exchanges still to come, including the current round.
    """

    a_doubles: Fraction
    a_by_giving: Fraction
    b_doubles: Fraction
    b_by_giving: Fraction
    rounds: Fraction
    exchanges: Fraction

    def wins(self, side: str) -> Fraction:
        """Return the chance that a side wins, by doubling or because the other gives."""
        return self.a_doubles + self.a_by_giving if side == A else self.b_doubles + self.b_by_giving

    def doubled_chance(self, side: str) -> Fraction:
        """Return the chance that a side is doubled."""
        return self.b_doubles if side == A else self.a_doubles

    def gives(self, side: str) -> Fraction:
        """Return the chance that a side gives."""
        return self.b_by_giving if side == A else self.a_by_giving

    @classmethod
    def after_win(cls, win: Win) -> Outlook:
        """Return the outlook of a conflict that is over."""
        return cls(*[*(Fraction(win == each) for each in WINS), Fraction(), Fraction()])

    @classmethod
    def mean(cls, outlooks: Sequence[Outlook]) -> Outlook:
        """Return the outlook before one of several equally likely outlooks."""
        return cls(*(sum(column, Fraction()) / len(outlooks) for column in zip(*outlooks, strict=True)))


_Row = list[int]
"""The six numbers of an outlook, multiplied by a common denominator."""
_Counts = tuple[int, int]
"""The number of times A and B have hung in."""


@dataclass(frozen=True)
class _Level:
    """The outlooks of the three holders at the same counts, multiplied by `whole`."""

    rows: tuple[_Row, _Row, _Row]
    whole: int

    def row(self, holder: str) -> _Row:
        return self.rows[HOLDERS.index(holder)]


class SolvedConflict:
    """The outlooks of two sides with fixed dice and limits.

    `rounds` are the ends of a round for each holder of the advantage. Raises TooManyBranchesError if the
    numbers of a chance have more than `longest` digits.
    """

    def __init__(
        self, dice: tuple[Dice, Dice], limits: Limits, rounds: Mapping[str, RoundEnds], longest: int
    ) -> None:
        self.limits = limits
        self._dice = dice
        self._rounds = rounds
        self._longest = longest
        self._adjugate, self._determinant = _inverse([self._equation(holder) for holder in HOLDERS])
        self._levels: dict[_Counts, _Level] = {}

    def _after(self, counts: _Counts) -> list[BetweenRounds | Win]:
        """Return the result of each of ENDS."""
        return [after_round(self.limits, BetweenRounds(NOBODY, *counts), end) for end in ENDS]

    def _equation(self, holder: str) -> list[int]:
        """Return the coefficients of the three unknowns in the equation of this holder."""
        ends = self._rounds[holder]
        row = [ends.whole * (holder == other) for other in HOLDERS]
        for after, weight in zip(self._after((0, 0)), ends.weights, strict=True):
            if isinstance(after, BetweenRounds) and after[1:] == (0, 0):
                row[HOLDERS.index(after.holder)] -= weight
        return row

    def _level(self, counts: _Counts) -> _Level:
        if counts not in self._levels:
            self._levels[counts] = self._solve(counts)
        return self._levels[counts]

    def _solve(self, counts: _Counts) -> _Level:
        after = self._after(counts)
        later = {each[1:] for each in after if isinstance(each, BetweenRounds)} - {counts}
        levels = {each: self._level(each) for each in later}
        whole = lcm(*(level.whole for level in levels.values()))
        sides = [self._known_side(self._rounds[holder], after, levels, whole) for holder in HOLDERS]
        rows = [
            [sum(factor * row[at] for factor, row in zip(factors, sides, strict=True)) for at in range(6)]
            for factors in self._adjugate
        ]
        return _reduce(rows, self._determinant * whole, self._longest)

    @staticmethod
    def _known_side(
        ends: RoundEnds, after: Sequence[BetweenRounds | Win], levels: Mapping[_Counts, _Level], whole: int
    ) -> _Row:
        """Return the known side of an equation: this round, its wins, and the levels it leads to."""
        row = [0, 0, 0, 0, ends.whole * whole, ends.exchanges * whole]
        for result, weight in zip(after, ends.weights, strict=True):
            if isinstance(result, Win):
                row[WINS.index(result)] += weight * whole
            elif level := levels.get(result[1:]):
                _add(row, level.row(result.holder), weight * (whole // level.whole))
        return row

    def solve_levels(self) -> Incremental[None]:
        """Prepare everything that `between` may need, incrementally."""
        latest = [limit - 1 if limit else 0 for limit in self.limits]
        for short_a, short_b in product(*(range(most, -1, -1) for most in latest)):
            self._level((short_a, short_b))
            yield 0.0

    def before_round(self, state: BetweenRounds = BetweenRounds()) -> Outlook:  # immutable
        """Return the outlook before a new round."""
        short_a, short_b = (
            short if limit else 0 for short, limit in zip(state[1:], self.limits, strict=True)
        )
        level = self._level((short_a, short_b))
        return Outlook(*(Fraction(number, level.whole) for number in level.row(state.holder)))

    def after_round(self, end: str, short_a: int, short_b: int) -> Outlook:
        """Return the outlook after a round with this end; the counts are those before it."""
        after = after_round(self.limits, BetweenRounds(NOBODY, short_a, short_b), end)
        return Outlook.after_win(after) if isinstance(after, Win) else self.before_round(after)

    def after_hanging_in(self, side: str, short_a: int, short_b: int) -> Outlook:
        """Return the outlook after a side hangs in; the counts are those before it."""
        return self.before_round(hang_in(self.limits, BetweenRounds(NOBODY, short_a, short_b), side))

    def before_answer(
        self, challenger: str, standing: Reading, advantages: Advantages, short_a: int, short_b: int
    ) -> Outlook:
        """Return the outlook while a standing roll of the challenger is to be answered."""
        return run_to_completion(
            self.before_answer_incrementally(challenger, standing, advantages, short_a, short_b)
        )

    def before_answer_incrementally(
        self, challenger: str, standing: Reading, advantages: Advantages, short_a: int, short_b: int
    ) -> Incremental[Outlook]:
        """Return the same, incrementally."""
        dice_a, dice_b = self._dice
        ends = yield from standing_ends_incrementally(
            dice_a, dice_b, challenger, standing, advantages, self._longest
        )
        return (yield from self._within(ends, short_a, short_b))

    def before_cast(self, advantages: Advantages, short_a: int, short_b: int) -> Outlook:
        """Return the outlook before a cast with any number of advantage dice. R-23."""
        return run_to_completion(self._within(round_ends(*self._dice, advantages), short_a, short_b))

    def _within(self, ends: RoundEnds, short_a: int, short_b: int) -> Incremental[Outlook]:
        """Return the outlook in a round that ends like this; the counts are those before its end.

        Yields before each sum, since sums of long numbers are slow.
        """
        numbers = [Fraction(), Fraction(), Fraction(), Fraction(), Fraction(1), ends.mean_exchanges]
        for end, chance in ends.chances.items():
            if chance:
                yield 1.0
                _add(numbers, self.after_round(end, short_a, short_b), chance)
        yield 1.0
        return Outlook(*numbers)


def solve_conflict(dice_a: Dice, dice_b: Dice, limits: Limits = Limits()) -> SolvedConflict:
    """Return the conflict of these dice with these limits, from the cache if it was solved before.

    Raises TooManyBranchesError if that takes too long, as do the methods of the conflict.
    """
    return run_to_completion(_solve(dice_a, dice_b, limits, INTERACTIVE_DIGITS))


def solve_conflict_incrementally(dice_a: Dice, dice_b: Dice, limits: Limits) -> Incremental[SolvedConflict]:
    """Return the same, incrementally and for more dice, with all outlooks between rounds prepared."""
    conflict = yield from _solve(dice_a, dice_b, limits, MAX_DIGITS)
    yield from conflict.solve_levels()
    return conflict


@incremental_cache(256)
def _solve(dice_a: Dice, dice_b: Dice, limits: Limits, longest: int) -> Incremental[SolvedConflict]:
    rounds = {}
    for holder in HOLDERS:
        rounds[holder] = yield from round_ends_incrementally(
            dice_a, dice_b, HOLDER_ADVANTAGES[holder], longest
        )
    return SolvedConflict((dice_a, dice_b), limits, rounds, longest)


def _add[Number: (int, Fraction)](row: list[Number], more: Sequence[Number], factor: Number) -> None:
    for at, number in enumerate(more):
        if number:
            row[at] += number * factor


def _inverse(matrix: Sequence[Sequence[int]]) -> tuple[list[list[int]], int]:
    """Return the adjugate and the determinant of a 3 × 3 matrix. Their quotient is its inverse."""

    def minor(row: int, column: int) -> int:
        above, below = (each for each in range(3) if each != row)
        left, right = (each for each in range(3) if each != column)
        return matrix[above][left] * matrix[below][right] - matrix[above][right] * matrix[below][left]

    adjugate = [[(-1) ** (row + column) * minor(column, row) for column in range(3)] for row in range(3)]
    determinant = sum(matrix[0][at] * adjugate[at][0] for at in range(3))
    shared = gcd(determinant, *(number for row in adjugate for number in row))
    return [[number // shared for number in row] for row in adjugate], determinant // shared


def _reduce(rows: Sequence[_Row], whole: int, longest: int) -> _Level:
    shared = gcd(whole, *(number for row in rows for number in row))
    check_digits((whole // shared).bit_length(), longest)
    first, second, third = ([number // shared for number in row] for row in rows)
    return _Level((first, second, third), whole // shared)
