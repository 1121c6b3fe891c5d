"""Dice with symbols: hope gives successes, fear cancels them, and both can bring harm."""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, Int, Outcome, Scale

# The successes and harm of each face.
HOPE = ((0, 0), (1, 0), (1, 0), (1, 1), (2, 0), (2, 1))
FEAR = ((0, 0), (0, 1), (-1, 0), (-1, 0), (-1, 1), (0, 2))
HARM = Scale("Harm", "harm")


@dataclass(frozen=True, kw_only=True)
class Fate(Outcome, scale=Scale("Successes", "successes")):
    successes: int
    harm: int

    @property
    def verdict(self) -> str:
        return f"Successes {self.successes}, harm {self.harm}"


def fate(dice: Dice, *, hope: int, fear: int) -> Fate:
    """Roll all dice at once; successes are the surplus of hope."""
    successes, harm = dice.symbols([HOPE] * hope + [FEAR] * fear, label="Hope and fear")
    return Fate(successes=max(0, successes), harm=harm)


SYMBOLS = Calculator(
    "recipes.symbols",
    "Hope and fear",
    "How many successes, and how much harm?",
    (Int("hope", "Hope dice", 1, 6, start=3), Int("fear", "Fear dice", 0, 6, start=2)),
    mechanic=fate,
    scale=Fate.scale,
    second_scale=HARM,
    examples=({"hope": 1, "fear": 0},),
    worst_case={"hope": 6, "fear": 6},
)
