"""Stones drawn from a bag without replacement: white ones help, black ones hurt."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.author import Calculator, Dice, Fault, Int, Outcome, Scale

HARM = Scale("Black", "black", unit="black")


@dataclass(frozen=True, kw_only=True)
class Drawn(Outcome, scale=Scale("White", "white", unit="white")):
    white: int
    black: int

    @property
    def verdict(self) -> str:
        return f"{self.white} white, {self.black} black"


def draw(dice: Dice, *, white: int, black: int, stones: int) -> Drawn:
    """Draw as many stones as the player dares."""
    drawn = dice.deal({"white": white, "black": black}, stones, label="Drawn")
    return Drawn(white=drawn["white"], black=drawn["black"])


def too_many(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault for more stones than the bag holds."""
    count = sum(inputs.get(name, 0) for name in ("white", "black"))
    if inputs.get("stones", 0) > count:
        words = f"Draw at most {count} stones."
        yield Fault("stones", "too_many_stones", inputs["stones"], f"at most {count}", words)


BAG = Calculator(
    "recipes.bag",
    "Stones out of a bag",
    "How many are white, and how many black?",
    (
        Int("white", "White stones", 1, 20, start=6),
        Int("black", "Black stones", 0, 20, start=3),
        Int("stones", "Stones drawn", 1, 10, start=3),
    ),
    mechanic=draw,
    scale=Drawn.scale,
    second_scale=HARM,
    cross_check=too_many,
    examples=({"stones": 1},),
    worst_case={"white": 20, "black": 20, "stones": 10},
)
