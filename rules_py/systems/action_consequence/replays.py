"""Replay a conflict from a log of its rolls: its state, and the entries that break the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.action_consequence.readings import (
    DOUBLED,
    HIGHER,
    SHORT,
    TIE,
    Reading,
    add_advantage,
    compare,
)
from rules_py.systems.action_consequence.rolls import RollInput, cast_challenger, reading_of
from rules_py.systems.action_consequence.round_results import DOUBLING, GIVING
from rules_py.systems.action_consequence.sweep import OTHER, A, B

OVER, NEW_ROUND, AWAITING = "over", "new_round", "awaiting_answer"
HANG_IN, GIVE = "hang_in", "give"

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
    """The state of a conflict after the rounds replayed so far."""

    status: str = NEW_ROUND
    winner: str | None = None
    how: str | None = None
    next_advantage: str | None = None
    rounds: int = 0
    exchanges: int = 0
    faults: list[Fault] = field(default_factory=list)

    def read(self, rounds: Sequence[Mapping[str, Any]]) -> Replay:
        """Replay these rounds."""
        for place, row in enumerate(rounds):
            at = f"rounds.{place}"
            if self.status == OVER:
                self._add_fault(at, "round_after_end", None, "no round after the end")
            elif self.status == AWAITING:
                self._add_fault(at, "round_unfinished", None, "the answer to the last challenge first")
            self._round(at, row)
        return self

    def _round(self, at: str, row: Mapping[str, Any]) -> None:
        self.rounds += 1
        self.status, self.winner, self.how = AWAITING, None, None
        holder, self.next_advantage = self.next_advantage, None
        standing = {side: reading_of(row["cast"][side]) for side in (A, B)}
        for side in (A, B):
            self._check_advantage(f"{at}.cast.{side}", row["cast"][side], side, holder)
        challenger = cast_challenger(standing[A], standing[B])
        if challenger not in OTHER:
            self._add_fault(f"{at}.cast", "tied_cast", None, "a cast that one side wins")
            return
        last = self._answers(at, row["answers"], challenger, standing[challenger], holder)
        choice = row["choice"]
        if last == SHORT and choice is None:
            self._add_fault(f"{at}.choice", "choice_missing", None, f"{HANG_IN} or {GIVE}")
        elif last != SHORT and choice is not None:
            self._add_fault(f"{at}.choice", "choice_not_due", choice, "no choice")
        elif choice == GIVE:
            self._end(self._challenger, GIVING)
        elif choice == HANG_IN:
            self.next_advantage = self._challenger

    def _answers(
        self, at: str, answers: Iterable[RollInput], challenger: str, standing: Reading, holder: str | None
    ) -> str | None:
        """Replay the answers, and return the relation of the last one to its challenge."""
        last: str | None = None
        for place, each in enumerate(answers):
            answerer = OTHER[challenger]
            self._check_advantage(f"{at}.answers.{place}", each, answerer, holder)
            if last not in (None, HIGHER):
                self._add_fault(f"{at}.answers.{place}", "answer_after_end", None, "no answer after the end")
                continue
            self.exchanges += 1
            answer = reading_of(each)
            standing = add_advantage(standing, sum(each["challenger_struck"]))
            last = compare(standing, answer)
            if last == HIGHER:
                challenger, standing = answerer, answer
        self._challenger = challenger
        if last == DOUBLED:
            self._end(challenger, DOUBLING)
        elif last in (TIE, SHORT):
            self.status = NEW_ROUND
        return last

    def _end(self, winner: str, how: str) -> None:
        self.status, self.winner, self.how = OVER, winner, how

    def _check_advantage(self, at: str, roll: RollInput, side: str, holder: str | None) -> None:
        """Check the advantage dice of a roll: a seized one, and those of struck names."""
        held = (side == holder) + roll["struck"] if roll["dice"] else 0
        shown = len(roll["advantage"])
        if shown != held:
            code = "advantage_not_held" if shown > held else "advantage_missing"
            self._add_fault(f"{at}.advantage", code, shown, f"{held} advantage dice")

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
    """Yield what breaks the rules in the rounds, in their order."""
    yield from Replay().read(inputs.get("rounds", ())).faults
