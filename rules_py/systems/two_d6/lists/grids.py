"""The grids that the game prints, computed from the rules: sums of two dice, totals, ratings."""

from __future__ import annotations

from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.systems.two_d6.difficulty import (
    DC_NAMES,
    HIGHEST_BONUS,
    LADDER,
    LOWEST_BONUS,
    bonus_grid,
    rating,
)
from rules_py.systems.two_d6.sums import SIDES

_FACES = range(1, SIDES + 1)
_BONUSES = range(LOWEST_BONUS, HIGHEST_BONUS + 1)

SUM_LIST = ReferenceList(
    "sums",
    "The sums of two dice",
    tuple(Column(str(face), str(face)) for face in _FACES),
    [
        {
            "id": f"sums-{face}",
            "name": str(face),
            **{str(other): face + other for other in _FACES},
            "rules": (),
        }
        for face in _FACES
    ],
    states_rules=False,
    names="Die",
)

BONUS_LIST = ReferenceList(
    "totals",
    "Every total: dice and bonus",
    tuple(Column(str(bonus), f"+{bonus}") for bonus in _BONUSES),
    [
        {
            "id": f"totals-{dice}",
            "name": str(dice),
            **{str(bonus): total for bonus, total in zip(_BONUSES, totals, strict=True)},
            "rules": (),
        }
        for dice, totals in bonus_grid()
    ],
    states_rules=False,
    names="Dice",
)

RATING_LIST = ReferenceList(
    "ratings",
    "How hard each DC is, by bonus",
    tuple(Column(str(dc), f"{dc} {name}") for dc, name in DC_NAMES.items()),
    [
        {
            "id": f"ratings-{bonus}",
            "name": f"+{bonus}",
            **{str(dc): rating(dc - bonus) for dc in LADDER},
            "rules": (),
        }
        for bonus in _BONUSES
    ],
    states_rules=False,
    names="Bonus",
    grid=True,
)
