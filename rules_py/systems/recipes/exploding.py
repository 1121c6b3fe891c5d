"""Dice that explode: added up, the better of two, or penetrating."""

from dataclasses import dataclass

from rules_py.author import Calculator, Choice, Dice, Int, Outcome, Scale

WAYS = {"sum": "added up", "best": "the best counts", "penetrating": "penetrating, added up"}


@dataclass(frozen=True, kw_only=True)
class Burst(Outcome, scale=Scale("Total", "total")):
    total: int


def explode(dice: Dice, *, count: int, way: str) -> Burst:
    """Roll dice that add another on a 6; penetrating dice count the added one one less."""
    keep = 1 if way == "best" else None
    total = dice.explode(
        count, 6, keep=keep, penetrating=way == "penetrating", label=f"{count}d6 that explode"
    )
    return Burst(total=total)


EXPLODING = Calculator(
    "recipes.exploding",
    "Dice that explode",
    "How high do they get?",
    (Int("count", "Dice", 1, 10, start=3), Choice("way", "Way", WAYS, start="sum")),
    mechanic=explode,
    scale=Burst.scale,
    examples=({"count": 2, "way": "best"}, {"count": 1, "way": "penetrating"}),
    worst_case={"count": 10, "way": "penetrating"},
)
