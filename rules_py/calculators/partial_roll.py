"""A throw of which the first faces are given: how it stands, and what can still come of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rules_py.base.jsonable import to_jsonable
from rules_py.base.memo import Memo
from rules_py.calculators.outcome import Outcome
from rules_py.dice.incremental import Incremental
from rules_py.dice.odds import Odds
from rules_py.dice.partial import NextDie, PartialState

if TYPE_CHECKING:
    from rules_py.calculators.calculator import Asked


@dataclass(frozen=True)
class HalfThrown:
    """A calculator's throw after some of its faces.

    asked    the calculator with its inputs
    stands   the faces as they were read, the working so far, the next die, and in the end the outcome
    odds     the exact chances given these faces, with the measures that are read off odds; None where
             counting them would take too long
    least    so many dice at least are still to be thrown
    certain  whether no more than those are
    """

    asked: Asked
    stands: PartialState[Outcome]
    odds: Odds | None
    least: int
    certain: bool

    @property
    def faces(self) -> tuple[Any, ...]:
        return self.stands.faces

    @property
    def next(self) -> NextDie | None:
        """The die to be thrown next; None where the throw is complete."""
        return self.stands.next

    @property
    def outcome(self) -> Outcome | None:
        """What the throw came to, its working included; None while dice are to come."""
        reached = self.stands.outcome
        return reached and reached.with_working(self.stands.steps)


_KEPT: Memo[str, HalfThrown] = Memo(64)


def standing(asked: Asked, faces: Sequence[Any]) -> Incremental[HalfThrown]:
    """`asked.half_counting(faces)`, kept for a while: the next face is compared with how this one left it,
    and a face taken back is no new question.
    """
    key = json.dumps([asked.calculator.id, to_jsonable(asked.inputs), to_jsonable(faces)])
    if key not in _KEPT:
        _KEPT[key] = yield from asked.half_counting(faces)
    return _KEPT[key]
