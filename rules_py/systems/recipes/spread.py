"""Cards in order: past, present and future, and what their suits say together."""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, Grade, NumberChoice, Outcome, Scale

SUITS = ("Cups", "Coins", "Swords", "Staves")
STARS = {f"Star {number}": 1 for number in range(1, 5)}
READING = Scale(
    "Reading",
    "reading",
    (
        Grade("stuck", "Nothing changes", "bad"),
        Grade("new", "Something new begins"),
        Grade("circle", "It comes full circle", "good"),
        Grade("fate", "Fate decides", "best"),
    ),
    ordered=False,
)


@dataclass(frozen=True, kw_only=True)
class Spread(Outcome, scale=READING):
    reading: str


def suit(card: str) -> str:
    return card.partition(" ")[0]


def read_cards(past: str, present: str, future: str) -> str:
    """Return the reading: the future decides, compared with the cards before it."""
    if future == "Star":
        return "fate"
    if future == present:
        return "stuck"
    return "circle" if future == past else "new"


def lay(dice: Dice, *, ranks: int) -> Spread:
    """Deal three cards in order, of four suits and four stars."""
    deck = {f"{suit} {rank}": 1 for suit in SUITS for rank in range(1, ranks + 1)} | STARS
    cards = dice.deal_in_order(deck, 3, suit, label="Past, present, future")
    return Spread(reading=read_cards(*cards))


SPREAD = Calculator(
    "recipes.spread",
    "Past, present, future",
    "What do three cards in order say?",
    (NumberChoice("ranks", "Deck", {5: "24 cards", 10: "44 cards"}, start=10),),
    mechanic=lay,
    scale=READING,
    examples=({"ranks": 5},),
    worst_case={"ranks": 10},
)
