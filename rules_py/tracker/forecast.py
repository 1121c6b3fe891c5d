"""The forecast: what comes of a scene if everybody goes on as now.

The game says what each would do and who has won; solved here exactly, round by round, where there are few
enough ways it may go, and played many times with seeded dice where there are too many.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm, sqrt
from typing import Any, Protocol

from rules_py.base.type_check import check_field_types
from rules_py.dice import markov
from rules_py.dice.incremental import Incremental
from rules_py.dice.markov import Done
from rules_py.dice.seeded import SEEDS as WORDS
from rules_py.dice.seeded import SplitMix64
from rules_py.tracker.actions import Event
from rules_py.tracker.view import Share

MOST_ROUNDS_SOLVED = 600
"""So many different standings at the start of a round are solved exactly, well within a second."""

MOST_STEPS = 4_000
"""And so many within the rounds."""

ROUNDS_TOLD = 6
"""Rounds whose ends are told one by one."""
RUNS, SEED = 4000, 2026
"""So many fights are played where too many standings are possible to solve, always the same ones."""
MOST_WORK = 650_000
"""Fewer are played where they would take more: a draw counts one, a place that is looked at `LOOK`."""
LOOK = 20
"""What it takes to look at a place, in draws."""
FIRST_RUNS = 100
"""So many are played first, and then three times as many as before while there is room for them."""
LONGEST_RUN = 60
"""Rounds after which a played fight counts as one without an end."""


class Weights:
    """Whole-number weights that are drawn by again and again."""

    def __init__(self, weights: Iterable[int]) -> None:
        self.each = tuple(weights)
        *sums, whole = accumulate(self.each)
        self._parts = [each * WORDS // whole for each in sums]

    def drawn(self, numbers: SplitMix64) -> int:
        """Which of them, by a word of its own: out of proportion by no more than one in 2 ** 64."""
        return bisect_right(self._parts, numbers.word())


@dataclass(frozen=True)
class Throw[P]:
    """Ways of which there are many, from many places the same: by which of `weights` is drawn, `after` says
    where that leads. Where a scene is played, only what was drawn is looked at.
    """

    weights: Weights
    after: Callable[[int], P]

    def items(self) -> Iterable[tuple[P, int]]:
        return ((self.after(which), weight) for which, weight in enumerate(self.weights.each))


type Gone = frozenset[tuple[str, str]]
"""Who is out: the name of each, with one of `Forecast.leaving`, "" where a game has but one way."""


class Course[P: Hashable](Protocol):
    """A scene as it would go on. A place holds as little of a state as matters, so that many are alike."""

    @property
    def names(self) -> Sequence[str]:
        """Everybody there."""

    @property
    def start(self) -> P: ...

    def ways(self, place: P) -> Mapping[P, int] | Throw[P]:
        """Where the next deed leads to, with whole-number weights."""

    def ends_round(self, place: P) -> bool:
        """Whether that deed is the end of the round."""

    def won(self, place: P) -> str:
        """The side that has won, "" while it goes on."""

    def out(self, place: P) -> Gone:
        """Who is out, and how."""


@dataclass(frozen=True)
class Winner:
    """How it is said that a side wins, and how welcome that is (one of `scale.TONES`)."""

    words: str
    tone: str


def _never(state: object) -> str:
    return ""


def _nothing(found: object, name: str) -> Sequence[Share]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Forecast[S]:
    """What a game says of it.

    as_now    what each goes on doing, in a sentence
    deed      `deed(state) -> event` that is done next; None once somebody has won
    won       `won(state) -> side`, "" while it goes on, `nobody` where all have fallen
    sides     `sides(state) -> {side: Winner}`, those that may win
    course    `course(state)`, the same as `deed` and `won` say, as little of it as matters
    round     `round(state)`, its number
    declined  `declined(state)`, why there is none of it, in a sentence; "" where there is one
    leaving   the ways of going out that are told apart, and what they are called
    awaits    `awaits(found, name)`, what comes of it for one of them, where an act has it foretold
    after     `after(course, state)`, the place in the course of what such an act makes of its state; a game
              without such acts has none
    """

    as_now: str
    deed: Callable[[S], Event | None]
    won: Callable[[S], str]
    course: Callable[[S], Course[Any]]
    round: Callable[[S], int]
    sides: Callable[[S], Mapping[str, Winner]]
    declined: Callable[[S], str] = _never
    leaving: Mapping[str, str] = field(default_factory=dict)
    awaits: Callable[[Foreseen, str], Sequence[Share]] = _nothing
    after: Callable[[Any, S], Hashable] | None = None

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class Foreseen:
    """What comes of it: chances that are exact, or, where it was played `runs` times, shares of those.

    `wins` by side, and `never`, that nobody wins; `out`, by name, the chance to be out by the end of each of
    the first rounds; `at_last`, to be out in the end, `leaving` by the way of going out.
    """

    wins: Mapping[str, Fraction]
    never: Fraction
    out: Mapping[str, Sequence[Fraction]]
    leaving: Mapping[str, Mapping[str, Fraction]]
    runs: int = 0

    @property
    def at_last(self) -> Mapping[str, Fraction]:
        return {name: sum(ways.values(), Fraction()) for name, ways in self.leaving.items()}

    def error(self, chance: Fraction) -> float:
        """The standard error of such a share; 0 where it is exact."""
        return sqrt(chance * (1 - chance) / self.runs) if self.runs else 0.0


@dataclass(frozen=True)
class Led[P: Hashable]:
    """A course that begins with an act, whose dice lead to one of `places` by these weights."""

    course: Course[P]
    places: Mapping[P, int]
    start: P | None = None

    @property
    def names(self) -> Sequence[str]:
        return self.course.names

    def ways(self, place: P | None) -> Mapping[P, int] | Throw[P]:
        return self.places if place is None else self.course.ways(place)

    def ends_round(self, place: P | None) -> bool:
        return place is not None and self.course.ends_round(place)

    def won(self, place: P | None) -> str:
        return "" if place is None else self.course.won(place)

    def out(self, place: P | None) -> Gone:
        return frozenset() if place is None else self.course.out(place)


type End = tuple[str, Gone]
"""Who has won, and who is out."""


def forecasting(
    course: Course[Any], *, exactly: bool | None = None, seed: int = SEED
) -> Incremental[Foreseen]:
    """What comes of it; `exactly` asks for one of the two ways of finding out, whatever it takes. How many
    ways it may go isn't known beforehand: of solving nothing is done until all is.
    """
    ahead = _Ahead(course)
    if exactly is not False:
        rows = yield from ahead.explored(bounded=exactly is None)
        if rows is not None:
            return (yield from _solved(course, rows))
    return (yield from ahead.played(SplitMix64(seed)))


class _Ahead:
    """Where a course leads, looked up once."""

    def __init__(self, course: Course[Any]) -> None:
        self.course = course
        self._ways: dict[Any, tuple[tuple[Any, int], ...]] = {}
        self._throws: dict[Any, Throw[Any]] = {}
        self._work = 0

    def _ways_from(self, place: Any) -> tuple[tuple[Any, int], ...]:
        if place not in self._ways:
            self._ways[place] = tuple(self.course.ways(place).items())
        return self._ways[place]

    # exactly

    def explored(self, *, bounded: bool) -> Incremental[Rows | None]:
        """What each round leads to, from every standing there may be at the start of one; None where these
        are too many.
        """
        if bounded and not (yield from self._are_few()):
            return None
        rows: Rows = {}
        ahead = [self.course.start]
        while ahead:
            place = ahead.pop()
            if place in rows:
                continue
            rows[place] = yield from self._a_round_from(place)
            ahead += [each for each in rows[place] if not isinstance(each, Done) and each not in rows]
            yield 0.0
        return rows

    def _are_few(self) -> Incremental[bool]:
        """Whether the places it may come to are few enough to solve it: weighing them is what takes long."""
        course = self.course
        ahead, known, rounds = [course.start], {course.start}, {course.start}
        for place in ahead:
            if course.won(place):
                continue
            followers = [follower for follower, _ in self._ways_from(place)]
            if course.ends_round(place):
                rounds.update(each for each in followers if not course.won(each))
            for each in followers:
                if each not in known:
                    known.add(each)
                    ahead.append(each)
            if len(rounds) > MOST_ROUNDS_SOLVED or len(known) > MOST_STEPS:
                return False
            yield 0.0
        return True

    def _a_round_from(self, start: Any) -> Incremental[dict[Any, int]]:
        """Where a round leads to: a standing at the start of the next, or the end."""
        course = self.course
        ended: dict[Any, int] = {}
        standing: dict[Any, int] = {start: 1}
        while standing:
            # Everything of one depth has the same total, so that weights stay whole numbers.
            rows, finished = [], []
            for place, weight in standing.items():
                if course.won(place):
                    finished.append((place, weight))
                else:
                    ways = self._ways_from(place)
                    rows.append((place, weight, ways, sum(each for _, each in ways)))
            whole = lcm(*(total for *_, total in rows))
            ended = {place: weight * whole for place, weight in ended.items()}
            for place, weight in finished:
                _add(ended, Done((course.won(place), course.out(place))), weight * whole)
            standing = {}
            for place, weight, ways, total in rows:
                factor = weight * whole // total
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

    def played(self, numbers: SplitMix64) -> Incremental[Foreseen]:
        """As many runs as there is work for. What the first ones took says how many follow, which moves a
        share by far less than its error.
        """
        found = _Runs(self.course)
        more = FIRST_RUNS
        while more > 0:
            yield from self._runs_played(more, found, numbers)
            room = (MOST_WORK - self._work) * found.count // self._work
            more = min(3 * found.count, RUNS - found.count, room)
        return found.foreseen()

    def _runs_played(self, count: int, found: _Runs, numbers: SplitMix64) -> Incremental[None]:
        """So many together, round by round: those that stand alike are looked at once."""
        standing = {self.course.start: count}
        for number in range(LONGEST_RUN):
            standing = yield from self._a_round_played(standing, numbers)
            for place in [each for each in standing if self.course.won(each)]:
                found.settle(number, place, standing.pop(place))
            found.still_on(number, standing)
            yield min(max(self._work / MOST_WORK, found.settled / RUNS), 1.0)
            if not standing:
                break
        found.unsettled(standing)

    def _a_round_played(
        self, standing: Mapping[Any, int], numbers: SplitMix64
    ) -> Incremental[dict[Any, int]]:
        """How many of the runs stand where when the round ends, or when it is won within it."""
        ended: dict[Any, int] = {}
        while standing:
            within: dict[Any, int] = {}
            for number, (place, runs) in enumerate(standing.items()):
                if self.course.won(place):
                    _add(ended, place, runs)
                    continue
                reached = ended if self.course.ends_round(place) else within
                for follower, times in self._drawn(place, runs, numbers):
                    _add(reached, follower, times)
                if number % 16 == 15:
                    yield 0.0
            standing = within
            yield 0.0
        return ended

    def _drawn(self, place: Any, runs: int, numbers: SplitMix64) -> Iterable[tuple[Any, int]]:
        """To which places so many runs go on, each drawn by itself."""
        throw = self._throw(place)
        self._work += LOOK
        if len(throw.weights.each) == 1:
            return [(throw.after(0), runs)]
        self._work += runs
        drawn: dict[int, int] = {}
        for _ in range(runs):
            which = throw.weights.drawn(numbers)
            drawn[which] = drawn.get(which, 0) + 1
        return [(throw.after(which), times) for which, times in drawn.items()]

    def _throw(self, place: Any) -> Throw[Any]:
        """Kept only where it takes long to find: a place is seldom met again, and the collector of garbage
        goes through all that is kept, time after time.
        """
        if kept := self._throws.get(place):
            return kept
        ways = self._ways.get(place) or self.course.ways(place)
        if isinstance(ways, Throw):
            return ways
        places = tuple(ways.items()) if isinstance(ways, Mapping) else ways
        found = Throw(Weights(weight for _, weight in places), [each for each, _ in places].__getitem__)
        if len(places) > 1:
            self._throws[place] = found
        return found


class _Runs:
    """What came of runs that were played: how many, and of those who won and who was out by when."""

    def __init__(self, course: Course[Any]) -> None:
        self.count = self.settled = 0
        self._course = course
        self._wins: dict[str, int] = {}
        self._out: dict[tuple[str, str], int] = {}
        self._by_round: list[dict[tuple[str, str], int]] = [{} for _ in range(ROUNDS_TOLD)]

    def settle(self, number: int, place: Any, runs: int) -> None:
        """So many were won in this round, the first being 0."""
        _add(self._wins, self._course.won(place), runs)
        self.settled += runs
        for told in self._by_round[number:]:
            self._count_out(told, place, runs)
        self._end(place, runs)

    def still_on(self, number: int, standing: Mapping[Any, int]) -> None:
        """So many go on after it."""
        for told in self._by_round[number : number + 1]:
            for place, runs in standing.items():
                self._count_out(told, place, runs)

    def unsettled(self, standing: Mapping[Any, int]) -> None:
        """So many never ended."""
        for place, runs in standing.items():
            self._end(place, runs)

    def _end(self, place: Any, runs: int) -> None:
        self.count += runs
        self._count_out(self._out, place, runs)

    def _count_out(self, counts: dict[tuple[str, str], int], place: Any, runs: int) -> None:
        for each in self._course.out(place):
            _add(counts, each, runs)

    def foreseen(self) -> Foreseen:
        names = self._course.names
        return Foreseen(
            {side: Fraction(won, self.count) for side, won in self._wins.items()},
            Fraction(self.count - self.settled, self.count),
            {name: [Fraction(_of(name, told), self.count) for told in self._by_round] for name in names},
            _by_name(names, {each: Fraction(gone, self.count) for each, gone in self._out.items()}),
            self.count,
        )


type Rows = dict[Any, dict[Any, int]]


def _add(counts: dict[Any, int], place: Any, weight: int) -> None:
    counts[place] = counts.get(place, 0) + weight


def _of(name: str, counts: Mapping[tuple[str, str], int]) -> int:
    return sum(count for (each, _), count in counts.items() if each == name)


def _solved(course: Course[Any], rows: Rows) -> Incremental[Foreseen]:
    if side := course.won(course.start):
        return _settled(course, side)
    ends = yield from markov.solve_incrementally(rows.__getitem__, course.start)

    def fallen(place: Any) -> Hashable:
        return place.outcome[1] if isinstance(place, Done) else course.out(place)

    by_round = markov.by_round(rows.__getitem__, course.start, ROUNDS_TOLD, fallen)
    wins: dict[str, Fraction] = {}
    at_last: dict[tuple[str, str], Fraction] = {}
    for (side, gone), chance in ends.chances.items():
        wins[side] = wins.get(side, Fraction()) + chance
        for each in gone:
            at_last[each] = at_last.get(each, Fraction()) + chance
    return Foreseen(
        wins,
        ends.never,
        {name: [_with(name, row.items()) for row in by_round] for name in course.names},
        _by_name(course.names, at_last),
    )


def _by_name(
    names: Iterable[str], at_last: Mapping[tuple[str, str], Fraction]
) -> Mapping[str, Mapping[str, Fraction]]:
    return {name: {how: chance for (each, how), chance in at_last.items() if each == name} for name in names}


def _with(name: str, chances: Iterable[tuple[Any, Fraction]]) -> Fraction:
    return sum((chance for gone, chance in chances if any(each == name for each, _ in gone)), Fraction())


def _settled(course: Course[Any], side: str) -> Foreseen:
    """Somebody has won already."""
    ways = _by_name(course.names, dict.fromkeys(course.out(course.start), Fraction(1)))
    out = {name: [Fraction(bool(each))] * ROUNDS_TOLD for name, each in ways.items()}
    return Foreseen({side: Fraction(1)}, Fraction(), out, ways)
