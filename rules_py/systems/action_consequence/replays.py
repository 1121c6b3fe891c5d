"""Replay a conflict from a log of its rolls: its state, and the entries that break the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.problems import Code, Codes
from rules_py.systems.action_consequence.rolls import RollInput
from rules_py.systems.action_consequence.round_results import DOUBLING, GIVING
from rules_py.systems.action_consequence.sweep import OTHER
from rules_py.systems.action_consequence.tracker import course
from rules_py.systems.action_consequence.tracker.shape import (
    CAST,
    CHALLENGE,
    CHOOSE,
    DOUBLED,
    GAVE,
    OVER,
    SETTLE,
    Conflict,
    Person,
    Side,
    Thrown,
)

NEW_ROUND, AWAITING = "new_round", "awaiting_answer"
HANG_IN, GIVE = "hang_in", "give"
HOW = {DOUBLED: DOUBLING, GAVE: GIVING}

REPLAY_CODES = Codes(
    "A replayed conflict",
    Code("answer_after_end", "The round was over before this answer.", "R-10"),
    Code("round_after_end", "The conflict was over before this round.", "A-046"),
    Code("round_unfinished", "A new round begins while a challenge is still to be answered.", "R-10"),
    Code("choice_missing", "The last answer is below, yet more than half: hang in or give?", "A-037"),
    Code("choice_not_due", "Nobody has to choose between hanging in and giving here.", "R-11"),
    Code("advantage_not_held", "This roll has more advantage dice than its side holds.", "A-081"),
    Code("advantage_missing", "This roll lacks an advantage die that its side holds.", "R-7"),
    Code("tied_cast", "This cast is all equal: note down the one that counted.", "R-1"),
)

START = Conflict(
    people=tuple(Person(name=side, kind="npc") for side in OTHER),
    sides=tuple(Side(lead=side) for side in OTHER),
)


@dataclass
class Replay:
    """The conflict of the encounter tracker after the rounds replayed so far."""

    conflict: Conflict = START
    exchanges: int = 0
    faults: list[Fault] = field(default_factory=list)

    def play(self, rounds: Sequence[Mapping[str, Any]]) -> Replay:
        """Replay these rounds."""
        for place, row in enumerate(rounds):
            self._round(f"rounds.{place}", row)
        return self

    def _round(self, at: str, row: Mapping[str, Any]) -> None:
        self._start_round(at)
        for side in OTHER:
            self._roll(f"{at}.cast.{side}", side, row["cast"][side])
        self.conflict, _ = course.after_cast(self.conflict)
        if self.conflict.phase == CAST:
            self._add_fault(f"{at}.cast", "tied_cast", None, "a cast that one side wins")
            return
        for place, answer in enumerate(row["answers"]):
            self._answer(f"{at}.answers.{place}", answer)
        self._choose(f"{at}.choice", row["choice"])

    def _start_round(self, at: str) -> None:
        phase = self.conflict.phase
        if phase == OVER:
            self._add_fault(at, "round_after_end", None, "no round after the end")
        elif phase == CHALLENGE:
            self._add_fault(at, "round_unfinished", None, "the answer to the last challenge first")
        if phase != CAST:  # all sides are back, so that later rounds can be checked too
            sides = (side.but(out="") for side in self.conflict.sides)
            self.conflict, _ = course.end_round(self.conflict.but(sides=tuple(sides)))

    def _roll(self, at: str, lead: str, roll: RollInput) -> None:
        """Put a roll before a side, and check its advantage dice: a seized one, and those of struck names."""
        side = self.conflict.side(lead)
        held = side.held + roll["struck"] if roll["dice"] else 0
        dice = len(roll["advantage"])
        if dice != held:
            code = "advantage_not_held" if dice > held else "advantage_missing"
            self._add_fault(f"{at}.advantage", code, dice, f"{held} advantage dice")
        faces = (Thrown(lead, tuple(roll["dice"])),)
        self.conflict = self.conflict.with_side(side.but(thrown=faces, advantage=tuple(roll["advantage"])))

    def _answer(self, at: str, roll: RollInput) -> None:
        if self.conflict.phase != CHALLENGE:
            self._add_fault(at, "answer_after_end", None, "no answer after the end")
            return
        self.exchanges += 1
        challenger = self.conflict.side(self.conflict.challenger)
        struck = (*challenger.advantage, *roll["challenger_struck"])
        answerer = OTHER[challenger.lead]
        self.conflict, _ = course.name_answerer(
            self.conflict.with_side(challenger.but(advantage=struck)), answerer
        )
        self._roll(at, answerer, roll)
        self.conflict, _ = course.after_answer(self.conflict)
        if self.conflict.phase == SETTLE:
            self.conflict, _ = course.settle_losses(self.conflict)

    def _choose(self, at: str, choice: str | None) -> None:
        due = self.conflict.phase == CHOOSE
        if due and choice:
            step = course.give if choice == GIVE else course.hang_in
            self.conflict, _ = step(self.conflict)
        elif due:
            self._add_fault(at, "choice_missing", None, f"{HANG_IN} or {GIVE}")
        elif choice:
            self._add_fault(at, "choice_not_due", choice, "no choice")

    def _add_fault(self, at: str, code: str, value: object, expected: str) -> None:
        self.faults.append(REPLAY_CODES.fault(at, code, value, expected))


def replay(*, rounds: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the status of the conflict, its winner, and who has the next advantage. A-046."""
    replayed = Replay().play(rounds)
    conflict = replayed.conflict
    over = conflict.phase == OVER
    holders = [side.lead for side in conflict.sides if side.held and conflict.phase == CAST]
    return {
        "status": OVER if over else AWAITING if conflict.phase == CHALLENGE else NEW_ROUND,
        "winner": conflict.winner or None,
        "how": HOW[conflict.how] if over else None,
        "next_advantage": next(iter(holders), None),
        "rounds": len(rounds),
        "exchanges": replayed.exchanges,
    }


def replay_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what breaks the rules in the rounds, in their order."""
    yield from Replay().play(inputs.get("rounds", ())).faults
