"""Mechanics of many rounds: one step, walked by the simulator and solved exactly by the chain.

A throw that may go on and on is such a process too: a tie thrown again is a step that returns its own state.

    tie = Process(lambda dice, state: Done("first") if (ahead := dice.d(6) - dice.d(6)) > 0
                  else Done("second") if ahead else state)
    tie.play(dice, None)        # a live throw
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
"""So many rounds are played before a process is said never to end."""


@dataclass(frozen=True)
class Process[State: Hashable, Outcome: Hashable]:
    """`step(dice, state)` plays one round: it returns the next state, or `Done(outcome)`.

    States are hashable. A step is counted as one mechanic, so it must come to an end by itself: what may go
    on and on is a state. Where every way of a step is too much to count, `counts(state)` says the same from a
    closed form: each state or `Done` it may lead to, with whole-number weights. It may leap over rounds whose
    ends are known. `least(state)` says how many dice are thrown at least from a state to the end, `varies`
    whether there may be more.
    """

    step: Callable[[Dice, State], State | Done[Outcome]]
    weights: Callable[[State], Mapping[State | Done[Outcome], int]] | None = None
    min_dice: Callable[[State], int] = lambda state: 0
    is_variable: bool = True

    def play(self, dice: Dice, start: State) -> Outcome:
        """Play rounds with the given dice until one ends it; the outcome. Where every way is counted, what
        is left of it is solved.

        Raises TooManyBranchesError if none ever does.
        """
        state = start
        for _ in range(MAX_ROUNDS):
            reached = dice.resolve_process(self, state) or self.step(dice, state)
            if isinstance(reached, Done):
                return reached.outcome
            state = reached
        raise TooManyBranchesError(
            f"no end after {MAX_ROUNDS} rounds: the two sides cannot hurt each other enough",
            "This would hardly ever end: neither side can hurt the other enough.",
        )

    def solve(
        self, start: State, per_step: Mapping[str, Callable[[State], int | Fraction]] | None = None
    ) -> markov.Absorption[Outcome]:
        """The exact chance of each outcome, the mean number of rounds, and the mean of whatever else is
        counted.
        """
        return markov.solve_absorption(self.round_weights, start, per_step)

    def by_round(
        self, start: State, rounds: int, classify: Callable[[State | Done[Outcome]], Hashable] | None = None
    ) -> list[dict[Hashable, Fraction]]:
        """For each of the first `rounds` rounds, the chance that each outcome (or what `read` says) has
        come by its end.
        """
        return markov.by_round(self.round_weights, start, rounds, classify)

    def round_weights(self, state: State) -> dict[State | Done[Outcome], int]:
        """Every state or `Done` that one round can lead to from `state`, with whole-number weights."""
        if self.weights:
            return dict(self.weights(state))
        counted: dict[State | Done[Outcome], int]
        counted, _ = expand(lambda dice: self.step(dice, state))
        return counted
