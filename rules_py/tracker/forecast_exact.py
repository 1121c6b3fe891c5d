"""Exact forecasts of models with few states: each round is explored, and the rounds are solved as a Markov
chain.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from rules_py.dice import markov
from rules_py.dice.incremental import Incremental
from rules_py.dice.markov import Done
from rules_py.tracker.forecast import ROUNDS_REPORTED, ForecastModel, ForecastResult

MAX_EXACT_ROUND_STATES = 600
"""The most states at the start of a round that are solved exactly; takes well under a second."""

MAX_EXACT_STATES = 4_000
"""The most states overall, including those within a round, that are solved exactly."""

type Transitions = dict[Any, tuple[tuple[Any, int], ...]]
"""The weighted successors of each state."""

type RoundTransitions = dict[Any, dict[Any, int]]
"""For each start state of a round, the weighted results of that round."""


def solve_exactly(
    model: ForecastModel[Any], transitions: Transitions, *, bounded: bool
) -> Incremental[ForecastResult | None]:
    """Compute an exact forecast incrementally. If `bounded`, return None when there are too many states.

    Progress stays at 0, because the number of states isn't known in advance. Adds the transitions that it
    computes to `transitions`.
    """
    rounds = yield from _Explorer(model, transitions).explore(bounded=bounded)
    return None if rounds is None else (yield from _solve(model, rounds))


class _Explorer:
    """Explores the states of a model round by round."""

    def __init__(self, model: ForecastModel[Any], transitions: Transitions) -> None:
        self.model = model
        self._transitions = transitions

    def _transitions_from(self, state: Any) -> tuple[tuple[Any, int], ...]:
        if state not in self._transitions:
            self._transitions[state] = tuple(self.model.transitions(state).items())
        return self._transitions[state]

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
                add_weight(results, Done((model.winner(state), model.casualties(state))), weight * scale)
            current = {}
            for state, weight, transitions, total in rows:
                factor = weight * scale // total
                is_last = model.ends_round(state)
                for successor, branch_weight in transitions:
                    if not is_last:
                        add_weight(current, successor, factor * branch_weight)
                    elif side := model.winner(successor):
                        add_weight(results, Done((side, model.casualties(successor))), factor * branch_weight)
                    else:
                        add_weight(results, successor, factor * branch_weight)
            yield 0.0
        divisor = gcd(*results.values())
        return {state: weight // divisor for state, weight in results.items()}


def add_weight(weights: dict[Any, int], key: Any, amount: int) -> None:
    """Add to the weight of a key."""
    weights[key] = weights.get(key, 0) + amount


def exits_by_name(
    names: Iterable[str], exits: Mapping[tuple[str, str], Fraction]
) -> Mapping[str, Mapping[str, Fraction]]:
    """Return the probability of each way to go out, by name."""
    return {name: {way: chance for (each, way), chance in exits.items() if each == name} for name in names}


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
        exits_by_name(model.participants, exits),
    )


def _probability_out(name: str, distribution: Iterable[tuple[Any, Fraction]]) -> Fraction:
    return sum((chance for out, chance in distribution if any(each == name for each, _ in out)), Fraction())


def _result_if_won(model: ForecastModel[Any], side: str) -> ForecastResult:
    exits = exits_by_name(
        model.participants, dict.fromkeys(model.casualties(model.initial_state), Fraction(1))
    )
    out = {name: [Fraction(bool(each))] * ROUNDS_REPORTED for name, each in exits.items()}
    return ForecastResult({side: Fraction(1)}, Fraction(), out, exits)
