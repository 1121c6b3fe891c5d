"""Ready-made fights: the road ambush of the book, and a duel."""

from __future__ import annotations

from typing import Any

from rules_py.tracker import Preset


def _scores(finesse: int, power: int, martial: int, spiritual: int) -> dict[str, int]:
    return {"finesse": finesse, "power": power, "martial": martial, "spiritual": spiritual}


ODILE: dict[str, Any] = {
    "name": "Odile",
    "side": "pc",
    "zone": "1",
    "abilities": ["smite"],
    "scores": _scores(3, 8, 9, 2),
}
BRAM: dict[str, Any] = {
    "name": "Bram",
    "side": "pc",
    "zone": "1",
    "abilities": ["pyrokinesis"],
    "scores": _scores(7, 4, 3, 8),
}
THUG: dict[str, Any] = {
    "name": "Thug",
    "side": "npc",
    "zone": "3",
    "hits": 3,
    "scores": _scores(10, 12, 12, 8),
}
SNIPER: dict[str, Any] = {"side": "npc", "zone": "6", "hits": 3, "scores": _scores(10, 9, 10, 8)}
BANK = [{"on": "finesse", "value": 2}, {"on": "power", "value": 2, "against": "5"}]

AMBUSH = Preset(
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
DUEL = Preset(
    "duel",
    "One against one",
    {
        "ambushed": False,
        "zones": [{"name": "Yard", "next": "Gate"}, {"name": "Gate"}],
        "fighters": [{**ODILE, "zone": "Yard"}, {**THUG, "zone": "Yard"}],
    },
)
STARTS = (AMBUSH, DUEL)
BLANK = Preset(
    "blank",
    "A new fight",
    {"ambushed": False, "zones": [{"name": "1", "next": "2"}, {"name": "2"}], "fighters": []},
)

EXAMPLE = {
    "round": 1,
    "zones": [{"name": "6", "modifiers": BANK}],
    "fighters": [ODILE, BRAM, THUG, {**SNIPER, "name": "Sniper"}],
}
"""A fight as plain data, as programs send one."""
