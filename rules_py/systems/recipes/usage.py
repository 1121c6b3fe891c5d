"""A usage die: on a 1 or 2 it shrinks by one size, and after the d4 the item is used up."""

from dataclasses import dataclass
from fractions import Fraction

from rules_py.author import Calculator, Dice, Done, NumberChoice, Outcome, Process, Scale, mean

SIZES = (4, 6, 8, 10, 12)
MOST = 60


def say(uses: int) -> str:
    return f"{MOST} or more" if uses == MOST else str(uses)


@dataclass(frozen=True, kw_only=True)
class Used(Outcome, scale=Scale("Uses", "uses", say=say)):
    """The number of uses. After sixty uses, only the remaining die is recorded."""

    uses: int
    left: int

    @property
    def expected(self) -> Fraction:
        """The mean number of uses: a die lasts half as many uses as it has sides, on average."""
        return sum((Fraction(size, 2) for size in SIZES if size <= self.left), Fraction(self.uses))


def use(dice: Dice, state: tuple[int, int]) -> tuple[int, int] | Done[Used]:
    """Roll the usage die once."""
    size, uses = state
    if dice.d(size, label=f"d{size}, smaller on 1 or 2") <= 2:
        size = SIZES[SIZES.index(size) - 1] if size > SIZES[0] else 0
    uses += 1
    return Done(Used(uses=uses, left=size)) if not size or uses == MOST else (size, uses)


USES: Process[tuple[int, int], Used] = Process(use)


def wear(dice: Dice, *, die: int) -> Used:
    return USES.play(dice, (die, 0))


USAGE = Calculator(
    "recipes.usage",
    "A usage die",
    "How many uses does the item have?",
    (NumberChoice("die", "Die", {size: f"d{size}" for size in SIZES}, start=8),),
    mechanic=wear,
    scale=Used.scale,
    measures=(mean("mean", "Mean uses", lambda outcome: outcome.expected),),
    examples=({"die": 4},),
    worst_case={"die": 12},
)
