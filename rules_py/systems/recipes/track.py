"""A track: each day's roll marks boxes or unmarks one, and time is short."""

from dataclasses import dataclass

from rules_py.author import Calculator, Dice, Done, Grade, Int, Outcome, Process, Scale

JOURNEY = Scale("Journey", "end", (Grade("late", "Too late", "bad"), Grade("there", "There in time", "good")))
MARKED = {1: -1, 2: 0, 3: 1, 4: 1, 5: 2, 6: 3}


@dataclass(frozen=True, kw_only=True)
class Journey(Outcome, scale=JOURNEY):
    end: str


def travel(dice: Dice, left: tuple[int, int]) -> tuple[int, int] | Done[str]:
    """Play one day; the state is the boxes left to mark and the days left."""
    boxes, days = left
    boxes = boxes - MARKED[dice.d(6, label=f"{boxes} boxes to go, {days} days left")]
    return Done("there") if boxes <= 0 else Done("late") if days == 1 else (boxes, days - 1)


TRAVELS: Process[tuple[int, int], str] = Process(travel)


def journey(dice: Dice, *, boxes: int, days: int) -> Journey:
    return Journey(end=TRAVELS.play(dice, (boxes, days)))


TRACK = Calculator(
    "recipes.track",
    "A track",
    "Is the track full before time is up?",
    (Int("boxes", "Boxes", 1, 20, start=6), Int("days", "Days", 1, 20, start=5)),
    mechanic=journey,
    scale=JOURNEY,
    examples=({"boxes": 3, "days": 2},),
    worst_case={"boxes": 20, "days": 20},
)
