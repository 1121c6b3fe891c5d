"""A random table chosen by an input: the hotter the crew, the worse the patrol it meets."""

from __future__ import annotations

from rules_py.author import Calculator, Dice, Int, Outcome, RandomTable, Scale, TableEntry

QUIET = RandomTable(
    "recipes.quiet",
    "A quiet street",
    "d6",
    (
        TableEntry("1-3", "An empty street."),
        TableEntry("4-5", "A watchman who looks the other way."),
        TableEntry(6, "A watchman who remembers faces."),
    ),
)
HOT = RandomTable(
    "recipes.hot",
    "A hot street",
    "2d6",
    (
        TableEntry("2-4", "An empty street."),
        TableEntry("5-9", "Two watchmen who ask for names."),
        TableEntry("10-12", "Bluecoats, and they have a drawing of you."),
    ),
)
HEAT_OF_A_HUNT = 4


def patrol(dice: Dice, *, heat: int) -> Outcome:
    """Roll on the table for this much heat."""
    return (HOT if heat >= HEAT_OF_A_HUNT else QUIET).roll(dice)


PATROL = Calculator(
    "recipes.patrol",
    "Who walks this street?",
    "A patrol, from the table for the crew's heat.",
    (Int("heat", "Heat", 0, 9, start=2),),
    mechanic=patrol,
    scale=Scale("Patrol", "first", ordered=False),
    examples=({"heat": 3}, {"heat": 4}),
    worst_case={"heat": 9},
)
STREETS = (QUIET, HOT)
