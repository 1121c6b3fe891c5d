"""Asking the birds, with a house option, and what asking costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.author import Calculator, Dice, Flag, Grade, Int, Measure, Outcome, Scale

SIGN = Scale(
    "Sign",
    "sign",
    (
        Grade("no", "No", "bad", "O-6"),
        Grade("perhaps", "Perhaps", "mixed"),
        Grade("yes", "Yes", "good", "O-7"),
    ),
)
FEATHERS = Int("feathers", "Feathers", 0, 3, start=1, help="What you burn.", rule="O-8")


@dataclass(frozen=True, kw_only=True)
class Sign(Outcome, scale=SIGN):
    """The answer."""

    sign: str


def ask(dice: Dice, *, feathers: int, wild: bool) -> Sign:
    """Roll a d8 and a d6 for each feather; the highest die answers. O-6 to O-8."""
    sizes = [8, *[6] * feathers]
    if wild:
        best = dice.explode(sizes, keep=1, label="The best answers, and the highest face goes on", rule="O-8")
    else:
        best = dice.highest(sizes, label="The best answers", rule="O-8")
    return Sign(sign="yes" if best >= 7 else "perhaps" if best >= 5 else "no")


def cost(*, feathers: int) -> Mapping[str, Any]:
    """Return the coins that are burnt."""
    return {"coins": 3 * feathers}


ASK = Calculator(
    "omens.ask",
    "Ask the birds",
    "Yes or no?",
    (FEATHERS, Flag("wild", "Wild birds: the highest face of a die adds another", house_rule=True)),
    mechanic=ask,
    scale=SIGN,
    rules=("O-6", "O-7", "O-8"),
    examples=({"feathers": 0}, {"feathers": 1, "wild": True}),
    worst_case={"feathers": 3, "wild": True},
)

COST = Calculator(
    "omens.cost",
    "What feathers cost",
    "What does asking cost?",
    (FEATHERS,),
    answer=cost,
    measures=(Measure("coins", "Coins"),),
    rules=("O-8",),
    examples=({"feathers": 0},),
)

CALCULATORS = (ASK, COST)
