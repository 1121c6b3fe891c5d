"""The exact odds of one round, from its cast or from a standing roll, in one sweep down the readings.

A standing roll only rises from exchange to exchange, so its results follow from those of higher rolls. All
numbers are integers over one common denominator that grows by a factor with each reading, so that the sums
over all higher readings need no fractions. They are reduced at intervals, and at the end.
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
from rules_py.systems.action_consequence.readings import Reading, high, roll_distribution, trim

A, B, NOBODY = "a", "b", "none"
OTHER = {A: B, B: A}

Dice = tuple[int, ...]
Advantages = tuple[int, int]
"""The advantage dice that A and B add to each of their rolls in a round."""
NO_ADVANTAGE: Advantages = (0, 0)
HOLDER_ADVANTAGES: Mapping[str, Advantages] = {NOBODY: NO_ADVANTAGE, A: (1, 0), B: (0, 1)}
"""The advantage dice for each holder of the advantage. R-9."""

INTERACTIVE_DIGITS = 4_200
"""The most digits of a number in odds that are calculated while the reader waits."""
MAX_DIGITS = 20_000
"""The most digits in odds that are calculated incrementally. Longer numbers take a minute. R-41."""

ENDS = ("a_doubles", "b_doubles", "b_short", "a_short", "tie")
"""The ends of a round. `b_short`: B's answer to A was lower, but more than half. R-10."""
_DOUBLES = {A: 0, B: 1}
_GAINS = {A: 2, B: 3}
_TIE, _EXCHANGES = 4, 5
_REDUCE_EVERY = 24
"""The number of readings after which the numbers are reduced."""


@dataclass(frozen=True)
class RoundEnds:
    """The weights of ENDS and, as `exchanges`, of the mean number of answers, all out of `whole`."""

    weights: tuple[int, ...]
    exchanges: int
    whole: int

    @property
    def chances(self) -> dict[str, Fraction]:
        """The chance of each of ENDS. They sum to 1."""
        return {end: Fraction(weight, self.whole) for end, weight in zip(ENDS, self.weights, strict=True)}

    @property
    def mean_exchanges(self) -> Fraction:
        return Fraction(self.exchanges, self.whole)


