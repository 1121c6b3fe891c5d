"""A trait die and a wild die, both exploding: keep the better; 4 or more above the target is a raise."""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, Grade, Int, NumberChoice, Outcome, Scale

TRAIT = Scale(
    "Result",
    "result",
    (
        Grade("failure", "Failure", "bad"),
        Grade("success", "Success", "good"),
        Grade("raise", "Raise", "best"),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Trait(Outcome, scale=TRAIT):
    result: str


def trait(dice: Dice, *, trait: int, target: int) -> Trait:
    """Return the better of the trait die and a wild d6."""
    best = dice.explode([trait, 6], keep=1, label="The trait die and the wild die")
    return Trait(result="raise" if best >= target + 4 else "success" if best >= target else "failure")


WILD = Calculator(
    "recipes.wild",
    "Trait and wild die",
    "Does the trait reach the target?",
    (
        NumberChoice("trait", "Trait die", {sides: f"d{sides}" for sides in (4, 6, 8, 10, 12)}, start=8),
        Int("target", "Target", 2, 20, start=4),
    ),
    mechanic=trait,
    scale=TRAIT,
    examples=({"trait": 4, "target": 4},),
    worst_case={"trait": 12, "target": 20},
)
