"""Mechanics of many rounds: one step, walked by the simulator and solved exactly by the chain."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules_py.dice import chain
from rules_py.dice.chain import Done
from rules_py.dice.dice import Dice
from rules_py.dice.expand import expand
from rules_py.errors import TooManyPaths

MOST_ROUNDS = 10_000


@dataclass(frozen=True)
class Process:
    """`step(dice, state)` plays one round: it returns the next state, or `Done(outcome)`.

    States are hashable.
    """

    step: Callable[[Dice, Hashable], Hashable]

    def play(self, dice: Dice, start: Hashable) -> Hashable:
        """Play rounds with the given dice until one ends it; the outcome.

        Raises TooManyPaths if none ever does.
        """
        state = start
        for _ in range(MOST_ROUNDS):
            state = self.step(dice, state)
            if isinstance(state, Done):
                return state.outcome
        raise TooManyPaths(f"no end after {MOST_ROUNDS} rounds: the two sides cannot hurt each other enough")

    def solve(
        self, start: Hashable, counting: Mapping[str, Callable[[Hashable], int | Fraction]] | None = None
    ) -> chain.Absorption:
        """The exact chance of each outcome, the mean number of rounds, and the mean of whatever else is
        counted.
        """
        return chain.absorb(self.round_counts, start, counting)

    def by_round(
        self, start: Hashable, rounds: int, read: Callable[[Hashable], Hashable] | None = None
    ) -> list[dict[Hashable, Fraction]]:
        """For each of the first `rounds` rounds, the chance that each outcome (or what `read` says) has
        come by its end.
        """
        return chain.by_round(self.round_counts, start, rounds, read)

    def round_counts(self, state: Hashable) -> dict[Hashable, int]:
        """Every state or `Done` that one round can lead to from `state`, with whole-number weights."""
        counted, _ = expand(lambda dice: self.step(dice, state))
        return counted
