"""A throw of which the first faces are given: how it stands, and what can still come of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules_py.base.jsonable import plain
from rules_py.calculators.outcome import Outcome
from rules_py.dice.incremental import Steps
from rules_py.dice.odds import Odds
from rules_py.dice.partial import Fallen, NextDie

if TYPE_CHECKING:
    from rules_py.calculators.calculator import BoundCalculator


@dataclass(frozen=True)
class PartialRoll:
    """A calculator's throw after some of its faces.

    asked    the calculator with its inputs
    stands   the faces as they were read, the working so far, the next die, and in the end the outcome
    odds     the exact chances given these faces, with the measures that are read off odds; None where
             counting them would take too long
    least    so many dice at least are still to be thrown
    certain  whether no more than those are
    """

    bound: BoundCalculator
    state: Fallen[Outcome]
    odds: Odds | None
    min_remaining: int
    is_fixed: bool

    @property
    def faces(self) -> tuple[Any, ...]:
        return self.state.faces

    @property
    def next_die(self) -> NextDie | None:
        """The die to be thrown next; None where the throw is complete."""
        return self.state.next

    @property
    def outcome(self) -> Outcome | None:
        """What the throw came to, its working included; None while dice are to come."""
        reached = self.state.outcome
        return reached and reached.with_working(self.state.working)


MOST_KEPT = 64
_KEPT: dict[str, PartialRoll] = {}


def cached_partial_roll(asked: BoundCalculator, faces: Sequence[Any]) -> Steps[PartialRoll]:
    """`asked.half_counting(faces)`, kept for a while: the next face is compared with how this one left it,
    and a face taken back is no new question.
    """
    key = json.dumps([asked.calculator.id, plain(asked.inputs), plain(faces)])
    found = _KEPT.get(key)
    if found is None:
        found = yield from asked.partial_roll_incrementally(faces)
        while len(_KEPT) >= MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[key] = found
    return found
