"""A doom pool is thrown whole each round, and the dice that show a 6 leave it: how long does it last?"""

from dataclasses import dataclass

from rules_py.calculator import Calculator
from rules_py.dice.chain import Done
from rules_py.dice.dice import Dice
from rules_py.dice.process import Process
from rules_py.inputs import Int
from rules_py.measure import mean
from rules_py.outcome import Outcome
from rules_py.scale import Scale

LONGEST = 20


@dataclass(frozen=True, kw_only=True)
class Spent(Outcome, scale=Scale("Rounds of doom", "rounds")):
    rounds: int


def loom(dice: Dice, state: tuple[int, int]) -> tuple[int, int] | Done[int]:
    """A round: it matters only how many dice are left. The twentieth is the last."""
    doom, rounds = state
    doom -= dice.tally(doom, 6, {6: "gone"}.get, label=f"{doom}d6 of doom: each 6 leaves")["gone"]
    return Done(rounds + 1) if not doom or rounds + 1 == LONGEST else (doom, rounds + 1)


LOOMS: Process[tuple[int, int], int] = Process(loom)


def hang_on(dice: Dice, *, doom: int) -> Spent:
    return Spent(rounds=LOOMS.play(dice, (doom, 0)))


DOOM = Calculator(
    "recipes.doom",
    "A doom pool",
    "How many rounds until its last die is gone?",
    (Int("doom", "Dice of doom", 1, 10, start=4),),
    mechanic=hang_on,
    scale=Spent.scale,
    measures=(mean("mean", "Mean", lambda outcome: outcome.rounds),),
    examples=({"doom": 1},),
    largest={"doom": 10},
)
