"""The exact odds after each move of a conflict of two sides, for the encounter tracker."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from rules_py.systems.action_consequence.outlook import Outlook, SolvedConflict, solve_conflict
from rules_py.systems.action_consequence.readings import ADVANTAGE, HIGHER, Reading, add_advantage, compare
from rules_py.systems.action_consequence.rolls import cast_challenger
from rules_py.systems.action_consequence.round_results import GIVING, Limits, Win, round_end
from rules_py.systems.action_consequence.sweep import NO_ADVANTAGE, OTHER, A, Advantages, B, Dice

FACES = range(1, ADVANTAGE + 1)
"""The faces of the die of a struck name."""


@dataclass(frozen=True)
class Chances:
    """The chances of one of two sides to win, to be doubled, and to give. They sum to 1."""

    wins: Fraction
    doubled: Fraction
    gives: Fraction

    @classmethod
    def of(cls, outlook: Outlook, side: str) -> Chances:
        """Return the chances of a side (`a` or `b`)."""
        return cls(outlook.wins(side), outlook.doubled_chance(side), outlook.gives(side))


@dataclass(frozen=True)
class TwoSides:
    """The parts of a conflict of two sides that affect its odds. No method changes it.

    dice_a, dice_b    the dice of each side, for the rest of the conflict
    limits            the short answer at which each side gives
    short_a, short_b  how often each side has hung in
    advantages        the advantage dice that each side adds to its rolls in this round
    """

    dice_a: Dice
    dice_b: Dice
    limits: Limits = Limits()
    short_a: int = 0
    short_b: int = 0
    advantages: Advantages = NO_ADVANTAGE

    @property
    def _solution(self) -> SolvedConflict:
        return solve_conflict(self.dice_a, self.dice_b, self.limits)

    def before_cast(self) -> Outlook:
        """Return the outlook before the cast of this round."""
        return self._solution.before_cast(self.advantages, self.short_a, self.short_b)

    def after_cast(self, a: Reading, b: Reading) -> Outlook:
        """Return the outlook after a cast. A full tie is rolled again. R-1."""
        challenger = cast_challenger(a, b)
        return self.before_answer(challenger, max(a, b)) if challenger in OTHER else self.before_cast()

    def before_answer(self, challenger: str, standing: Reading) -> Outlook:
        """Return the outlook while a standing roll of the challenger is to be answered."""
        return self._solution.before_answer(challenger, standing, self.advantages, self.short_a, self.short_b)

    def after_answer(self, challenger: str, standing: Reading, answer: Reading) -> Outlook:
        """Return the outlook after an answer. A side that answers short follows its limit."""
        relation = compare(standing, answer)
        if relation == HIGHER:
            return self.before_answer(OTHER[challenger], answer)
        return self._solution.after_round(round_end(relation, challenger), self.short_a, self.short_b)

    def after_hanging_in(self, side: str) -> Outlook:
        """Return the outlook after a side hangs in: the other has the advantage of the next round."""
        return self._solution.after_hanging_in(side, self.short_a, self.short_b)

    def after_strike(self, side: str) -> TwoSides:
        """Return the conflict after a side strikes a name, whose die remains until the end of the round.
        R-23.
        """
        on_a, on_b = self.advantages
        return replace(self, advantages=(on_a + (side == A), on_b + (side == B)))

    def short_choice(self, side: str) -> dict[str, Chances]:
        """Return the chances of a side that answered short if it chooses `give` or `hang_in`. A-037."""
        give = Outlook.after_win(Win(OTHER[side], GIVING))
        return {"give": Chances.of(give, side), "hang_in": Chances.of(self.after_hanging_in(side), side)}

    def cast_choice(self, a: Reading, b: Reading, side: str) -> dict[str, Chances]:
        """Return the chances after a cast if a side chooses to `leave` it or `strike` a name. A-074, R-36."""
        after = self.after_strike(side)
        struck = [
            after.after_cast(add_advantage(a, face), b)
            if side == A
            else after.after_cast(a, add_advantage(b, face))
            for face in FACES
        ]
        return _strike_choice(self.after_cast(a, b), struck, side)

    def answer_choice(
        self, challenger: str, standing: Reading, answer: Reading, side: str
    ) -> dict[str, Chances]:
        """Return the chances after an answer, as `cast_choice` does after a cast. A-074, R-36."""
        after = self.after_strike(side)
        struck = [
            after.after_answer(challenger, add_advantage(standing, face), answer)
            if side == challenger
            else after.after_answer(challenger, standing, add_advantage(answer, face))
            for face in FACES
        ]
        return _strike_choice(self.after_answer(challenger, standing, answer), struck, side)


def _strike_choice(leave: Outlook, struck: list[Outlook], side: str) -> dict[str, Chances]:
    return {"leave": Chances.of(leave, side), "strike": Chances.of(Outlook.mean(struck), side)}
