"""A random table that leads to another."""

from __future__ import annotations

from rules_py.author import RandomTable, TableEntry

CROW = RandomTable(
    "omens.crow",
    "What the crow says",
    "d66",
    (
        TableEntry("11-26", "Nothing you want to hear.", rule="O-3"),
        TableEntry("31-56", "Your mother’s name.", rule="O-4"),
        TableEntry("61-66", "The truth, and it laughs [O-1].", rule="O-5"),
    ),
    rules=("O-1",),
)

BIRDS = RandomTable(
    "omens.birds",
    "What flies by",
    "2d6",
    (
        TableEntry("2-5", "Nothing."),
        TableEntry("6-9", "Geese, going south."),
        TableEntry("10-12", "A crow, and it looks at you.", next_table=CROW),
    ),
    rules=("O-2",),
)

TABLES = (BIRDS, CROW)
