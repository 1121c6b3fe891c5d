"""Processes of many rounds, solved exactly: their ends, their length, and their progress by round.

A process is a function `step(state) -> {state or Done(outcome): weight}` with whole-number weights. States
are hashable values; a state may lead back to itself or to earlier ones. Only reachable states are computed.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from rules_py.base.errors import TooManyBranchesError, format_error
from rules_py.dice.incremental import Incremental, run_to_completion

MAX_STATES = 20_000
"""States of a process: more would take seconds to solve in a browser."""


@dataclass(frozen=True, slots=True)
class Done[Outcome]:
    """The process is over, with this outcome."""

    outcome: Outcome


type StepFunction[State, Outcome] = Callable[[State], Mapping[State | Done[Outcome], int]]


@dataclass(frozen=True)
class Absorption[Outcome]:
    """The ends of a process. The chances and `never` sum to exactly 1."""

    chances: Mapping[Outcome, Fraction]
    """The chance of each outcome that can happen."""
    never: Fraction
    """The chance of getting to where the process can never end."""
    steps: Fraction | None
    """The mean number of steps to the end, the last one included; None where it may never end."""
    means: Mapping[str, Fraction | None]
    """The mean of each thing counted on the way; None where the process may never end."""


def solve_absorption[State, Outcome](
    step: StepFunction[State, Outcome],
    start: State,
    per_step: Mapping[str, Callable[[State], int | Fraction]] | None = None,
) -> Absorption[Outcome]:
    """Return the exact chance of each outcome and the mean number of steps, from `start`.

    `counting` names further things to take the mean of: `{"blows": f}` adds `f(state)` for every step taken
    from `state`. Raises TooManyBranchesError past `MAX_STATES`, ValueError if a state leads nowhere.
    """
    return run_to_completion(solve_incrementally(step, start, per_step))


def solve_incrementally[State, Outcome](
    step: StepFunction[State, Outcome],
    start: State,
    per_step: Mapping[str, Callable[[State], int | Fraction]] | None = None,
) -> Incremental[Absorption[Outcome]]:
    """Solve a chain incrementally, as `solve_absorption` does."""
    chain = _explore(step, start, per_step or {})
    # A state that heads no loop comes after all states that lead to it, except for loop heads. Eliminated in
    # that order, in one sweep, each is only joined to the start and the loop heads. The loop heads, usually
    # few, remain as a small chain; of these, the one with the fewest paths through it is eliminated first.
    for state in chain.in_order:
        chain.eliminate(state)
        yield 0.0
    heads = set(chain.loop_heads)
    while heads:
        cheapest = min(heads, key=lambda head: (chain.rows[head].ways_through, head))
        heads.remove(cheapest)
        for earlier in chain.eliminate(cheapest):
            earlier.reduce()
        yield 0.0
    end = chain.rows[_START]
    end.unloop(_START)
    never = end.chance(_NEVER)
    means = {name: None if never else end.chance(name) for name in (_STEPS, *(per_step or ()))}
    chances = {
        outcome: end.chance(number) for number, outcome in enumerate(chain.outcomes) if end.ends.get(number)
    }
    return Absorption(chances, never, means.pop(_STEPS), means)


def by_round[State, Outcome](
    step: StepFunction[State, Outcome],
    start: State,
    rounds: int,
    classify: Callable[[State | Done[Outcome]], Hashable] | None = None,
) -> list[dict[Hashable, Fraction]]:
    """Return for each of the first `rounds` rounds the chance of each outcome by its end.

    `read` classifies states and `Done` outcomes instead: it returns a key, or None if the state isn't
    counted. Every round lists the same keys, in order of first appearance.
    """
    classify = classify or _outcome
    # Number the states: looking up a number is far quicker than looking up a state.
    places: list[State | Done[Outcome]] = [start]
    numbers: dict[State | Done[Outcome], int] = {start: 0}
    known: dict[int, tuple[list[tuple[int, int]], int]] = {}

    def row(number: int) -> tuple[list[tuple[int, int]], int]:
        if number not in known:
            place = places[number]
            weights, total = ({place: 1}, 1) if isinstance(place, Done) else _weigh_step(step, place)
            for follower in weights:
                if numbers.setdefault(follower, len(numbers)) == len(places):
                    places.append(follower)
            known[number] = [(numbers[follower], weight) for follower, weight in weights.items()], total
        return known[number]

    standing = {0: 1}
    total = 1
    history: list[dict[Hashable, Fraction]] = []
    for _ in range(rounds):
        rows = [(ways, *row(number)) for number, ways in standing.items()]
        scale = lcm(*(out_of for _, _, out_of in rows))
        standing = {}
        for ways, followers, out_of in rows:
            scaled = ways * (scale // out_of)
            for follower, weight in followers:
                standing[follower] = standing.get(follower, 0) + scaled * weight
        total *= scale
        sums: dict[Hashable, int] = {}
        for number, ways in standing.items():
            if (key := classify(places[number])) is not None:
                sums[key] = sums.get(key, 0) + ways
        history.append({key: Fraction(ways, total) for key, ways in sums.items()})
    keys = dict.fromkeys(key for chances in history for key in chances)
    return [{key: chances.get(key, Fraction(0)) for key in keys} for chances in history]


def _outcome(place: object) -> Hashable:
    return place.outcome if isinstance(place, Done) else None


def _weigh_step[State, Outcome](
    step: StepFunction[State, Outcome], state: State
) -> tuple[Mapping[State | Done[Outcome], int], int]:
    """Return the results of one step without impossible states, and the sum of the weights."""
    weights = step(state)
    if 0 in weights.values():
        weights = {place: weight for place, weight in weights.items() if weight}
    if not weights or min(weights.values()) < 0:
        raise ValueError(format_error(f"step({state!r})", repr(weights), "positive weights"))
    return weights, sum(weights.values())


_START = 0
_NEVER = -1
_STEPS = ""

type _End = int | str
"""The number of an outcome, or the name of a counted value."""


@dataclass(slots=True)
class _Row:
    """One state: whole-number weights out of the row's total, and the counted values of a visit, times that
    total.
    """

    onward: dict[int, int]
    """The weight of each state that follows, by number."""
    ends: dict[_End, int]
    """The weight of each outcome, by number, and the counted values, by name."""
    total: int
    before: set[int] = field(default_factory=set)
    """The states that lead here."""

    @property
    def ways_through(self) -> int:
        return len(self.before) * len(self.onward)

    def chance(self, end: _End) -> Fraction:
        return Fraction(self.ends.get(end, 0), self.total)

    def unloop(self, number: int) -> None:
        """Remove the state's transition to itself: its ends stay the same, and it counts every repeated
        visit.
        """
        self.before.discard(number)
        self.total -= self.onward.pop(number, 0)
        if not self.total:
            self.ends, self.total = {_NEVER: 1}, 1

    def join(self, number: int, follower: "_Row") -> None:
        """Replace the transition to the follower with the follower's own transitions."""
        weight = self.onward.pop(number)
        shared = gcd(weight, follower.total)
        weight, factor = weight // shared, follower.total // shared
        self.total *= factor
        _join(self.onward, factor, follower.onward, weight)
        _join(self.ends, factor, follower.ends, weight)

    def reduce(self) -> None:
        """Divide by the common divisor of the row's numbers, which would otherwise double in length with each
        join.
        """
        shared = gcd(self.total, *self.onward.values(), *self.ends.values())
        if shared > 1:
            self.total //= shared
            _reduce(self.onward, shared)
            _reduce(self.ends, shared)


