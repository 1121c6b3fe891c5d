"""A sheet: tracks to tap, and a roll that costs breath and marks harm only if it is pushed."""

from fractions import Fraction
from functools import cache

from rules_py.author import (
    Cost,
    Int,
    Panel,
    ParsedSheet,
    Play,
    PlayField,
    ProblemGroup,
    ProblemType,
    RollButton,
    Section,
    Sheet,
    SheetReport,
    Text,
)
from rules_py.systems.recipes.pushing import PUSHING

POINTS = 7
CODES = ProblemGroup(
    "the diver",
    ProblemType("name_missing", "Enter a name."),
    ProblemType("too_dear", f"Swim and Nerve can be {POINTS} points at most."),
)


def evaluate(sheet: ParsedSheet) -> SheetReport:
    """Report problems, and return the dive with the diver's Swim as its pool."""
    if sheet["swim"] + sheet["nerve"] > POINTS:
        sheet.add_problem("swim", "too_dear")
    inputs = {"pool": sheet["swim"], "push": True}
    costs = (Cost("breath", when="pushed"), Cost("hurt", -6, when="harm", clips=True))
    dive = RollButton(PUSHING.id, inputs, "Dive", chance_of_success(sheet["swim"]), costs=costs)
    return SheetReport((), {}, (Panel("Rolls", ("Roll", "Chance of a success"), (("Dive", dive),)),))


@cache  # a page may request it for many divers at once
def chance_of_success(pool: int) -> Fraction:
    """Return the chance of a success with this many dice, pushed if they show none."""
    odds = PUSHING.bind({"pool": pool, "push": True}).odds()
    return odds.chance(lambda outcome: outcome.successes > 0)


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
    evaluate=evaluate,
    codes=CODES,
    play=Play(fields=(PlayField("breath"), PlayField("hurt"))),
)
