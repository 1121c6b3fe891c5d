"""A game for the tests, with features of sheets and lists that no book uses yet.

It has a roll that prompts for the slope and costs Breath, one that costs it only if it fails, one that marks
Blisters and clips, a note beside a field, a template, entries that roll, and entries that roll with inputs
above the list.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from rules_py.author import (
    Calculator,
    Choice,
    Column,
    Cost,
    Dice,
    Game,
    Grade,
    Int,
    Keyed,
    Outcome,
    Panel,
    ParsedSheet,
    ReferenceList,
    RollButton,
    RollOption,
    Scale,
    Section,
    Sheet,
    SheetReport,
    Template,
    Text,
)

CLIMB_SCALE = Scale("Climb", "reached", (Grade("slip", "You slip", "bad"), Grade("top", "The top", "good")))
SLOPES = {"hill": "A hill", "cliff": "A cliff", "moon": "The moon"}
NEEDS = {"hill": 1, "cliff": 4, "moon": 99}


@dataclass(frozen=True, kw_only=True)
class Climbed(Outcome, scale=CLIMB_SCALE):
    """The result of a climb: the place reached, and whether the climber is out of breath."""

    reached: str
    winded: bool
    blisters: int


def climb(dice: Dice, *, legs: int, slope: str) -> Climbed:
    """Roll a die and add the legs against the slope: a hill always succeeds, the moon never."""
    up = dice.d(6) + legs > NEEDS[slope]
    return Climbed(reached="top" if up else "slip", winded=not up, blisters=-1 if up else 2)


LEGS = Int("legs", "Legs", 0, 3, start=1)
BLISTERS = Int("blisters", "Blisters", 0, 3, start=0)
SLOPE = Choice("slope", "How steep", SLOPES, start="hill")
CLIMB = Calculator(
    "wayfarer.climb", "Climb", "Go up.", (LEGS, SLOPE), mechanic=climb, scale=CLIMB_SCALE, rules=()
)


def evaluate(sheet: ParsedSheet) -> SheetReport:
    """Return this character's climb and the cost of longer legs."""
    climb = RollButton(
        CLIMB.id,
        {"legs": sheet["legs"], "slope": "hill"},
        "Climb",
        Fraction(1),
        prompted=("slope",),
        costs=(Cost("breath"),),
    )
    run = replace(climb, label="Run", costs=(Cost("breath", when="winded"),))
    trudge = replace(climb, label="Trudge", costs=(Cost("blisters", -2, "blisters", clips=True),))
    rest = RollButton(CLIMB.id, {"legs": 0, "slope": "hill"}, "Stroll", Fraction(1))
    rows = (("Climb", climb), ("Run", run), ("Trudge", trudge), ("Stroll", rest))
    panel = Panel("Throws", ("Throw", "Chance"), rows)
    return SheetReport((), {}, (panel,), {"legs": f"Longer legs cost {sheet['legs'] + 1} days."})


SHEET = Sheet(
    version=1,
    sections=(
        Section("Wayfarer", (Text("name", "Name"), LEGS, Int("breath", "Breath", 0, 9, start=2), BLISTERS)),
        Section("Home", (Choice("people", "People", {"folk": "Folk", "goat": "Goat"}, start="folk"),)),
        Section("Herbs", (Keyed("herbs", "Herbs", Int(label="Bunches", low=0, high=9, start=1), start={}),)),
    ),
    evaluate=evaluate,
    templates=(
        Template(
            "goat",
            "A goat",
            {"legs": 3, "people": "goat", "herbs": {"Thyme": 2, "Clover": 4}},
            "What a goat brings along",
        ),
    ),
)

PEAKS = (
    {"id": "knoll", "name": "Knoll", "height": 3, "slope": "hill", "rules": ()},
    {"id": "luna", "name": "Luna", "height": 9000, "slope": "moon", "rules": ()},
)


def up(peak: dict[str, object]) -> RollButton:
    """Return the roll button for climbing a peak."""
    return RollButton(
        CLIMB.id, {"legs": 1, "slope": peak["slope"]}, f"Up {peak['name']}", Fraction(peak["slope"] == "hill")
    )


def climb_options(peak: dict[str, object], query: dict[str, int]) -> tuple[RollOption | str, ...]:
    """Return the options for climbing a peak with the reader's number of legs."""
    if peak["slope"] == "moon":
        return ("Nobody climbs the moon.",)
    return (RollOption(CLIMB.id, {**query, "slope": "cliff"}, f"{peak['name']}’s cliff", "By the cliff"),)


GAME = Game(
    "wayfarer",
    "Wayfarer",
    "Up, and further up.",
    order=9,
    calculators=(CLIMB,),
    sheet=SHEET,
    references=(
        ReferenceList("peaks", "Peaks", (Column("height", "Height"),), PEAKS, roll_button=up),
        ReferenceList(
            "ways",
            "Ways",
            (Column("height", "Height"),),
            PEAKS,
            query_inputs=(LEGS,),
            roll_options=climb_options,
        ),
    ),
)
