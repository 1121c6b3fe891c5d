"""A hand dealt from a deck of cards, of which none comes twice: how many are of one suit?"""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, Int, Outcome, Scale

DECK = {f"{rank}{suit}": 1 for suit in "♠♥♦♣" for rank in ("A", *range(2, 11), "J", "Q", "K")}


@dataclass(frozen=True, kw_only=True)
class Hand(Outcome, scale=Scale("Of one suit", "most", unit="of one suit")):
    most: int


def hand(dice: Dice, *, cards: int) -> Hand:
    """Deal cards of which only the suit matters."""
    suits = dice.deal(DECK, cards, lambda card: card[-1], label="Dealt")
    return Hand(most=max(suits.values()))


CARDS = Calculator(
    "recipes.cards",
    "A hand of cards",
    "How many of them are of one suit?",
    (Int("cards", "Cards", 1, 13, start=5),),
    mechanic=hand,
    scale=Hand.scale,
    examples=({"cards": 2},),
    worst_case={"cards": 13},
)
