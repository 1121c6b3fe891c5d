"""Fights to begin with: the road ambush of the book, and an empty road."""

from __future__ import annotations

from rules_py.desk import Start

ODILE = {
    "name": "Odile",
    "side": "pc",
    "zone": "1",
    "abilities": ["smite"],
    "scores": {"finesse": 3, "power": 8, "martial": 9, "spiritual": 2},
}
BRAM = {
    "name": "Bram",
    "side": "pc",
    "zone": "1",
    "abilities": ["pyrokinesis"],
    "scores": {"finesse": 7, "power": 4, "martial": 3, "spiritual": 8},
}
THUG = {
    "name": "Thug",
    "side": "npc",
    "zone": "3",
    "hits": 3,
    "scores": {"finesse": 10, "power": 12, "martial": 12, "spiritual": 8},
}
SNIPER = {
    "side": "npc",
    "zone": "6",
    "hits": 3,
    "scores": {"finesse": 10, "power": 9, "martial": 10, "spiritual": 8},
}
BANK = [{"on": "finesse", "value": 2}, {"on": "power", "value": 2, "against": "5"}]

AMBUSH = Start(
    "ambush",
    "The road ambush",
    {
        "ambushed": False,
        "zones": [
            {"name": "1", "note": "the road", "next": "2"},
            {"name": "2", "note": "the road", "next": "3"},
            {"name": "3", "note": "the road, barred by the thug", "next": "4"},
            {"name": "4", "note": "the foot of the slope", "next": "5"},
            {"name": "5", "note": "the slope", "next": "6"},
            {"name": "6", "note": "the bank", "modifiers": BANK},
        ],
        "fighters": [ODILE, BRAM, THUG, {**SNIPER, "name": "Red hood"}, {**SNIPER, "name": "Beard"}],
    },
)
DUEL = Start(
    "duel",
    "One against one",
    {
        "ambushed": False,
        "zones": [{"name": "Yard", "next": "Gate"}, {"name": "Gate"}],
        "fighters": [{**ODILE, "zone": "Yard"}, {**THUG, "zone": "Yard"}],
    },
)

STARTS = (AMBUSH, DUEL)
