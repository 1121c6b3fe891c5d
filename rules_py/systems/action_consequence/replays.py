"""Replay a conflict from a log of its rolls: its state, and the entries that break the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.action_consequence.rolls import RollInput
from rules_py.systems.action_consequence.round_results import DOUBLING, GIVING
from rules_py.systems.action_consequence.sweep import OTHER, A, B
from rules_py.systems.action_consequence.tracker import course
from rules_py.systems.action_consequence.tracker.shape import (
    CAST,
    CHALLENGE,
    CHOOSE,
    DOUBLED,
    GAVE,
    SETTLE,
    Conflict,
    Person,
    RolledFaces,
    Side,
)
from rules_py.systems.action_consequence.tracker.shape import OVER as ENDED

OVER, NEW_ROUND, AWAITING = "over", "new_round", "awaiting_answer"
HANG_IN, GIVE = "hang_in", "give"
_ENDINGS = {DOUBLED: DOUBLING, GAVE: GIVING}

_START = Conflict(
    people=(Person(name=A, kind="npc"), Person(name=B, kind="npc")), sides=(Side(lead=A), Side(lead=B))
)
"""Two sides of whose dice only the faces are known."""

REPLAY_CODES = ProblemGroup(
    "A replayed conflict",
    ProblemType("answer_after_end", "The round was over before this answer.", "R-10"),
    ProblemType("round_after_end", "The conflict was over before this round.", "A-046"),
    ProblemType("round_unfinished", "A new round begins before the last challenge is answered.", "R-10"),
    ProblemType("choice_missing", "The last answer is lower but more than half: hang in or give?", "A-037"),
    ProblemType("choice_not_due", "There’s no choice between hanging in and giving here.", "R-11"),
    ProblemType("advantage_not_held", "This roll has more advantage dice than its side holds.", "A-081"),
    ProblemType("advantage_missing", "This roll lacks an advantage die that its side holds.", "R-7"),
    ProblemType("tied_cast", "This cast is a true tie: enter the reroll instead.", "R-1"),
)


@dataclass
class Replay:
    """A conflict as the tracker plays it, after the rounds replayed so far."""

    conflict: Conflict = _START
    rounds: int = 0
    exchanges: int = 0
    faults: list[Fault] = field(default_factory=list)

    @property
    def status(self) -> str:
        if self.conflict.phase == ENDED:
            return OVER
        return NEW_ROUND if self.conflict.phase == CAST else AWAITING

    @property
    def winner(self) -> str | None:
        return self.conflict.winner or None

    @property
    def how(self) -> str | None:
        return _ENDINGS[self.conflict.how] if self.winner else None

    @property
    def next_advantage(self) -> str | None:
        if self.status != NEW_ROUND:
            return None
        return next((side.lead for side in self.conflict.sides if side.held), None)

    def read(self, rounds: Sequence[Mapping[str, Any]]) -> Replay:
        """Replay these rounds."""
        for place, row in enumerate(rounds):
            at = f"rounds.{place}"
            if self.status == OVER:
                self._add_fault(at, "round_after_end", None, "no round after the end")
            elif self.status == AWAITING:
                self._add_fault(at, "round_unfinished", None, "the answer to the last challenge first")
            if self.status != NEW_ROUND:
                self.conflict = _START
            self.rounds += 1
            self._round(at, row)
        return self

    def _round(self, at: str, row: Mapping[str, Any]) -> None:
        for lead in (A, B):
            self._roll(f"{at}.cast.{lead}", lead, row["cast"][lead])
        self._step(lambda conflict: course.start_comparison(conflict, course.AFTER_CAST))
        if self.conflict.phase == CAST:
            self._add_fault(f"{at}.cast", "tied_cast", None, "a cast that one side wins")
            return
        for place, answer in enumerate(row["answers"]):
            self._answer(f"{at}.answers.{place}", answer)
        choice = row["choice"]
        if self.conflict.phase != CHOOSE:
            if choice is not None:
                self._add_fault(f"{at}.choice", "choice_not_due", choice, "no choice")
            return
        if choice is None:
            self._add_fault(f"{at}.choice", "choice_missing", None, f"{HANG_IN} or {GIVE}")
        self._step(course.give if choice == GIVE else course.hang_in)

    def _answer(self, at: str, answer: RollInput) -> None:
        if self.conflict.phase != CHALLENGE:
            self._add_fault(at, "answer_after_end", None, "no answer after the end")
            return
        self.exchanges += 1
        challenger = self.conflict.side(self.conflict.challenger)
        struck = (*challenger.advantage, *answer["challenger_struck"])
        self.conflict = self.conflict.with_side(challenger.but(advantage=struck))
        self._step(lambda conflict: course.name_answerer(conflict, OTHER[challenger.lead]))
        self._roll(at, OTHER[challenger.lead], answer)
        self._step(lambda conflict: course.start_comparison(conflict, course.AFTER_ANSWER))
        if self.conflict.phase == SETTLE:
            self._step(course.settle_losses)

    def _roll(self, at: str, lead: str, roll: RollInput) -> None:
        """Put a side's dice on the table; it has an advantage die for each struck name, and a seized one."""
        side = self.conflict.side(lead)
        advantage_dice = side.held + roll["struck"] if roll["dice"] else 0
        count = len(roll["advantage"])
        if count != advantage_dice:
            code = "advantage_not_held" if count > advantage_dice else "advantage_missing"
            self._add_fault(f"{at}.advantage", code, count, f"{advantage_dice} advantage dice")
        faces = RolledFaces(lead, tuple(roll["dice"]))
        self.conflict = self.conflict.with_side(side.but(rolled=(faces,), advantage=tuple(roll["advantage"])))

    def _step(self, step: Callable[[Conflict], course.Transition]) -> None:
        self.conflict, _ = step(self.conflict)

    def _add_fault(self, at: str, code: str, value: object, expected: str) -> None:
        self.faults.append(REPLAY_CODES.fault(at, code, value, expected))


def replay(*, rounds: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the status of the conflict, its winner, and who has the next advantage. A-046."""
    replayed = Replay().read(rounds)
    return {
        "status": replayed.status,
        "winner": replayed.winner,
        "how": replayed.how,
        "next_advantage": replayed.next_advantage,
        "rounds": replayed.rounds,
        "exchanges": replayed.exchanges,
    }


def replay_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the faults of the rounds, in order."""
    yield from Replay().read(inputs.get("rounds", ())).faults
