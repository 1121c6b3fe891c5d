"""The forecast: what comes of a scene if everybody goes on as now.

The game says what each would do and who has won; solved here exactly, round by round, where there are few
enough ways it may go, and played many times with seeded dice where there are too many.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, sqrt
from typing import Any, Protocol

from rules_py.desk.deeds import Event
from rules_py.dice import chain
from rules_py.dice.chain import Done
from rules_py.dice.seeded import SplitMix64
from rules_py.dice.work import Steps

MOST_ROUNDS_SOLVED = 600
"""So many different standings at the start of a round are solved exactly, well within a second."""

MOST_STEPS = 6_000
"""And so many deeds to be looked at in all."""

ROUNDS_TOLD = 6
RUNS = 4000
SEED = 2026
LONGEST_RUN = 60
"""Rounds after which a played fight counts as one without an end."""


class Course[P: Hashable](Protocol):
    """A scene as it would go on. A place holds as little of a state as matters, so that many are alike."""

    @property
    def names(self) -> Sequence[str]:
        """Everybody there."""

    @property
    def start(self) -> P: ...

    def ways(self, place: P) -> Mapping[P, int]:
        """Where the next deed leads to, with whole-number weights."""

    def ends_round(self, place: P) -> bool:
        """Whether that deed is the end of the round."""

    def won(self, place: P) -> str:
        """The side that has won, "" while it goes on."""

    def out(self, place: P) -> frozenset[str]:
        """Who is out."""


@dataclass(frozen=True, kw_only=True)
class Forecast[S]:
    """What a game says of it.

    as_now    what each goes on doing, in a sentence
    deed      `deed(state) -> event` that is done next; None once somebody has won
    won       `won(state) -> side`, "" while it goes on, `nobody` where all have fallen
    sides     the sides that may win, each with how welcome that is (one of `scale.TONES`)
    course    `course(state)`, the same as `deed` and `won` say, as little of it as matters
    round     `round(state)`, its number
    """

    as_now: str
    deed: Callable[[S], Event | None]
    won: Callable[[S], str]
    course: Callable[[S], Course[Any]]
    round: Callable[[S], int]
    sides: Mapping[str, str]


@dataclass(frozen=True)
class Foreseen:
    """What comes of it: chances that are exact, or, where it was played `runs` times, shares of those.

    `wins` by side, and `never`, that nobody wins; `out`, by name, the chance to be out by the end of each of
    the first rounds; `at_last`, to be out in the end.
    """

    wins: Mapping[str, Fraction]
    never: Fraction
    out: Mapping[str, Sequence[Fraction]]
    at_last: Mapping[str, Fraction]
    runs: int = 0

    def error(self, chance: Fraction) -> float:
        """The standard error of such a share; 0 where it is exact."""
        return sqrt(chance * (1 - chance) / self.runs) if self.runs else 0.0


type End = tuple[str, frozenset[str]]
"""Who has won, and who is out."""


def forecasting(course: Course[Any], *, exactly: bool | None = None, seed: int = SEED) -> Steps[Foreseen]:
    """What comes of it; `exactly` asks for one of the two ways of finding out, whatever it takes. How many
    ways it may go isn't known beforehand: of solving nothing is done until all is.
    """
    ahead = _Ahead(course)
    if exactly is not False:
        rows = yield from ahead.explored(bounded=exactly is None)
        if rows is not None:
            return _solved(course, rows)
    return (yield from ahead.played(SplitMix64(seed)))


class _Ahead:
    """Where a course leads, looked up once."""

    def __init__(self, course: Course[Any]) -> None:
        self.course = course
        self._ways: dict[Any, tuple[tuple[Any, int], ...]] = {}

    def _ways_from(self, place: Any) -> tuple[tuple[Any, int], ...]:
        if place not in self._ways:
            self._ways[place] = tuple(self.course.ways(place).items())
        return self._ways[place]

    # exactly

    def explored(self, *, bounded: bool) -> Steps[Rows | None]:
        """What each round leads to, from every standing there may be at the start of one; None where these
        are too many.
        """
        rows: Rows = {}
        ahead = [self.course.start]
        while ahead:
            place = ahead.pop()
            if place in rows:
                continue
            rows[place] = yield from self._a_round_from(place)
            ahead += [each for each in rows[place] if not isinstance(each, Done) and each not in rows]
            if bounded and (len(rows) + len(ahead) > MOST_ROUNDS_SOLVED or len(self._ways) > MOST_STEPS):
                return None
            yield 0.0
        return rows

    def _a_round_from(self, start: Any) -> Steps[dict[Any, int]]:
        """Where a round leads to: a standing at the start of the next, or the end."""
        course = self.course
        ended: dict[Any, int] = {}
        standing: dict[Any, int] = {start: 1}
        while standing:
            # Everything of one depth has the same total, so that weights stay whole numbers.
            rows = [
                (place, weight, self._ways_from(place))
                for place, weight in standing.items()
                if not course.won(place)
            ]
            finished = [(place, weight) for place, weight in standing.items() if course.won(place)]
            whole = lcm(*(sum(each for _, each in ways) for _, _, ways in rows))
            ended = {place: weight * whole for place, weight in ended.items()}
            for place, weight in finished:
                _add(ended, Done((course.won(place), course.out(place))), weight * whole)
            standing = {}
            for place, weight, ways in rows:
                factor = weight * whole // sum(each for _, each in ways)
                over = course.ends_round(place)
                for follower, ways_there in ways:
                    if not over:
                        _add(standing, follower, factor * ways_there)
                    elif side := course.won(follower):
                        _add(ended, Done((side, course.out(follower))), factor * ways_there)
                    else:
                        _add(ended, follower, factor * ways_there)
            yield 0.0
        shared = gcd(*ended.values())
        return {place: weight // shared for place, weight in ended.items()}

    # by playing

    def played(self, numbers: SplitMix64) -> Steps[Foreseen]:
        wins: dict[str, int] = {}
        never = 0
        out = {name: [0] * ROUNDS_TOLD for name in self.course.names}
        at_last = dict.fromkeys(self.course.names, 0)
        for run in range(RUNS):
            fallen, side = self._one_run(numbers)
            if side:
                wins[side] = wins.get(side, 0) + 1
            else:
                never += 1
            for name, number in fallen.items():
                at_last[name] += 1
                for later in range(number, ROUNDS_TOLD):
                    out[name][later] += 1
            if run % 8 == 7:
                yield (run + 1) / RUNS
        return Foreseen(
            {side: Fraction(count, RUNS) for side, count in wins.items()},
            Fraction(never, RUNS),
            {name: [Fraction(count, RUNS) for count in counts] for name, counts in out.items()},
            {name: Fraction(count, RUNS) for name, count in at_last.items()},
            RUNS,
        )

    def _one_run(self, numbers: SplitMix64) -> tuple[dict[str, int], str]:
        """In which round, counted from 0, each fell who did; and who won."""
        course, place, number = self.course, self.course.start, 0
        known = course.out(place)
        fallen = dict.fromkeys(known, 0)
        began, certain = place, True
        while not (side := course.won(place)) and number < LONGEST_RUN:
            ways = self._ways_from(place)
            over, certain = course.ends_round(place), certain and len(ways) == 1
            place = _drawn(ways, numbers)
            if (out := course.out(place)) is not known:
                known = out
                for name in out:
                    fallen.setdefault(name, number)
            if over:
                if certain and place == began:
                    break  # a round that changes nothing never will
                number, began, certain = number + 1, place, True
        return fallen, side


type Rows = dict[Any, dict[Any, int]]


def _add(counts: dict[Any, int], place: Any, weight: int) -> None:
    counts[place] = counts.get(place, 0) + weight


def _drawn(ways: Sequence[tuple[Any, int]], numbers: SplitMix64) -> Any:
    if len(ways) == 1:
        return ways[0][0]
    left = numbers.below(sum(weight for _, weight in ways))
    for place, weight in ways:
        left -= weight
        if left < 0:
            return place
    raise AssertionError("the weights are those it was drawn of")


def _solved(course: Course[Any], rows: Rows) -> Foreseen:
    if side := course.won(course.start):
        return _settled(course, side)
    ends = chain.absorb(rows.__getitem__, course.start)

    def fallen(place: Any) -> Hashable:
        return place.outcome[1] if isinstance(place, Done) else course.out(place)

    by_round = chain.by_round(rows.__getitem__, course.start, ROUNDS_TOLD, fallen)
    wins: dict[str, Fraction] = {}
    for (side, _), chance in ends.chances.items():
        wins[side] = wins.get(side, Fraction()) + chance
    return Foreseen(
        wins,
        ends.never,
        {name: [_with(name, row.items()) for row in by_round] for name in course.names},
        {
            name: _with(name, ((out, chance) for (_, out), chance in ends.chances.items()))
            for name in course.names
        },
    )


def _with(name: str, chances: Iterable[tuple[Any, Fraction]]) -> Fraction:
    return sum((chance for out, chance in chances if name in out), Fraction())


def _settled(course: Course[Any], side: str) -> Foreseen:
    """Somebody has won already."""
    out = {name: Fraction(name in course.out(course.start)) for name in course.names}
    return Foreseen(
        {side: Fraction(1)}, Fraction(), {name: [each] * ROUNDS_TOLD for name, each in out.items()}, out
    )
