"""The grade of two dice, for one roll and for all hundred.

`need` is the lowest sufficient face of a die: its target less its score and modifiers, by the table’s house
rules.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.dice import Dice
from rules_py.dice.roll_steps import CRITICAL, MADE, MISSED
from rules_py.systems.dichotomy.house import BOOK, House

FACES = 10
BEST_FACE = 10
PAIRS = FACES**2

RESULT = Scale(
    "Result",
    "grade",
    (
        Grade("failure", "Failure", "worst", "D-016"),
        Grade("partial", "Partial success", "mixed", "D-014"),
        Grade("total", "Total success", "good", "D-013"),
        Grade("critical", "Critical success", "best", "D-017"),
    ),
)
BY_SUCCESSES = ("failure", "partial", "total")


def grade_of(face_a: int, face_b: int, need_a: int, need_b: int, house: House = BOOK) -> str:
    """Return the grade of a pair of faces. By the book, two tens are critical whatever their targets.
    R-02.
    """
    successes = (face_a >= need_a) + (face_b >= need_b)
    if face_a == face_b == BEST_FACE and (successes == 2 or not house.tens_need_targets):
        return "critical"
    return BY_SUCCESSES[successes]


class Die(NamedTuple):
    """A die to be rolled: the score and modifier added to it, and its target. It labels its own roll step."""

    value: int
    tn: int
    mod: int = 0
    name: str = ""
    house: House = BOOK

    @property
    def need(self) -> int:
        return self.tn - self.value - self.mod + self.house.beat_targets

    def total(self, face: int) -> int:
        return face + self.value + self.mod

    @property
    def addend_text(self) -> str:
        """The text of what is added to its face, for example ` + 5 − 1`."""
        modifier = f" {'+' if self.mod > 0 else '−'} {abs(self.mod)}" if self.mod else ""
        return f" + {self.value}{modifier}"

    @property
    def before(self) -> str:
        """The purpose of the die before it is rolled."""
        return f"{self.name}: the die{self.addend_text} against {self.tn}"

    def __call__(self, face: int) -> str:
        """Return the die beside its target, once its face is known."""
        status = "made" if face >= self.need else "missed"
        return f"{self.name}: {face}{self.addend_text} = {self.total(face)} against {self.tn}, {status}"


class PairRoll(NamedTuple):
    """Two dice read against their targets."""

    faces: tuple[int, int]
    total_a: int
    total_b: int
    made_a: bool
    made_b: bool
    grade: str


def read_pair(dice: Dice, a: Die, b: Die, faces: tuple[int, int] | None = None) -> PairRoll:
    """Roll two ten-sided dice, each against its own target, or read a pair that is already rolled (`faces`).

    D-009 to D-017.
    """
    if faces is None:
        pair = [dice.roll(1, FACES, label=each, rule="D-012") for each in (a, b)]
        faces = (pair[0].sum, pair[1].sum)
    else:
        pair = []
    (face_a, face_b), need_a, need_b = faces, a.need, b.need
    grade = grade_of(face_a, face_b, need_a, need_b, a.house)
    for die, face, need in zip(pair, faces, (need_a, need_b), strict=False):
        die.set_status(CRITICAL if grade == "critical" else MADE if face >= need else MISSED)
    read = RESULT.grade(grade)
    dice.note(read.label, read.rule)
    return PairRoll(faces, a.total(face_a), b.total(face_b), face_a >= need_a, face_b >= need_b, grade)


def ways(need: int) -> int:
    """Return the number of faces out of ten that reach the need."""
    return min(max(FACES + 1 - need, 0), FACES)


def chance(need: int) -> Fraction:
    """Return the chance that one die reaches the need."""
    return Fraction(ways(need), FACES)


@cache
def grade_ways(need_a: int, need_b: int, tens_need_targets: bool = False) -> dict[str, int]:
    """Return the number of the hundred pairs for each grade; two tens don't count for the grade they would
    otherwise have. R-02.
    """
    a, b = ways(need_a), ways(need_b)
    pairs = {
        "failure": (FACES - a) * (FACES - b),
        "partial": a * (FACES - b) + b * (FACES - a),
        "total": a * b,
        "critical": 0,
    }
    tens = (a > 0) + (b > 0)
    if tens == 2 or not tens_need_targets:
        pairs["critical"] = 1
        pairs[BY_SUCCESSES[tens]] -= 1
    return pairs


def grades(
    need_a: int, need_b: int, house: House = BOOK, *, ability_helps: bool = False
) -> dict[str, Fraction]:
    """Return the chance of each grade, impossible ones included. A fitting ability raises each but total."""
    weights = grade_ways(need_a, need_b, house.tens_need_targets)
    failure, partial, total, critical = (Fraction(each, PAIRS) for each in weights.values())
    if ability_helps:
        failure, partial, total = Fraction(), failure, partial + total
    return {"failure": failure, "partial": partial, "total": total, "critical": critical}
