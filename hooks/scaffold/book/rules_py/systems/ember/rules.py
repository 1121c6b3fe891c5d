"""The rules of the game, each a function that asks for its dice."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.author import Dice, Grade, Outcome, Scale

FIRE = Scale(
    "Fire",
    "fire",
    (
        Grade("smoke", "Smoke", "bad", "E-2"),
        Grade("embers", "Embers", "mixed", "E-3"),
        Grade("blaze", "Blaze", "good", "E-4"),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Fire(Outcome, scale=FIRE):
    """The highest die, and how the fire burns."""

    best: int
    fire: str


def kindle(dice: Dice, *, wood: int) -> Fire:
    """Roll a d6 for each piece of wood; the highest says how it burns. E-1 to E-4."""
    best = dice.highest(wood, 6, label=f"{wood} pieces of wood: the highest counts", rule="E-1")
    fire = "blaze" if best == 6 else "embers" if best >= 4 else "smoke"
    return Fire(best=best, fire=fire)
