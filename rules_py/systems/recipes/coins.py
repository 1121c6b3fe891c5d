"""Coins, or any dice with words: count those that show a word."""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, Int, Outcome, Scale

WORDS = {1: "tails", 2: "heads"}


@dataclass(frozen=True, kw_only=True)
class Tossed(Outcome, scale=Scale("Heads", "heads", unit="heads")):
    heads: int


def toss(dice: Dice, *, coins: int) -> Tossed:
    """Toss coins, as dice with two sides."""
    return Tossed(heads=dice.tally(coins, 2, WORDS.get, label="Coins")["heads"])


COINS = Calculator(
    "recipes.coins",
    "Coins",
    "How many show heads?",
    (Int("coins", "Coins", 1, 20, start=5),),
    mechanic=toss,
    scale=Tossed.scale,
    examples=({"coins": 2},),
    worst_case={"coins": 20},
)
