"""One round worked out exactly, from its cast or from a standing roll, in one sweep down the readings.

A standing roll only ever rises from exchange to exchange, so what it leads to follows from the higher ones.
Everything is kept in whole numbers over one common denominator, which grows by a factor with each reading:
the sums over all higher readings need no fraction, and are reduced once at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm, log10

from rules_py.base.errors import TooManyBranchesError
from rules_py.dice.incremental import Incremental, incremental_cache, run_to_completion
from rules_py.systems.action_consequence.readings import Law, Reading, compared, high, law

A, B, NOBODY = "a", "b", "none"
OTHER = {A: B, B: A}

Advantages = tuple[int, int]
"""How many advantage dice A and B add to each of their rolls of a round."""
NO_ADVANTAGE: Advantages = (0, 0)
HELD: Mapping[str, Advantages] = {NOBODY: NO_ADVANTAGE, A: (1, 0), B: (0, 1)}
"""The same where one of them has seized the advantage. R-9."""

SOON = 4_200
"""Digits of the longest number that chances are worked out in while somebody waits."""
LONGEST = 20_000
"""And of the longest where they are worked out bit by bit: with longer ones it takes a minute. R-41."""

ENDS = ("a_doubles", "b_doubles", "b_short", "a_short", "tie")
"""How a round ends. `b_short`: B answered A's challenge below it, yet with more than half. R-10."""
_DOUBLES = {A: 0, B: 1}
_GAINS = {A: 2, B: 3}
_TIE, _EXCHANGES = 4, 5
_OFTEN = 24
"""After so many readings the numbers are reduced."""


@dataclass(frozen=True)
class RoundEnds:
    """How a round ends: the weight of each of ENDS and, as `exchanges`, of the mean number of answers, all
    out of `whole`.
    """

    weights: tuple[int, ...]
    exchanges: int
    whole: int

    @property
    def chances(self) -> dict[str, Fraction]:
        """The chance of each of ENDS; they sum to 1."""
        return {end: Fraction(ways, self.whole) for end, ways in zip(ENDS, self.weights, strict=True)}

    @property
    def mean_exchanges(self) -> Fraction:
        return Fraction(self.exchanges, self.whole)


