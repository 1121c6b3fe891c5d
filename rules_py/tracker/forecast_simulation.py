"""Simulated forecasts of models with many states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from rules_py.dice.incremental import Incremental
from rules_py.dice.seeded import SplitMix64
from rules_py.tracker.forecast import ROUNDS_REPORTED, Branches, ForecastModel, ForecastResult, Weights
from rules_py.tracker.forecast_exact import Transitions, add_weight, exits_by_name

MAX_RUNS = 4_000
"""The most simulated runs."""

WORK_BUDGET = 650_000
"""The most work a simulation may do. Drawing a branch costs 1, expanding a state `EXPANSION_COST`."""

EXPANSION_COST = 20
"""The cost of computing the branches of a state."""

INITIAL_RUNS = 100
"""The size of the first batch of runs. Each later batch triples the total while the budget lasts."""

MAX_ROUNDS_PER_RUN = 60
"""A simulated run that lasts longer than this counts as never ending."""


def simulate(
    model: ForecastModel[Any], transitions: Transitions, rng: SplitMix64
) -> Incremental[ForecastResult]:
    """Simulate as many runs of a model as the work budget allows. Some `transitions` may be known."""
    return _Simulation(model, transitions).simulate(rng)


class _Simulation:
    """Simulates runs of a model, and caches its branches."""

    def __init__(self, model: ForecastModel[Any], transitions: Transitions) -> None:
        self.model = model
        self._transitions = transitions
        self._branches: dict[Any, Branches[Any]] = {}
        self._work = 0

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
                    add_weight(results, state, runs)
                    continue
                target = results if self.model.ends_round(state) else within_round
                for successor, times in self._draw_successors(state, runs, rng):
                    add_weight(target, successor, times)
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
        add_weight(self._wins, self._model.winner(state), runs)
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
            add_weight(counts, each, runs)

    def result(self) -> ForecastResult:
        names = self._model.participants
        return ForecastResult(
            {side: Fraction(wins, self.count) for side, wins in self._wins.items()},
            Fraction(self.count - self.won, self.count),
            {
                name: [Fraction(_count_of(name, counts), self.count) for counts in self._out_by_round]
                for name in names
            },
            exits_by_name(names, {each: Fraction(out, self.count) for each, out in self._out.items()}),
            self.count,
        )


def _count_of(name: str, counts: Mapping[tuple[str, str], int]) -> int:
    return sum(count for (each, _), count in counts.items() if each == name)
