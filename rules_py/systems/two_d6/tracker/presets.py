"""Ready-made fights: a night at the goblin market, and a boxer in the back yard."""

from __future__ import annotations

from typing import Any

from rules_py.systems.two_d6.foes import FOES
from rules_py.tracker import Preset


def foe(id: str, **more: Any) -> dict[str, Any]:
    """Return a foe of the book as a participant."""
    entry = next(each for each in FOES if each["id"] == id)
    return participant_of_foe(entry) | more


def participant_of_foe(entry: dict[str, Any]) -> dict[str, Any]:
    values = {key: value for key, value in entry.items() if key not in ("id", "rules", "yields", "wounds")}
    return {**values, "side": "npc", "wounds_max": entry["wounds"]}


WREN: dict[str, Any] = {
    "name": "Wren",
    "side": "pc",
    "attacks": [{"name": "Archery", "kind": "ranged", "bonus": 6}],
    "defence": 6,
    "unarmed": 5,
    "initiative": 8,
    "resolve": 4,
    "wounds_max": 5,
    "armour": "light",
    "talents": ["hip_shot"],
    "cinematics": 1,
}
MARISOL: dict[str, Any] = {
    "name": "Marisol",
    "side": "pc",
    "attacks": [
        {"name": "Blast", "kind": "spell", "dc": 9},
        {"name": "Illusion", "kind": "resolve", "dc": 9},
    ],
    "defence": 3,
    "unarmed": 0,
    "initiative": 4,
    "resolve": 8,
    "wounds_max": 7,
    "armour": "light",
    "talents": ["fast_caster"],
    "repels": True,
    "cinematics": 1,
}
BRICK: dict[str, Any] = {
    "name": "Brick",
    "side": "pc",
    "defence": 6,
    "unarmed": 6,
    "initiative": 4,
    "resolve": 6,
    "wounds_max": 6,
    "cinematics": 1,
}
MARKET = Preset(
    "market",
    "The goblin market",
    {"fighters": [WREN, MARISOL, foe("goblin-raider", unaware=True), foe("grey-wolf", unaware=True)]},
)
YARD = Preset("yard", "The back yard", {"fighters": [BRICK | {"total": 14}, foe("dock-bruiser", total=11)]})
STARTS = (MARKET, YARD)
BLANK = Preset("blank", "A new fight", {"fighters": []})
EXAMPLE = {"round": 1, "fighters": [BRICK | {"wounds": 6}, foe("dock-bruiser") | {"wounds": 7}]}
"""A fight as plain data, as programs send one."""
