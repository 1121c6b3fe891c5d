"""Forecasts of how an encounter ends if everyone keeps acting as they do now: what a game declares, and the
result.

The game supplies a simplified model of the encounter: who acts next, what each action leads to, and who has
won.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from typing import Any, Protocol

from rules_py.base.type_check import check_field_types
from rules_py.dice.seeded import SEEDS as WORD_RANGE
from rules_py.dice.seeded import SplitMix64
from rules_py.tracker.actions import EventData
from rules_py.tracker.view import OutcomeShare

ROUNDS_REPORTED = 6
"""The number of rounds that are reported one by one."""


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
