"""A doom pool: roll it each round and remove every 6. How long does it last?"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from rules_py.author import Calculator, Dice, Done, Int, Outcome, Process, Scale, mean

LONGEST = 20


def say(rounds: int) -> str:
    return f"{LONGEST} or more" if rounds == LONGEST else str(rounds)


@dataclass(frozen=True, kw_only=True)
class Spent(Outcome, scale=Scale("Rounds of doom", "rounds", say=say)):
    """The number of rounds. After twenty rounds, only the remaining dice are recorded."""

    rounds: int
    left: int

    @property
    def expected(self) -> Fraction:
        """The mean number of rounds."""
        return self.rounds + further(self.left)


def round_of(dice: Dice, doom: int) -> int:
    """Return the number of dice left after a round."""
    return doom - dice.tally(doom, 6, {6: "gone"}.get, label=f"{doom}d6 of doom: each 6 leaves")["gone"]


def loom(dice: Dice, state: tuple[int, int]) -> tuple[int, int] | Done[Spent]:
    """Play a round and count it."""
    doom, rounds = round_of(dice, state[0]), state[1] + 1
    return Done(Spent(rounds=rounds, left=doom)) if not doom or rounds == LONGEST else (doom, rounds)


LOOMS: Process[tuple[int, int], Spent] = Process(loom)
UNCOUNTED: Process[int, None] = Process(lambda dice, doom: round_of(dice, doom) or Done(None))


@cache
def further(doom: int) -> Fraction:
    """Return the mean number of rounds that this number of dice lasts."""
    return (UNCOUNTED.solve(doom).steps or Fraction()) if doom else Fraction()


def hang_on(dice: Dice, *, doom: int) -> Spent:
    return LOOMS.play(dice, (doom, 0))


DOOM = Calculator(
    "recipes.doom",
    "A doom pool",
    "How many rounds does the pool last?",
    (Int("doom", "Doom dice", 1, 10, start=4),),
    mechanic=hang_on,
    scale=Spent.scale,
    measures=(mean("mean", "Mean", lambda outcome: outcome.expected),),
    examples=({"doom": 1},),
    worst_case={"doom": 10},
)
