"""Random tables: two dice added, two dice read as digits, one that leads to others."""

from __future__ import annotations

from rules_py.author import RandomTable, TableEntry

WEATHER = RandomTable(
    "recipes.weather",
    "Weather on the way",
    "2d6",
    (
        TableEntry(2, "Storm: no one travels today."),
        TableEntry("3-5", "Rain, and mud up to the knees."),
        TableEntry("6-8", "Grey, dry and dull."),
        TableEntry("9-11", "Sun."),
        TableEntry(12, "Sun, and a rainbow over the very place you are looking for."),
    ),
)

LOOT = RandomTable(
    "recipes.loot",
    "In the dead man's pockets",
    "d66",
    (
        TableEntry("11-16", "A handful of coppers."),
        TableEntry("21-26", "A letter that was never sent."),
        TableEntry("31-36", "A key, its teeth filed off."),
        TableEntry("41-46", "Dice, and they are loaded."),
        TableEntry("51-56", "A map of a house you know."),
        TableEntry("61-65", "Three silver coins with no face on them."),
        TableEntry(66, "Your own name, on a list of three."),
    ),
)

MEETING = RandomTable(
    "recipes.meeting",
    "Someone on the road",
    "d100",
    (
        TableEntry("1-40", "No one at all."),
        TableEntry("41-70", "A carter with time to talk; the weather first.", next_table=WEATHER),
        TableEntry("71-95", "`#!dice 2d4 soldiers`, who turn out your bags."),
        TableEntry("96-100", "A body by the ditch.", next_table=LOOT),
    ),
)

TABLES = (WEATHER, LOOT, MEETING)