def _join[Key](target: dict[Key, int], factor: int, other: Mapping[Key, int], weight: int) -> None:
    if factor > 1:
        for key in target:
            target[key] *= factor
    for key, ways in other.items():
        target[key] = target.get(key, 0) + weight * ways


def _reduce[Key](weights: dict[Key, int], shared: int) -> None:
    for key in weights:
        weights[key] //= shared


@dataclass
class _Chain:
    """A process being solved, its states and outcomes numbered."""

    rows: list[_Row]
    outcomes: list[Any]
    in_order: list[int]
    """The states that head no loop, each after all of them that lead to it; the start is left out."""
    loop_heads: list[int]
    """The other states except the start. Without these and the start, the only loops are transitions of a
    state to itself.
    """

    def eliminate(self, number: int) -> list[_Row]:
        """Remove a state, joining its predecessors with its followers, and return the changed rows."""
        eliminated = self.rows[number]
        eliminated.unloop(number)
        for follower in eliminated.onward:
            self.rows[follower].before.remove(number)
            self.rows[follower].before |= eliminated.before
        changed = [self.rows[earlier] for earlier in eliminated.before]
        for row in changed:
            row.join(number, eliminated)
        return changed


class _States[State, Outcome]:
    """The numbered states that a walk has reached, and the outcomes they end in."""

    def __init__(
        self,
        step: StepFunction[State, Outcome],
        start: State,
        counting: Mapping[str, Callable[[State], int | Fraction]],
    ) -> None:
        self._step, self._counting = step, counting
        self.states = [start]
        self._numbers: dict[State, int] = {start: _START}
        self.outcomes: dict[Outcome, int] = {}

    def row(self, number: int) -> _Row:
        """Return the row of a state: the states and outcomes that its step leads to, and its counted
        values.
        """
        state = self.states[number]
        weights, total = _weigh_step(self._step, state)
        counts = {name: Fraction(count(state)) for name, count in self._counting.items()}
        whole = lcm(*(each.denominator for each in counts.values()))
        row = _Row({}, {_STEPS: total * whole}, total * whole)
        row.ends |= {name: int(each * row.total) for name, each in counts.items()}
        for place, weight in weights.items():
            if isinstance(place, Done):
                row.ends[self.outcomes.setdefault(place.outcome, len(self.outcomes))] = weight * whole
            else:
                row.onward[self._number(place)] = weight * whole
        if len(self.states) > MAX_STATES:
            raise TooManyBranchesError(
                f"too many states (more than {MAX_STATES:,}). Reduce what the state records."
            )
        return row

    def _number(self, state: State) -> int:
        number = self._numbers.setdefault(state, len(self._numbers))
        if number == len(self.states):
            self.states.append(state)
        return number


def _explore[State, Outcome](
    step: StepFunction[State, Outcome],
    start: State,
    counting: Mapping[str, Callable[[State], int | Fraction]],
) -> _Chain:
    """Walk all reachable states, depth first. A state that the walk reaches again from below it heads a
    loop.
    """
    reached = _States(step, start, counting)
    rows = {_START: reached.row(_START)}
    trail: list[tuple[int, Iterator[int]]] = [(_START, iter(rows[_START].onward))]
    below = {_START}
    heads: set[int] = set()
    finished: list[int] = []
    while trail:
        number, followers = trail[-1]
        for follower in followers:
            if follower not in rows:
                rows[follower] = reached.row(follower)
                rows[follower].before.add(number)
                trail.append((follower, iter(rows[follower].onward)))
                below.add(follower)
                break
            rows[follower].before.add(number)
            if follower in below and follower != number:
                heads.add(follower)
        else:
            trail.pop()
            below.remove(number)
            finished.append(number)
    heads.discard(_START)
    return _Chain(
        rows=[rows[number] for number in range(len(reached.states))],
        outcomes=list(reached.outcomes),
        in_order=[number for number in reversed(finished) if number != _START and number not in heads],
        loop_heads=list(heads),
    )
