"""A random table chosen by an input: the hotter the crew, the worse the patrol it meets."""

from rules_py.author import Int, RandomTable, TableEntry, TablesByInput

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
PATROL = TablesByInput(
    "recipes.patrol",
    "Who walks this street?",
    Int("heat", "Heat", 0, 9, start=2),
    {0: QUIET, 4: HOT},
    summary="A patrol, from the table for the crew's heat.",
)
STREETS = (QUIET, HOT)
