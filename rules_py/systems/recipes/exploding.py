"""Exploding dice: added, keeping the best, or penetrating."""

from dataclasses import dataclass

from rules_py.author import Calculator, Choice, Dice, Int, Outcome, Scale

WAYS = {"sum": "add all", "best": "keep the best", "penetrating": "penetrating, add all"}


@dataclass(frozen=True, kw_only=True)
class Burst(Outcome, scale=Scale("Total", "total")):
    total: int


def explode(dice: Dice, *, count: int, way: str) -> Burst:
    """Roll dice that add another die on a 6. With penetrating dice, each added die counts one less."""
    keep = 1 if way == "best" else None
    total = dice.explode(count, 6, keep=keep, penetrating=way == "penetrating", label=f"{count}d6, exploding")
    return Burst(total=total)


EXPLODING = Calculator(
    "recipes.exploding",
    "Exploding dice",
    "What is the total?",
    (Int("count", "Dice", 1, 10, start=3), Choice("way", "Count", WAYS, start="sum")),
    mechanic=explode,
    scale=Burst.scale,
    examples=({"count": 2, "way": "best"}, {"count": 1, "way": "penetrating"}),
    worst_case={"count": 10, "way": "penetrating"},
)
