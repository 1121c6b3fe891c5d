"""Multi-round mechanics: one step function, played with dice and solved exactly as a Markov chain.

A roll that may never end is also a process: if a tie is rerolled, the step returns its own state.

    tie = Process(lambda dice, state: Done("first") if (ahead := dice.d(6) - dice.d(6)) > 0
                  else Done("second") if ahead else state)
    tie.play(dice, None)        # a live roll
    tie.solve(None).chances     # exact: {"first": 1/2, "second": 1/2}
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules_py.base.errors import TooManyBranchesError
from rules_py.dice import markov
from rules_py.dice.dice import Dice
from rules_py.dice.enumerate_branches import expand
from rules_py.dice.markov import Done

MAX_ROUNDS = 10_000
"""Rounds played before a process is taken to be endless."""


@dataclass(frozen=True)
class Process[State: Hashable, Outcome: Hashable]:
    """A mechanic of many rounds.

    `step(dice, state)` plays one round: it returns the next state, or `Done(outcome)`. States are hashable. A
    step is counted as one mechanic, so it must end by itself. Anything without a limit belongs in the state.

    If a step has too many branches, `weights(state)` returns its results in closed form: each possible state
    or `Done` with its whole-number weight. It may skip rounds whose ends are known. `min_dice(state)` is the
    smallest number of dice from a state to the end; `is_variable` tells whether there may be more.
    """

    step: Callable[[Dice, State], State | Done[Outcome]]
    weights: Callable[[State], Mapping[State | Done[Outcome], int]] | None = None
    min_dice: Callable[[State], int] = lambda state: 0
    is_variable: bool = True

    def play(self, dice: Dice, start: State) -> Outcome:
        """Play rounds until one ends the process, and return the outcome.

        Dice that count branches solve the process. Raises TooManyBranchesError if it doesn't end.
        """
        state = start
        for _ in range(MAX_ROUNDS):
            result = dice.resolve_process(self, state) or self.step(dice, state)
            if isinstance(result, Done):
                return result.outcome
            state = result
        raise TooManyBranchesError(
            f"no end after {MAX_ROUNDS:,} rounds. Neither side can do enough damage.",
            "This would take too long: neither side can do enough damage.",
        )

    def solve(
        self, start: State, per_step: Mapping[str, Callable[[State], int | Fraction]] | None = None
    ) -> markov.Absorption[Outcome]:
        """Return the exact chance of each outcome, the mean number of rounds, and the means of `per_step`."""
        return markov.solve_absorption(self.round_weights, start, per_step)

    def by_round(
        self, start: State, rounds: int, classify: Callable[[State | Done[Outcome]], Hashable] | None = None
    ) -> list[dict[Hashable, Fraction]]:
        """Return for each of the first `rounds` rounds the chance that each outcome has been reached by its
        end, or each value of `classify`.
        """
        return markov.by_round(self.round_weights, start, rounds, classify)

    def round_weights(self, state: State) -> dict[State | Done[Outcome], int]:
        """Return every state or `Done` that one round can lead to from `state`, with its weight."""
        if self.weights:
            return dict(self.weights(state))
        weights: dict[State | Done[Outcome], int]
        weights, _ = expand(lambda dice: self.step(dice, state))
        return weights
