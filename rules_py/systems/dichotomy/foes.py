"""A dozen sample foes: each target is the attribute that such a person would have, plus 5."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.systems.dichotomy.abilities import ABILITY_NAMES
from rules_py.systems.dichotomy.attributes import ATTRIBUTES


def _foe(
    name: str, hits: int, finesse: int, power: int, martial: int, spiritual: int, **more: Any
) -> dict[str, Any]:
    scores = {"finesse": finesse, "power": power, "martial": martial, "spiritual": spiritual}
    return {"name": name, "hits": hits, "scores": scores, **more}


FOES = (
    _foe("Footpad", 2, 11, 9, 9, 8),
    _foe("Brawler", 3, 8, 12, 10, 8, gear="poor"),
    _foe("Town guard", 3, 10, 11, 11, 8),
    _foe("Archer", 3, 12, 9, 11, 8),
    _foe("Veteran", 4, 10, 12, 13, 9),
    _foe("Knight", 5, 9, 13, 14, 9, abilities=["defender"]),
    _foe("Duellist", 4, 13, 10, 14, 9, abilities=["mobility"]),
    _foe("Fire witch", 3, 11, 9, 8, 14, abilities=["pyrokinesis"]),
    _foe("Mind reader", 3, 10, 8, 8, 14, abilities=["telepathy", "telekinesis"]),
    _foe("Wolf", 2, 12, 11, 11, 6),
    _foe("Ogre", 8, 7, 15, 11, 7, abilities=["smite"]),
    _foe("Ghost", 4, 12, 12, 6, 14, outsider=True, spirit=True),
)
"""Foes offered in the tracker, where their numbers can be changed."""

_WANTS = {
    "Footpad": "Greed, and to be home by midnight",
    "Brawler": "Bloodlust",
    "Town guard": "Honor, up to a point",
    "Archer": "Greed",
    "Veteran": "Mission: to see this last winter through",
    "Knight": "Honor, Fame",
    "Duellist": "Fame, Revenge",
    "Fire witch": "Freedom",
    "Mind reader": "Truth, Power (influence)",
    "Wolf": "Hunger",
    "Ogre": "Hunger, Territorial",
    "Ghost": "Revenge",
}
"""The motive of each foe, as advice for the game master; no roll uses it. D-124."""


def _notes(foe: dict[str, Any]) -> Iterator[str]:
    yield from (ABILITY_NAMES[each] for each in foe.get("abilities", ()))
    if foe.get("gear") == "poor":
        yield "poor weapons: −2 Martial [D-148]"
    if foe.get("spirit"):
        yield "attacks with Power and Spiritual, without an ability [R-26]"
    if foe.get("outsider"):
        yield "an outsider [D-085]"


FOE_LIST = ReferenceList(
    "foes",
    "A dozen foes",
    (
        Column("hits", "Hits"),
        *(Column(name, ATTRIBUTES[name]) for name in ("finesse", "power", "martial", "spiritual")),
        Column("notes", "Abilities and notes"),
        Column("wants", "Motives"),
    ),
    tuple(
        {
            "id": each["name"].lower().replace(" ", "-"),
            "name": each["name"],
            **each["scores"],
            "hits": each["hits"],
            "notes": "; ".join(_notes(each)),
            "wants": _WANTS[each["name"]],
            "rules": (),
        }
        for each in FOES
    ),
    names="Foe",
    states_rules=False,
)