class _Sweep:
    """The results of the readings passed so far, from the highest down.

    For each end, and for the exchanges, `sums[side]` adds up the weight of each passed reading of a side
    times the result of that reading as the standing roll. `cast` does the same for the casts in which the
    reading is the higher one. All numbers are out of `whole`.
    """

    def __init__(
        self, dice: tuple[Dice, Dice], places: tuple[int, int], advantages: Advantages, longest: int
    ):
        """Start above all readings. `places` are the numbers of dice that are compared of A and of B."""
        a, b = (roll_distribution(*roll) for roll in zip(dice, advantages, reversed(places), strict=True))
        self._longest = longest
        self.rolls = {A: a, B: b}
        self.whole = 1
        self.sums = {A: [0] * (_EXCHANGES + 1), B: [0] * (_EXCHANGES + 1)}
        self.cast = [0] * (_EXCHANGES + 1)
        self.left = {A: a.total, B: b.total}
        """The weight of the readings of each side that aren't passed yet."""
        self._factor = lcm(a.total, b.total)

    def down(self, standing: Reading | None = None) -> Iterator[Reading]:
        """Pass every reading above `standing`, by default all of them. Yield each before passing it."""
        readings = {*self.rolls[A].weights, *self.rolls[B].weights}
        above = (reading for reading in readings if standing is None or reading > standing)
        for number, reading in enumerate(sorted(above, reverse=True), start=1):
            yield reading
            self._pass(reading)
            if number % _REDUCE_EVERY == 0:
                self._reduce()

    def stands(self, challenger: str, reading: Reading) -> list[int]:
        """Return the results of a standing roll of the challenger with this reading.

        They are out of `whole` times the total of the answerer's dice. All higher readings must be passed.
        """
        answerer = OTHER[challenger]
        answers = self.rolls[answerer]
        doubled = answers.at_most(high(reading) // 2) if reading else 0
        results = [*self.sums[answerer]]
        results[_DOUBLES[challenger]] += doubled * self.whole
        results[_GAINS[challenger]] += (self._below(answerer, reading) - doubled) * self.whole
        results[_TIE] += answers.weights.get(reading, 0) * self.whole
        results[_EXCHANGES] += answers.total * self.whole
        return results

    def standings(self) -> Iterator[tuple[str, Reading, list[int], int]]:
        """Yield the results of each standing roll of each challenger, the highest first, and their whole."""
        for reading in self.down():
            for side, other in OTHER.items():
                yield side, reading, self.stands(side, reading), self.whole * self.rolls[other].total

    def _below(self, side: str, reading: Reading) -> int:
        """Return the weight of a side's readings below the one to be passed next."""
        return self.left[side] - self.rolls[side].weights.get(reading, 0)

    def _pass(self, reading: Reading) -> None:
        sides = [side for side in (A, B) if reading in self.rolls[side].weights]
        results = {side: self.stands(side, reading) for side in sides}
        casts = {side: self._below(OTHER[side], reading) for side in sides}
        factor = self._factor if len(sides) == 2 else self.rolls[OTHER[sides[0]]].total
        self.whole *= factor
        self.sums = {side: [number * factor for number in sums] for side, sums in self.sums.items()}
        self.cast = [number * factor for number in self.cast]
        for side, result in results.items():
            weight = self.rolls[side].weights[reading]
            self.left[side] -= weight
            weight *= factor // self.rolls[OTHER[side]].total
            self.sums[side] = _plus(self.sums[side], result, weight)
            self.cast = _plus(self.cast, result, weight * casts[side])

    def _reduce(self) -> None:
        """Divide all numbers by their common divisor, which makes them several times shorter.

        Raises TooManyBranchesError if they are too long even so.
        """
        shared = gcd(self.whole, *self.sums[A], *self.sums[B], *self.cast)
        self.whole //= shared
        self.sums = {side: [number // shared for number in sums] for side, sums in self.sums.items()}
        self.cast = [number // shared for number in self.cast]
        check_digits(self.whole.bit_length(), self._longest)


def _plus(sums: list[int], results: list[int], weight: int) -> list[int]:
    return [total + weight * result for total, result in zip(sums, results, strict=True)]


def check_digits(bits: int, longest: int) -> None:
    """Raise TooManyBranchesError for a number of this many bits if it has more than `longest` digits."""
    if bits > longest / log10(2):
        raise TooManyBranchesError(
            f"too many digits (more than {longest}). Use fewer dice, or let the sides give earlier",
            "That’s too much to calculate. Use fewer dice, let the sides give earlier, or look at a single "
            "exchange.",
        )


def _reduce(numbers: Sequence[int], whole: int, longest: int) -> RoundEnds:
    shared = gcd(whole, *numbers)
    check_digits((whole // shared).bit_length(), longest)
    *weights, exchanges = (number // shared for number in numbers)
    return RoundEnds(tuple(weights), exchanges, whole // shared)


def round_ends(
    dice_a: Sequence[int], dice_b: Sequence[int], advantages: Advantages = NO_ADVANTAGE
) -> RoundEnds:
    """Return the ends of a round from its cast. A fully tied cast is rolled again, uncounted. R-1, R-7.

    Raises TooManyBranchesError if that takes too long.
    """
    return run_to_completion(round_ends_incrementally(dice_a, dice_b, advantages, INTERACTIVE_DIGITS))


def round_ends_incrementally(
    dice_a: Sequence[int], dice_b: Sequence[int], advantages: Advantages, longest: int = MAX_DIGITS
) -> Incremental[RoundEnds]:
    """Return the same, incrementally and in numbers of up to `longest` digits."""
    a, b = tuple(sorted(dice_a)), tuple(sorted(dice_b))
    if b < a:  # one order of the sides is enough in the cache
        return swap_sides((yield from _round_ends((b, a), (advantages[1], advantages[0]), longest)))
    return (yield from _round_ends((a, b), advantages, longest))


@incremental_cache(512)
def _round_ends(dice: tuple[Dice, Dice], advantages: Advantages, longest: int) -> Incremental[RoundEnds]:
    sweep = _Sweep(dice, (len(dice[0]), len(dice[1])), advantages, longest)
    for _ in sweep.down():
        yield 0.0
    a, b = sweep.rolls.values()
    tied = sum(weight * b.weights.get(reading, 0) for reading, weight in a.weights.items())
    return _reduce(sweep.cast, sweep.whole * (a.total * b.total - tied), longest)


def swap_sides(ends: RoundEnds) -> RoundEnds:
    """Return the same round with the names of the sides exchanged."""
    a_doubles, b_doubles, b_short, a_short, tie = ends.weights
    return RoundEnds((b_doubles, a_doubles, a_short, b_short, tie), ends.exchanges, ends.whole)


def standing_ends(
    dice_a: Dice, dice_b: Dice, challenger: str, standing: Reading, advantages: Advantages = NO_ADVANTAGE
) -> RoundEnds:
    """Return the ends of a round from a standing roll of the challenger (`a` or `b`).

    Raises TooManyBranchesError as `round_ends` does.
    """
    dice = dice_a, dice_b
    places, reading = _compared_lengths(dice, challenger, standing)
    if result := _standings(dice, places, advantages).get((challenger, reading)):
        return _reduce(*result, INTERACTIVE_DIGITS)
    return run_to_completion(
        standing_ends_incrementally(dice_a, dice_b, challenger, standing, advantages, INTERACTIVE_DIGITS)
    )


@lru_cache(maxsize=2)  # some megabytes for three d12 on each side
def _standings(
    dice: tuple[Dice, Dice], places: tuple[int, int], advantages: Advantages
) -> Mapping[tuple[str, Reading], tuple[list[int], int]]:
    """Return the results of every standing roll and their whole, as far down as INTERACTIVE_DIGITS allow.

    Several rolls of the same dice need only one sweep.
    """
    results: dict[tuple[str, Reading], tuple[list[int], int]] = {}
    with suppress(TooManyBranchesError):
        for side, reading, ends, whole in _Sweep(dice, places, advantages, INTERACTIVE_DIGITS).standings():
            results[side, reading] = ends, whole
    return results


def _compared_lengths(
    dice: tuple[Dice, Dice], challenger: str, standing: Reading
) -> tuple[tuple[int, int], Reading]:
    """Return the numbers of dice that are compared of A and of B, and the standing roll cut to that length.

    The standing roll may have more dice than its side has left.
    """
    places = {A: len(dice[0]), B: len(dice[1])}
    places[challenger] = max(places[challenger], len(standing))
    return (places[A], places[B]), trim(standing, places[OTHER[challenger]])


@incremental_cache(512)
def standing_ends_incrementally(
    dice_a: Dice,
    dice_b: Dice,
    challenger: str,
    standing: Reading,
    advantages: Advantages,
    longest: int = MAX_DIGITS,
) -> Incremental[RoundEnds]:
    """Return the same as `standing_ends`, incrementally and in numbers of up to `longest` digits."""
    dice = dice_a, dice_b
    places, reading = _compared_lengths(dice, challenger, standing)
    sweep = _Sweep(dice, places, advantages, longest)
    for _ in sweep.down(reading):
        yield 0.0
    whole = sweep.whole * sweep.rolls[OTHER[challenger]].total
    return _reduce(sweep.stands(challenger, reading), whole, longest)


@dataclass(frozen=True)
class StandingEnds:
    """The ends of a round from every standing roll.

    `weights` has for each challenger, by roll, the weights of ENDS, all out of `whole`.
    """

    weights: Mapping[str, Mapping[Reading, Sequence[int]]]
    whole: int


@incremental_cache(64)
def all_standing_ends(
    dice: tuple[Dice, Dice], advantages: Advantages, longest: int
) -> Incremental[StandingEnds]:
    """Return the ends of a round from every standing roll, cut to the number of the other side's dice."""
    sweep = _Sweep(dice, (len(dice[0]), len(dice[1])), advantages, longest)
    results: dict[tuple[str, Reading], RoundEnds] = {}
    for side, reading, numbers, whole in sweep.standings():
        if reading in sweep.rolls[side].weights:
            results[side, reading] = _reduce(numbers, whole, longest)
        yield 0.0
    whole = lcm(*(ends.whole for ends in results.values()))
    weights: dict[str, dict[Reading, list[int]]] = {A: {}, B: {}}
    for (side, reading), ends in results.items():
        weights[side][reading] = [weight * (whole // ends.whole) for weight in ends.weights]
    return StandingEnds(weights, whole)
