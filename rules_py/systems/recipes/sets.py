"""Matching dice: of all sets of equal faces the widest counts, and of equally wide ones the highest."""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, Int, Outcome, Scale

HEIGHT = Scale("Height", "height")


@dataclass(frozen=True, kw_only=True)
class Matched(Outcome, scale=Scale("Width", "width")):
    width: int
    height: int

    @property
    def verdict(self) -> str:
        return f"{self.width} × {self.height}" if self.width > 1 else "No set"


def widest_set(faces: tuple[int, ...]) -> tuple[int, int]:
    """Return the width and height of the best set: how many dice show the same face, and which one."""
    return max((faces.count(face), face) for face in faces)


def match(dice: Dice, *, pool: int) -> Matched:
    """Roll a pool of d10 once, and read both results from it."""
    width, height = dice.roll(pool, 10, label="Matching dice").read(widest_set)
    return Matched(width=width, height=height)


SETS = Calculator(
    "recipes.sets",
    "Matching dice",
    "How many dice match, and what do they show?",
    (Int("pool", "Dice", 2, 8, start=5),),
    mechanic=match,
    scale=Matched.scale,
    second_scale=HEIGHT,
    examples=({"pool": 2},),
    worst_case={"pool": 8},
)
