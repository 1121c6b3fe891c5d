"""A hand dealt from a deck without replacement: how many cards share a suit?"""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, Int, Outcome, Scale

DECK = {f"{rank}{suit}": 1 for suit in "♠♥♦♣" for rank in ("A", *range(2, 11), "J", "Q", "K")}


@dataclass(frozen=True, kw_only=True)
class Hand(Outcome, scale=Scale("Of one suit", "most", unit="of one suit")):
    most: int


def hand(dice: Dice, *, cards: int) -> Hand:
    """Deal cards and count the most common suit."""
    suits = dice.deal(DECK, cards, lambda card: card[-1], label="Dealt")
    return Hand(most=max(suits.values()))


CARDS = Calculator(
    "recipes.cards",
    "A hand of cards",
    "How many cards share a suit?",
    (Int("cards", "Cards", 1, 13, start=5),),
    mechanic=hand,
    scale=Hand.scale,
    examples=({"cards": 2},),
    worst_case={"cards": 13},
)
