"""A small game's declarations, for tests."""

from dataclasses import dataclass

from rules_py.calculators.calculator import Calculator
from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.dice import Dice
from rules_py.inputs import Flag, Int

LIGHT = Scale(
    "Light", "light", (Grade("dark", "Dark", "bad"), Grade("dim", "Dim"), Grade("bright", "Bright", "good"))
)


@dataclass(frozen=True, kw_only=True)
class Light(Outcome, scale=LIGHT):
    light: str
    best: int


def shine(dice: Dice, *, wick: int, house: bool) -> Light:
    best = dice.highest(wick + house, 6)
    return Light(light="bright" if best == 6 else "dim" if best >= 4 else "dark", best=best)


WICK = Int("wick", "Wick", 1, 5, start=2)


HOUSE = Flag("house", "a die more", house_rule=True)


def calculator(**changes) -> Calculator:
    arguments = {"inputs": (WICK, HOUSE), "mechanic": shine, "scale": LIGHT} | changes
    return Calculator("lantern.shine", "Raise the lantern", "How far?", **arguments)
