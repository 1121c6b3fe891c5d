"""A usage die: on a 1 or 2 it is replaced by the next smaller one, and after the d4 the thing is used up."""

from dataclasses import dataclass

from rules_py.calculator import Calculator
from rules_py.dice.chain import Done
from rules_py.dice.dice import Dice
from rules_py.dice.process import Process
from rules_py.inputs import NumberChoice
from rules_py.measure import mean
from rules_py.outcome import Outcome
from rules_py.scale import Scale

SIZES = (4, 6, 8, 10, 12)
MOST = 60


@dataclass(frozen=True, kw_only=True)
class Used(Outcome, scale=Scale("Uses", "uses")):
    uses: int


def use(dice: Dice, state: tuple[int, int]) -> tuple[int, int] | Done[int]:
    """One use. Of those that hold for very long only the first sixty uses are told apart."""
    size, uses = state
    if dice.d(size, label=f"d{size}, smaller on 1 or 2") <= 2:
        size = SIZES[SIZES.index(size) - 1] if size > SIZES[0] else 0
    return Done(uses + 1) if not size or uses + 1 == MOST else (size, uses + 1)


USES: Process[tuple[int, int], int] = Process(use)


def wear(dice: Dice, *, die: int) -> Used:
    return Used(uses=USES.play(dice, (die, 0)))


USAGE = Calculator(
    "recipes.usage",
    "A usage die",
    "How often can the thing be used?",
    (NumberChoice("die", "Die", {size: f"d{size}" for size in SIZES}, start=8),),
    mechanic=wear,
    scale=Used.scale,
    measures=(mean("mean", "Mean uses", lambda outcome: outcome.uses),),
    examples=({"die": 4},),
    largest={"die": 12},
)
