"""Random tables: two dice added, two dice read as figures, one that leads to others."""

from __future__ import annotations

from rules_py.author import On, RandomTable

WEATHER = RandomTable(
    "recipes.weather",
    "Weather on the way",
    "2d6",
    (
        On(2, "Storm: nobody travels today."),
        On("3-5", "Rain, and mud up to the knees."),
        On("6-8", "Grey, dry and dull."),
        On("9-11", "Sun."),
        On(12, "Sun, and a rainbow over the very place you are looking for."),
    ),
)

LOOT = RandomTable(
    "recipes.loot",
    "In the dead man's pockets",
    "d66",
    (
        On("11-16", "A handful of coppers."),
        On("21-26", "A letter that was never sent."),
        On("31-36", "A key, its teeth filed off."),
        On("41-46", "Dice, and they are loaded."),
        On("51-56", "A map of a house you know."),
        On("61-65", "Three silver coins with no face on them."),
        On(66, "Your own name, on a list of three."),
    ),
)

MEETING = RandomTable(
    "recipes.meeting",
    "Somebody on the road",
    "d100",
    (
        On("1-40", "Nobody at all."),
        On("41-70", "A carter with time to talk; the weather first.", then=WEATHER),
        On("71-95", "Soldiers, who turn out your bags."),
        On("96-100", "A body by the ditch.", then=LOOT),
    ),
)

TABLES = (WEATHER, LOOT, MEETING)
