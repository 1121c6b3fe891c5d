"""Forecast how an encounter ends if everyone keeps acting as they do now.

The game supplies a simplified model of the encounter: who acts next, what each action leads to, and who has
won. If the model has few enough states, it is solved exactly, round by round, as a Markov chain. Otherwise it
is simulated many times with a fixed seed.
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
from rules_py.dice.seeded import SEEDS as WORD_RANGE
from rules_py.dice.seeded import SplitMix64
from rules_py.tracker.actions import EventData
from rules_py.tracker.view import OutcomeShare

MAX_EXACT_ROUND_STATES = 600
"""The most states at the start of a round that are solved exactly; takes well under a second."""

MAX_EXACT_STATES = 4_000
"""The most states overall, including those within a round, that are solved exactly."""

ROUNDS_REPORTED = 6
"""The number of rounds that are reported one by one."""

MAX_RUNS = 4_000
"""The most simulated runs."""

DEFAULT_SEED = 2026
"""The seed of a simulation, unless another one is provided."""

WORK_BUDGET = 650_000
"""The most work a simulation may do. Drawing a branch costs 1, expanding a state `EXPANSION_COST`."""

EXPANSION_COST = 20
"""The cost of computing the branches of a state."""

INITIAL_RUNS = 100
"""The size of the first batch of runs. Each later batch triples the total while the budget lasts."""

MAX_ROUNDS_PER_RUN = 60
"""A simulated run that lasts longer than this counts as never ending."""


class Weights:
    """Integer weights prepared for repeated weighted draws."""

    def __init__(self, weights: Iterable[int]) -> None:
        self.values = tuple(weights)
        *partial_sums, total = accumulate(self.values)
        self._thresholds = [each * WORD_RANGE // total for each in partial_sums]

    def draw(self, rng: SplitMix64) -> int:
        """Return the index of a weight, drawn with one random word. The bias is at most 1 in 2**64."""
        return bisect_right(self._thresholds, rng.word())


@dataclass(frozen=True)
class Branches[S]:
    """The branches of one action, shared by many states.

    A simulation computes the successor of only those branches that it draws.

    weights    the weight of each branch
    successor  `successor(index)` returns the state that the branch leads to
    """

    weights: Weights
    successor: Callable[[int], S]

    def items(self) -> Iterable[tuple[S, int]]:
        """Yield every successor with its weight."""
        return ((self.successor(index), weight) for index, weight in enumerate(self.weights.values))


type Casualties = frozenset[tuple[str, str]]
"""Participants who are out: (name, exit), where exit is a key of `ForecastSpec.exit_labels`, or "" if the
game has only one way to go out.
"""


class ForecastModel[S: Hashable](Protocol):
    """A simplified encounter. A state contains only what affects the result, so that different histories
    merge.
    """

    @property
    def participants(self) -> Sequence[str]:
        """The names of everyone in the encounter."""

    @property
    def initial_state(self) -> S: ...

    def transitions(self, state: S) -> Mapping[S, int] | Branches[S]:
        """Return the states that the next action can lead to, with integer weights."""

    def ends_round(self, state: S) -> bool:
        """Return whether the next action ends the round."""

    def winner(self, state: S) -> str:
        """Return the side that has won, or "" while the encounter goes on."""

    def casualties(self, state: S) -> Casualties:
        """Return who is out."""


@dataclass(frozen=True)
class Victory:
    """The presentation of a win by one side: its label and its tone, one of `scale.TONES`."""

    label: str
    tone: str


def _always_available(state: object) -> str:
    return ""


def _no_shares(result: object, name: str) -> Sequence[OutcomeShare]:
    return ()


@dataclass(frozen=True, kw_only=True)
class ForecastSpec[S]:
    """A game's declaration of its forecast.

    assumptions   a sentence for the reader: what everyone is assumed to keep doing
    next_event    `next_event(state)` returns the next event, or None once a side has won
    winner        `winner(state)` returns the winning side, "" while the encounter goes on, or "nobody" if
                  everyone is out
    victories     `victories(state)` returns a `Victory` for each side that can win
    model         `model(state)` returns the simplified model. It must agree with `next_event` and `winner`.
    round_number  `round_number(state)` returns the current round
    unavailable   `unavailable(state)` returns why there is no forecast, or "" if there is one
    exit_labels   the label of each way to go out, if the game tells them apart
    outlook       `outlook(result, name)` returns what one participant can expect after an action
    state_after   `state_after(model, state)` returns the model state after an action. None if no action needs
                  a forecast.
    """

    assumptions: str
    next_event: Callable[[S], EventData | None]
    winner: Callable[[S], str]
    model: Callable[[S], ForecastModel[Any]]
    round_number: Callable[[S], int]
    victories: Callable[[S], Mapping[str, Victory]]
    unavailable: Callable[[S], str] = _always_available
    exit_labels: Mapping[str, str] = field(default_factory=dict)
    outlook: Callable[[ForecastResult, str], Sequence[OutcomeShare]] = _no_shares
    state_after: Callable[[Any, S], Hashable] | None = None

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class ForecastResult:
    """The probabilities of a forecast: exact, or relative frequencies if `runs` is not 0.

    wins          the probability that each side wins
    no_winner     the probability that the encounter never ends
    out_by_round  by name: the probability of being out by the end of each of the first rounds
    exits         by name: the probability of each way to go out
    runs          the number of simulated runs, or 0 if the result is exact
    """

    wins: Mapping[str, Fraction]
    no_winner: Fraction
    out_by_round: Mapping[str, Sequence[Fraction]]
    exits: Mapping[str, Mapping[str, Fraction]]
    runs: int = 0

    @property
    def out_eventually(self) -> Mapping[str, Fraction]:
        """By name: the probability of being out in the end."""
        return {name: sum(exits.values(), Fraction()) for name, exits in self.exits.items()}

    def standard_error(self, probability: Fraction) -> float:
        """Return the standard error of a simulated probability, or 0 for an exact one."""
        return sqrt(probability * (1 - probability) / self.runs) if self.runs else 0.0


@dataclass(frozen=True)
class ModelAfterAction[S: Hashable]:
    """A model that starts with one extra action, whose dice lead to each of `outcomes` with its weight."""

    model: ForecastModel[S]
    outcomes: Mapping[S, int]
    initial_state: S | None = None
    """None stands for the moment before the action."""

    @property
    def participants(self) -> Sequence[str]:
        return self.model.participants

    def transitions(self, state: S | None) -> Mapping[S, int] | Branches[S]:
        return self.outcomes if state is None else self.model.transitions(state)

    def ends_round(self, state: S | None) -> bool:
        return state is not None and self.model.ends_round(state)

    def winner(self, state: S | None) -> str:
        return "" if state is None else self.model.winner(state)

    def casualties(self, state: S | None) -> Casualties:
        return frozenset() if state is None else self.model.casualties(state)


type Ending = tuple[str, Casualties]
"""The winning side and the casualties."""


def compute_forecast(
    model: ForecastModel[Any], *, exact: bool | None = None, seed: int = DEFAULT_SEED
) -> Incremental[ForecastResult]:
    """Compute a forecast incrementally.

    Set `exact` to force an exact solution or a simulation, whatever the cost. By default, the model is solved
    exactly if it has few enough states. Progress stays at 0 during an exact solution, because the number of
    states isn't known in advance.
    """
    forecaster = _Forecaster(model)
    if exact is not False:
        rounds = yield from forecaster.explore(bounded=exact is None)
        if rounds is not None:
            return (yield from _solve(model, rounds))
    return (yield from forecaster.simulate(SplitMix64(seed)))


class _Forecaster:
    """Explores or simulates a model, and caches its transitions."""

    def __init__(self, model: ForecastModel[Any]) -> None:
        self.model = model
        self._transitions: dict[Any, tuple[tuple[Any, int], ...]] = {}
        self._branches: dict[Any, Branches[Any]] = {}
        self._work = 0

    def _transitions_from(self, state: Any) -> tuple[tuple[Any, int], ...]:
        if state not in self._transitions:
            self._transitions[state] = tuple(self.model.transitions(state).items())
        return self._transitions[state]

    # Exact solution

    def explore(self, *, bounded: bool) -> Incremental[RoundTransitions | None]:
        """Return what a round leads to from every state that a round can start in.

        If `bounded`, return None when there are too many states.
        """
        if bounded and not (yield from self._is_small_enough()):
            return None
        rounds: RoundTransitions = {}
        queue = [self.model.initial_state]
        while queue:
            state = queue.pop()
            if state in rounds:
                continue
            rounds[state] = yield from self._explore_round(state)
            queue += [each for each in rounds[state] if not isinstance(each, Done) and each not in rounds]
            yield 0.0
        return rounds

    def _is_small_enough(self) -> Incremental[bool]:
        """Return whether the model has few enough states to solve. Only counts them; weighting is slow."""
        model = self.model
        queue, known, round_starts = [model.initial_state], {model.initial_state}, {model.initial_state}
        for state in queue:
            if model.winner(state):
                continue
            successors = [successor for successor, _ in self._transitions_from(state)]
            if model.ends_round(state):
                round_starts.update(each for each in successors if not model.winner(each))
            for each in successors:
                if each not in known:
                    known.add(each)
                    queue.append(each)
            if len(round_starts) > MAX_EXACT_ROUND_STATES or len(known) > MAX_EXACT_STATES:
                return False
            yield 0.0
        return True

    def _explore_round(self, start: Any) -> Incremental[dict[Any, int]]:
        """Return the weighted results of one round: start states of the next round, and endings."""
        model = self.model
        results: dict[Any, int] = {}
        current: dict[Any, int] = {start: 1}
        while current:
            # Scale every state of the same depth to the same total, so that weights stay integers.
            rows, won = [], []
            for state, weight in current.items():
                if model.winner(state):
                    won.append((state, weight))
                else:
                    transitions = self._transitions_from(state)
                    rows.append((state, weight, transitions, sum(each for _, each in transitions)))
            scale = lcm(*(total for *_, total in rows))
            results = {state: weight * scale for state, weight in results.items()}
            for state, weight in won:
                _add(results, Done((model.winner(state), model.casualties(state))), weight * scale)
            current = {}
            for state, weight, transitions, total in rows:
                factor = weight * scale // total
                is_last = model.ends_round(state)
                for successor, branch_weight in transitions:
                    if not is_last:
                        _add(current, successor, factor * branch_weight)
                    elif side := model.winner(successor):
                        _add(results, Done((side, model.casualties(successor))), factor * branch_weight)
                    else:
                        _add(results, successor, factor * branch_weight)
            yield 0.0
        divisor = gcd(*results.values())
        return {state: weight // divisor for state, weight in results.items()}

    # Simulation

    def simulate(self, rng: SplitMix64) -> Incremental[ForecastResult]:
        """Simulate as many runs as the work budget allows.

        The cost of the runs so far decides how many follow. The bias from that is far below the standard
        error.
        """
        tally = _SimulationTally(self.model)
        batch = INITIAL_RUNS
        while batch > 0:
            yield from self._simulate_batch(batch, tally, rng)
            affordable = (WORK_BUDGET - self._work) * tally.count // self._work
            batch = min(3 * tally.count, MAX_RUNS - tally.count, affordable)
        return tally.result()

    def _simulate_batch(self, count: int, tally: _SimulationTally, rng: SplitMix64) -> Incremental[None]:
        """Simulate runs side by side, round by round. Runs in the same state are expanded together."""
        running = {self.model.initial_state: count}
        for round_index in range(MAX_ROUNDS_PER_RUN):
            running = yield from self._simulate_round(running, rng)
            for state in [each for each in running if self.model.winner(each)]:
                tally.add_won(round_index, state, running.pop(state))
            tally.add_running(round_index, running)
            yield min(max(self._work / WORK_BUDGET, tally.won / MAX_RUNS), 1.0)
            if not running:
                break
        tally.add_endless(running)

    def _simulate_round(self, running: Mapping[Any, int], rng: SplitMix64) -> Incremental[dict[Any, int]]:
        """Return the number of runs in each state at the end of the round, or where they were won."""
        results: dict[Any, int] = {}
        while running:
            within_round: dict[Any, int] = {}
            for index, (state, runs) in enumerate(running.items()):
                if self.model.winner(state):
                    _add(results, state, runs)
                    continue
                target = results if self.model.ends_round(state) else within_round
                for successor, times in self._draw_successors(state, runs, rng):
                    _add(target, successor, times)
                if index % 16 == 15:
                    yield 0.0
            running = within_round
            yield 0.0
        return results

    def _draw_successors(self, state: Any, runs: int, rng: SplitMix64) -> Iterable[tuple[Any, int]]:
        """Draw a successor for each run; return the successors with their numbers of runs."""
        branches = self._branches_of(state)
        self._work += EXPANSION_COST
        if len(branches.weights.values) == 1:
            return [(branches.successor(0), runs)]
        self._work += runs
        drawn: dict[int, int] = {}
        for _ in range(runs):
            index = branches.weights.draw(rng)
            drawn[index] = drawn.get(index, 0) + 1
        return [(branches.successor(index), times) for index, times in drawn.items()]

    def _branches_of(self, state: Any) -> Branches[Any]:
        # Cache only what is slow to build: states seldom recur, and a large cache slows down the garbage
        # collector.
        if cached := self._branches.get(state):
            return cached
        transitions = self._transitions.get(state) or self.model.transitions(state)
        if isinstance(transitions, Branches):
            return transitions
        pairs = tuple(transitions.items()) if isinstance(transitions, Mapping) else transitions
        branches = Branches(Weights(weight for _, weight in pairs), [each for each, _ in pairs].__getitem__)
        if len(pairs) > 1:
            self._branches[state] = branches
        return branches


class _SimulationTally:
    """Counts simulated runs by winner, and participants who are out by round."""

    def __init__(self, model: ForecastModel[Any]) -> None:
        self.count = self.won = 0
        self._model = model
        self._wins: dict[str, int] = {}
        self._out: dict[tuple[str, str], int] = {}
        self._out_by_round: list[dict[tuple[str, str], int]] = [{} for _ in range(ROUNDS_REPORTED)]

    def add_won(self, round_index: int, state: Any, runs: int) -> None:
        """Record runs that were won in this round, counted from 0."""
        _add(self._wins, self._model.winner(state), runs)
        self.won += runs
        for counts in self._out_by_round[round_index:]:
            self._count_out(counts, state, runs)
        self._add_finished(state, runs)

    def add_running(self, round_index: int, running: Mapping[Any, int]) -> None:
        """Record runs that go on after this round."""
        for counts in self._out_by_round[round_index : round_index + 1]:
            for state, runs in running.items():
                self._count_out(counts, state, runs)

    def add_endless(self, running: Mapping[Any, int]) -> None:
        """Record runs that reached the round limit."""
        for state, runs in running.items():
            self._add_finished(state, runs)

    def _add_finished(self, state: Any, runs: int) -> None:
        self.count += runs
        self._count_out(self._out, state, runs)

    def _count_out(self, counts: dict[tuple[str, str], int], state: Any, runs: int) -> None:
        for each in self._model.casualties(state):
            _add(counts, each, runs)

    def result(self) -> ForecastResult:
        names = self._model.participants
        return ForecastResult(
            {side: Fraction(wins, self.count) for side, wins in self._wins.items()},
            Fraction(self.count - self.won, self.count),
            {
                name: [Fraction(_count_of(name, counts), self.count) for counts in self._out_by_round]
                for name in names
            },
            _by_name(names, {each: Fraction(out, self.count) for each, out in self._out.items()}),
            self.count,
        )


type RoundTransitions = dict[Any, dict[Any, int]]
"""For each start state of a round, the weighted results of that round."""


def _add(counts: dict[Any, int], key: Any, amount: int) -> None:
    counts[key] = counts.get(key, 0) + amount


def _count_of(name: str, counts: Mapping[tuple[str, str], int]) -> int:
    return sum(count for (each, _), count in counts.items() if each == name)


def _solve(model: ForecastModel[Any], rounds: RoundTransitions) -> Incremental[ForecastResult]:
    if side := model.winner(model.initial_state):
        return _result_if_won(model, side)
    absorption = yield from markov.solve_incrementally(rounds.__getitem__, model.initial_state)

    def casualties(state: Any) -> Hashable:
        return state.outcome[1] if isinstance(state, Done) else model.casualties(state)

    by_round = markov.by_round(rounds.__getitem__, model.initial_state, ROUNDS_REPORTED, casualties)
    wins: dict[str, Fraction] = {}
    exits: dict[tuple[str, str], Fraction] = {}
    for (side, out), probability in absorption.chances.items():
        wins[side] = wins.get(side, Fraction()) + probability
        for each in out:
            exits[each] = exits.get(each, Fraction()) + probability
    return ForecastResult(
        wins,
        absorption.never,
        {name: [_probability_out(name, row.items()) for row in by_round] for name in model.participants},
        _by_name(model.participants, exits),
    )


def _by_name(
    names: Iterable[str], exits: Mapping[tuple[str, str], Fraction]
) -> Mapping[str, Mapping[str, Fraction]]:
    return {name: {way: chance for (each, way), chance in exits.items() if each == name} for name in names}


def _probability_out(name: str, distribution: Iterable[tuple[Any, Fraction]]) -> Fraction:
    return sum((chance for out, chance in distribution if any(each == name for each, _ in out)), Fraction())


def _result_if_won(model: ForecastModel[Any], side: str) -> ForecastResult:
    exits = _by_name(model.participants, dict.fromkeys(model.casualties(model.initial_state), Fraction(1)))
    out = {name: [Fraction(bool(each))] * ROUNDS_REPORTED for name, each in exits.items()}
    return ForecastResult({side: Fraction(1)}, Fraction(), out, exits)
