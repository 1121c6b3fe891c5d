"""A d20, with or without advantage, against a target."""

from dataclasses import dataclass

from rules_py.author import Calculator, Choice, Dice, Grade, Int, Outcome, Scale

CHECK = Scale("Result", "result", (Grade("failure", "Failure", "bad"), Grade("success", "Success", "good")))
WAYS = {"plain": "plain", "advantage": "with advantage", "disadvantage": "with disadvantage"}


@dataclass(frozen=True, kw_only=True)
class Check(Outcome, scale=CHECK):
    result: str


def check(dice: Dice, *, way: str, bonus: int, target: int) -> Check:
    """Roll 2d20 with advantage or disadvantage and keep one; otherwise roll 1d20."""
    keep = {"plain": dice.highest, "advantage": dice.highest, "disadvantage": dice.lowest}[way]
    face = keep(1 if way == "plain" else 2, 20, label=f"d20 {WAYS[way]}")
    return Check(result="success" if face + bonus >= target else "failure")


ADVANTAGE = Calculator(
    "recipes.advantage",
    "Advantage",
    "Does the roll reach the target?",
    (
        Choice("way", "Roll", WAYS, start="advantage"),
        Int("bonus", "Bonus", -5, 15, start=3),
        Int("target", "Target", 2, 30, start=15),
    ),
    mechanic=check,
    scale=CHECK,
    examples=({"way": "disadvantage"}, {"way": "plain"}),
    worst_case={"way": "advantage"},
)
