"""What each legal move of a conflict is worth from here: the exact chances, for a table to tell.

A `Scene` is a conflict of two sides as far as its chances depend on it; each of its methods says what a
moment or a move leads to, and changes nothing. The chances of a conflict of more sides hold as far as the
exchange at hand: what comes after is for the players to settle.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from rules_py.systems.action_consequence.outlook import Conflict, Outlook, conflict
from rules_py.systems.action_consequence.readings import ADVANTAGE, HIGHER, Reading, raised, relation
from rules_py.systems.action_consequence.rolls import cast_challenger
from rules_py.systems.action_consequence.round_results import GIVING, Limits, Win, round_end
from rules_py.systems.action_consequence.sweep import NO_ADVANTAGE, OTHER, A, Advantages, B


@dataclass(frozen=True)
class Chances:
    """What awaits one side of two: to win, to be doubled, to give. They sum to 1."""

    wins: Fraction
    doubled: Fraction
    gives: Fraction

    @classmethod
    def of(cls, outlook: Outlook, side: str) -> Chances:
        """The chances of a side (`a` or `b`)."""
        return cls(outlook.wins(side), outlook.doubled(side), outlook.gives(side))


@dataclass(frozen=True)
class Scene:
    """Two sides in conflict.

    dice_a, dice_b    what each throws, for the rest of the conflict
    limits            at which short answer each gives; without one a side is taken to hang in always
    short_a, short_b  how often each has hung in
    advantages        the d6s that each adds to every roll of the present round
    """

    dice_a: tuple[int, ...]
    dice_b: tuple[int, ...]
    limits: Limits = Limits()
    short_a: int = 0
    short_b: int = 0
    advantages: Advantages = NO_ADVANTAGE

    @property
    def _solved(self) -> Conflict:
        return conflict(self.dice_a, self.dice_b, self.limits)

    def casting(self) -> Outlook:
        """Before the cast of the present round."""
        return self._solved.casting(self.advantages, self.short_a, self.short_b)

    def cast(self, a: Reading, b: Reading) -> Outlook:
        """After a cast: the higher roll stands; of a full tie, before it is thrown again. R-1."""
        challenger = cast_challenger(a, b)
        return self.standing(challenger, max(a, b)) if challenger in OTHER else self.casting()

    def standing(self, challenger: str, standing: Reading) -> Outlook:
        """While a roll of the challenger stands and is to be answered."""
        return self._solved.standing(challenger, standing, self.advantages, self.short_a, self.short_b)

    def answered(self, challenger: str, standing: Reading, answer: Reading) -> Outlook:
        """After an answer. Where it is short, its side does what its limit says."""
        result = relation(standing, answer)
        if result == HIGHER:
            return self.standing(OTHER[challenger], answer)
        return self._solved.after_round(round_end(result, challenger), self.short_a, self.short_b)

    def hung_in(self, side: str) -> Outlook:
        """Once a side has hung in on a short answer: the other goes into a new round with the advantage."""
        return self._solved.hung_in(side, self.short_a, self.short_b)

    def short_choice(self, side: str) -> dict[str, Chances]:
        """What a side that answered short may do: `give` and `hang_in`. A-037."""
        given = Outlook.won(Win(OTHER[side], GIVING))
        return {"give": Chances.of(given, side), "hang_in": Chances.of(self.hung_in(side), side)}

    def struck(self, side: str) -> Scene:
        """The same once a side has struck a name: its die stays to the end of the round. R-23."""
        on_a, on_b = self.advantages
        return replace(self, advantages=(on_a + (side == A), on_b + (side == B)))

    def cast_choice(self, a: Reading, b: Reading, side: str) -> dict[str, Chances]:
        """What a side may do after a cast: `leave` it, or `strike` a name. A-074, R-36."""
        reads = {A: a, B: b}
        after = self.struck(side)
        ways = [after.cast(*(reads | {side: raised(reads[side], face)}).values()) for face in _FACES]
        return {"leave": Chances.of(self.cast(a, b), side), "strike": Chances.of(Outlook.mean(ways), side)}

    def answer_choice(
        self, challenger: str, standing: Reading, answer: Reading, side: str
    ) -> dict[str, Chances]:
        """What a side may do after an answer: `leave` it, or `strike` a name. A-074, R-36."""
        after = self.struck(side)
        ways = [
            after.answered(challenger, raised(standing, face), answer)
            if side == challenger
            else after.answered(challenger, standing, raised(answer, face))
            for face in _FACES
        ]
        return {
            "leave": Chances.of(self.answered(challenger, standing, answer), side),
            "strike": Chances.of(Outlook.mean(ways), side),
        }


_FACES = range(1, ADVANTAGE + 1)
