"""A conflict read again from the rolls that were noted down: how it stands, and what doesn't fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.action_consequence.play import DOUBLING, GIVING
from rules_py.systems.action_consequence.readings import (
    DOUBLED,
    HIGHER,
    SHORT,
    TIE,
    Reading,
    raised,
    relation,
)
from rules_py.systems.action_consequence.rolls import GivenRoll, cast_challenger, read_of
from rules_py.systems.action_consequence.sweep import OTHER, A, B

OVER, NEW_ROUND, AWAITING = "over", "new_round", "awaiting_answer"
HANG_IN, GIVE = "hang_in", "give"

REPLAY_CODES = ProblemGroup(
    "A replayed conflict",
    ProblemType("answer_after_end", "The round was over before this answer.", "R-10"),
    ProblemType("round_after_end", "The conflict was over before this round.", "A-046"),
    ProblemType("round_unfinished", "A new round begins while a challenge is still to be answered.", "R-10"),
    ProblemType("choice_missing", "The last answer is below, yet more than half: hang in or give?", "A-037"),
    ProblemType("choice_not_due", "Nobody has to choose between hanging in and giving here.", "R-11"),
    ProblemType("advantage_not_held", "This roll has more advantage dice than its side holds.", "A-081"),
    ProblemType("advantage_missing", "This roll lacks an advantage die that its side holds.", "R-7"),
    ProblemType("tied_cast", "This cast is all equal: note down the one that counted.", "R-1"),
)


@dataclass
class Replay:
    """How a conflict stands after the rounds read so far."""

    status: str = NEW_ROUND
    winner: str | None = None
    how: str | None = None
    next_advantage: str | None = None
    rounds: int = 0
    exchanges: int = 0
    faults: list[Fault] = field(default_factory=list)

    def read(self, rounds: Sequence[Mapping[str, Any]]) -> Replay:
        """Read round after round."""
        for place, each in enumerate(rounds):
            at = f"rounds.{place}"
            if self.status == OVER:
                self._amiss(at, "round_after_end", None, "no round after the end")
            elif self.status == AWAITING:
                self._amiss(at, "round_unfinished", None, "the answer to the last challenge first")
            self._round(at, each)
        return self

    def _round(self, at: str, given: Mapping[str, Any]) -> None:
        self.rounds += 1
        self.status, self.winner, self.how = AWAITING, None, None
        holder, self.next_advantage = self.next_advantage, None
        standing = {side: read_of(given["cast"][side]) for side in (A, B)}
        for side in (A, B):
            self._held(f"{at}.cast.{side}", given["cast"][side], side, holder)
        challenger = cast_challenger(standing[A], standing[B])
        if challenger not in OTHER:
            self._amiss(f"{at}.cast", "tied_cast", None, "a cast that one side wins")
            return
        last = self._answers(at, given["answers"], challenger, standing[challenger], holder)
        choice = given["choice"]
        if last == SHORT and choice is None:
            self._amiss(f"{at}.choice", "choice_missing", None, f"{HANG_IN} or {GIVE}")
        elif last != SHORT and choice is not None:
            self._amiss(f"{at}.choice", "choice_not_due", choice, "no choice")
        elif choice == GIVE:
            self._won(self._challenger, GIVING)
        elif choice == HANG_IN:
            self.next_advantage = self._challenger

    def _answers(
        self, at: str, answers: Iterable[GivenRoll], challenger: str, standing: Reading, holder: str | None
    ) -> str | None:
        """Read the answers; how the last of them stands to its challenge."""
        last: str | None = None
        for place, each in enumerate(answers):
            answerer = OTHER[challenger]
            self._held(f"{at}.answers.{place}", each, answerer, holder)
            if last not in (None, HIGHER):
                self._amiss(f"{at}.answers.{place}", "answer_after_end", None, "no answer after the end")
                continue
            self.exchanges += 1
            answer = read_of(each)
            standing = raised(standing, sum(each["challenger_struck"]))
            last = relation(standing, answer)
            if last == HIGHER:
                challenger, standing = answerer, answer
        self._challenger = challenger
        if last == DOUBLED:
            self._won(challenger, DOUBLING)
        elif last in (TIE, SHORT):
            self.status = NEW_ROUND
        return last

    def _won(self, winner: str, how: str) -> None:
        self.status, self.winner, self.how = OVER, winner, how

    def _held(self, at: str, roll: GivenRoll, side: str, holder: str | None) -> None:
        """Whether a roll has the advantage dice that its side holds: a seized one, and the struck names'."""
        held = (side == holder) + roll["struck"] if roll["dice"] else 0
        shown = len(roll["advantage"])
        if shown != held:
            code = "advantage_not_held" if shown > held else "advantage_missing"
            self._amiss(f"{at}.advantage", code, shown, f"{held} advantage dice")

    def _amiss(self, at: str, code: str, given: object, allowed: str) -> None:
        self.faults.append(REPLAY_CODES.fault(at, code, given, allowed))


def replay(*, rounds: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """How the conflict stands: over or not, won by whom and how, who has the next advantage. A-046."""
    found = Replay().read(rounds)
    return {
        "status": found.status,
        "winner": found.winner,
        "how": found.how,
        "next_advantage": found.next_advantage,
        "rounds": found.rounds,
        "exchanges": found.exchanges,
    }


def replay_faults(given: Mapping[str, Any]) -> Iterator[Fault]:
    """What doesn't fit in the rounds, each named once, in their order."""
    yield from Replay().read(given.get("rounds", ())).faults