class _Sweep:
    """What the readings passed so far lead to, the highest first.

    `sums[side]` holds for each end, and for the exchanges, the sum over the readings passed of the ways to
    that reading times what follows when it stands; `cast` the same over the casts in which it is the higher.
    All are out of `whole`.
    """

    def __init__(self, a: Law, b: Law, longest: int) -> None:
        self._longest = longest
        self.laws = {A: a, B: b}
        self.whole = 1
        self.sums = {A: [0] * (_EXCHANGES + 1), B: [0] * (_EXCHANGES + 1)}
        self.cast = [0] * (_EXCHANGES + 1)
        self.left = {A: a.total, B: b.total}
        """In how many ways each side reads no more than the reading the sweep stands at."""
        self._factor = lcm(a.total, b.total)

    def down(self, standing: Reading | None = None) -> Iterator[Reading]:
        """Pass all readings above this one, all there are where none is given: each of them, as the sweep
        stands at it.
        """
        above = (
            each for each in {*self.laws[A].ways, *self.laws[B].ways} if standing is None or each > standing
        )
        for place, read in enumerate(sorted(above, reverse=True), start=1):
            yield read
            self._pass(read)
            if place % _OFTEN == 0:
                self._reduce()

    def stands(self, challenger: str, read: Reading) -> list[int]:
        """What follows when this reading of the challenger stands, out of `whole` times the ways of the
        answerer's dice. The sweep stands at that reading: all higher ones were passed.
        """
        answerer = OTHER[challenger]
        answers = self.laws[answerer]
        doubled = answers.at_most(high(read) // 2) if read else 0
        found = [*self.sums[answerer]]
        found[_DOUBLES[challenger]] += doubled * self.whole
        found[_GAINS[challenger]] += (self._below(answerer, read) - doubled) * self.whole
        found[_TIE] += answers.ways.get(read, 0) * self.whole
        found[_EXCHANGES] += answers.total * self.whole
        return found

    def standings(self) -> Iterator[tuple[str, Reading, list[int], int]]:
        """What follows when a reading of either side stands, and out of how much: for each reading, the
        highest first, and each challenger.
        """
        for read in self.down():
            for side, other in OTHER.items():
                yield side, read, self.stands(side, read), self.whole * self.laws[other].total

    def _below(self, side: str, read: Reading) -> int:
        """In how many ways a side reads less than the reading the sweep stands at."""
        return self.left[side] - self.laws[side].ways.get(read, 0)

    def _pass(self, read: Reading) -> None:
        there = [side for side in (A, B) if read in self.laws[side].ways]
        follows = {side: self.stands(side, read) for side in there}
        casts = {side: self._below(OTHER[side], read) for side in there}
        factor = self._factor if len(there) == 2 else self.laws[OTHER[there[0]]].total
        self.whole *= factor
        self.sums = {side: [each * factor for each in sums] for side, sums in self.sums.items()}
        self.cast = [each * factor for each in self.cast]
        for side, each in follows.items():
            ways = self.laws[side].ways[read]
            weight = ways * (factor // self.laws[OTHER[side]].total)
            self.left[side] -= ways
            self.sums[side] = _plus(self.sums[side], each, weight)
            self.cast = _plus(self.cast, each, weight * casts[side])

    def _reduce(self) -> None:
        """Divide by what all numbers share, which keeps them a fraction as long.

        Raises TooManyBranchesError where even so they have become too long.
        """
        shared = gcd(self.whole, *self.sums[A], *self.sums[B], *self.cast)
        self.whole //= shared
        self.sums = {side: [each // shared for each in sums] for side, sums in self.sums.items()}
        self.cast = [each // shared for each in self.cast]
        require_short(self.whole.bit_length(), self._longest)


def _plus(sums: list[int], more: list[int], ways: int) -> list[int]:
    return [each + ways * other for each, other in zip(sums, more, strict=True)]


def require_short(bits: int, longest: int) -> None:
    """Raise TooManyBranchesError for chances whose numbers have more than so many digits."""
    if bits > longest / log10(2):
        raise TooManyBranchesError(
            f"chances of more than {longest} digits: lower the number of dice, or where both sides give",
            "With so many dice on both sides the exact chances would take too long. Take fewer dice, let the "
            "sides give earlier, or look at a single exchange.",
        )


def _reduced(found: Sequence[int], whole: int, longest: int) -> RoundEnds:
    shared = gcd(whole, *found)
    require_short((whole // shared).bit_length(), longest)
    *weights, exchanges = (each // shared for each in found)
    return RoundEnds(tuple(weights), exchanges, whole // shared)


def round_ends(
    dice_a: Sequence[int], dice_b: Sequence[int], advantages: Advantages = NO_ADVANTAGE
) -> RoundEnds:
    """How a round ends from its cast; a full tie of the cast is thrown again and not counted. R-1, R-7.

    Raises TooManyBranchesError where that would take too long.
    """
    return run_to_completion(counting_round(dice_a, dice_b, advantages, SOON))


def counting_round(
    dice_a: Sequence[int], dice_b: Sequence[int], advantages: Advantages, longest: int = LONGEST
) -> Incremental[RoundEnds]:
    """The same, bit by bit, in numbers of up to `longest` digits."""
    a, b = tuple(sorted(dice_a)), tuple(sorted(dice_b))
    if b < a:  # what is known of one order is known of the other
        return turned((yield from _counting(b, a, (advantages[1], advantages[0]), longest)))
    return (yield from _counting(a, b, advantages, longest))


@incremental_cache(512)
def _counting(
    dice_a: tuple[int, ...], dice_b: tuple[int, ...], advantages: Advantages, longest: int
) -> Incremental[RoundEnds]:
    a, b = law(dice_a, advantages[0], len(dice_b)), law(dice_b, advantages[1], len(dice_a))
    sweep = _Sweep(a, b, longest)
    for _ in sweep.down():
        yield 0.0
    tied = sum(ways * b.ways.get(read, 0) for read, ways in a.ways.items())
    return _reduced(sweep.cast, sweep.whole * (a.total * b.total - tied), longest)


def turned(ends: RoundEnds) -> RoundEnds:
    """The same round with the sides' names exchanged."""
    a_doubles, b_doubles, b_short, a_short, tie = ends.weights
    return RoundEnds((b_doubles, a_doubles, a_short, b_short, tie), ends.exchanges, ends.whole)


def standing_ends(
    dice_a: tuple[int, ...],
    dice_b: tuple[int, ...],
    challenger: str,
    standing: Reading,
    advantages: Advantages = NO_ADVANTAGE,
) -> RoundEnds:
    """How a round ends once a roll of the challenger (`a` or `b`) stands and is to be answered.

    Raises TooManyBranchesError as `round_ends` does.
    """
    place_a, place_b, read = _compared(dice_a, dice_b, challenger, standing)
    if known := _standings(dice_a, dice_b, place_a, place_b, advantages).get((challenger, read)):
        return _reduced(*known, SOON)
    return run_to_completion(counting_standing(dice_a, dice_b, challenger, standing, advantages, SOON))


@lru_cache(maxsize=2)  # of three d12 on each side it is some megabytes
def _standings(
    dice_a: tuple[int, ...], dice_b: tuple[int, ...], place_a: int, place_b: int, advantages: Advantages
) -> Mapping[tuple[str, Reading], tuple[list[int], int]]:
    """What follows when a reading of either side stands, and out of how much, as far down as `SOON` goes:
    whoever asks for one after the other needs one sweep in all.
    """
    sweep = _Sweep(law(dice_a, advantages[0], place_b), law(dice_b, advantages[1], place_a), SOON)
    found: dict[tuple[str, Reading], tuple[list[int], int]] = {}
    with suppress(TooManyBranchesError):
        for side, read, ends, whole in sweep.standings():
            found[side, read] = ends, whole
    return found


def _compared(
    dice_a: tuple[int, ...], dice_b: tuple[int, ...], challenger: str, standing: Reading
) -> tuple[int, int, Reading]:
    """How many dice of A and of B are compared once a roll stands, which need not be of the dice that its
    side has left; and that roll as it is compared.
    """
    places = {A: len(dice_a), B: len(dice_b)}
    places[challenger] = max(places[challenger], len(standing))
    return places[A], places[B], compared(standing, places[OTHER[challenger]])


@incremental_cache(512)
def counting_standing(
    dice_a: tuple[int, ...],
    dice_b: tuple[int, ...],
    challenger: str,
    standing: Reading,
    advantages: Advantages,
    longest: int = LONGEST,
) -> Incremental[RoundEnds]:
    """The same, bit by bit, in numbers of up to `longest` digits."""
    place_a, place_b, read = _compared(dice_a, dice_b, challenger, standing)
    sweep = _Sweep(law(dice_a, advantages[0], place_b), law(dice_b, advantages[1], place_a), longest)
    for _ in sweep.down(read):
        yield 0.0
    whole = sweep.whole * sweep.laws[OTHER[challenger]].total
    return _reduced(sweep.stands(challenger, read), whole, longest)


@dataclass(frozen=True)
class Standings:
    """How a round ends from every roll that may stand: for each challenger, by the roll, the weights of ENDS,
    all out of `whole`.
    """

    of: Mapping[str, Mapping[Reading, Sequence[int]]]
    whole: int


@incremental_cache(64)
def every_standing(
    dice_a: tuple[int, ...], dice_b: tuple[int, ...], advantages: Advantages, longest: int
) -> Incremental[Standings]:
    """How a round ends from every roll that may stand, as `compared` with the other side's dice."""
    sweep = _Sweep(law(dice_a, advantages[0], len(dice_b)), law(dice_b, advantages[1], len(dice_a)), longest)
    found: dict[tuple[str, Reading], RoundEnds] = {}
    for side, read, ends, whole in sweep.standings():
        if read in sweep.laws[side].ways:
            found[side, read] = _reduced(ends, whole, longest)
        yield 0.0
    whole = lcm(*(each.whole for each in found.values()))
    return Standings(
        {
            side: {
                read: [ways * (whole // each.whole) for ways in each.weights]
                for (of, read), each in found.items()
                if of == side
            }
            for side in (A, B)
        },
        whole,
    )
