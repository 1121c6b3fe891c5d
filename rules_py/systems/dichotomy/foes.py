"""A dozen foes to begin with: each target is the attribute a person of that kind would have, plus 5."""

from __future__ import annotations

from typing import Any


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
"""Offered at the desk to whoever runs the game; their figures are samples, and may be changed there."""
