"""A sheet: tracks to tap at the table, a roll, and what it costs and marks only if it is pushed."""

from fractions import Fraction
from functools import cache

from rules_py.author import (
    Int,
    Panel,
    Play,
    ProblemGroup,
    ProblemType,
    Reading,
    Section,
    Sheet,
    SheetReport,
    Spend,
    Text,
    Throw,
    Track,
)
from rules_py.systems.recipes.pushing import PUSHING

POINTS = 7
CODES = ProblemGroup(
    "the diver",
    ProblemType("name_missing", "The diver has no name yet."),
    ProblemType("too_dear", f"Swim and Nerve come to more than {POINTS} points."),
)


def judge(sheet: Reading) -> SheetReport:
    """What breaks a rule, and the dive with as many dice as the diver swims well."""
    if sheet["swim"] + sheet["nerve"] > POINTS:
        sheet.problem("swim", "too_dear")
    inputs = {"pool": sheet["swim"], "push": True}
    spends = (Spend("breath", when="pushed"), Spend("hurt", -6, when="harm", clips=True))
    dive = Throw(PUSHING.id, inputs, "Dive", chance_of_success(sheet["swim"]), spends=spends)
    return SheetReport((), {}, (Panel("Throws", ("Throw", "A success"), (("Dive", dive),)),))


@cache  # a page may ask for many divers at once
def chance_of_success(pool: int) -> Fraction:
    """Of so many dice, pushed where they show none."""
    odds = PUSHING.asked({"pool": pool, "push": True}).odds()
    return odds.chance(lambda came: came.successes > 0)


SHEET = Sheet(
    version=1,
    sections=(
        Section(
            "The diver",
            (
                Text("name", "Name", missing="name_missing"),
                Int("swim", "Swim", 1, 6, start=3),
                Int("nerve", "Nerve", 1, 6, start=3),
                Int("breath", "Breath", 0, 6, start=4),
                Int("hurt", "Hurt", 0, 6, start=0),
            ),
        ),
    ),
    judge=judge,
    codes=CODES,
    play=Play(tracks=(Track("breath"), Track("hurt"))),
)
