"""Specializations: the dice they add to a stat's, and their counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.base.wording import name_key


def dice_for_action(
    *, stat: Sequence[int], extra_stat: Sequence[int], specialization: bool, opponent_uses_counter: bool
) -> dict[str, list[int]]:
    """Return the dice of an action, largest first. A-084, A-085.

    They are those of the stat, and those of the stat that the specialization adds, unless the opponent
    counters it.
    """
    extra = extra_stat if specialization and not opponent_uses_counter else ()
    return {"dice": sorted((*stat, *extra), reverse=True)}


def counter_matrix(*, group: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the characters of a group who counter each specialization, and the specializations without a
    counter.

    A counter is a specialization on the other character's sheet; it need not be in use. A-085, A-086, R-38.
    """
    names: dict[str, set[str]] = {}
    for member in group:
        names.setdefault(member["name"], set()).update(
            name_key(special["name"]) for special in member["specializations"]
        )
    rows = [
        {
            "owner": member["name"],
            "specialization": special["name"],
            "vulnerable_to": special["vulnerable_to"],
            "countered_by": [
                other["name"]
                for other in group
                if other["name"] != member["name"]
                and (counter := name_key(special["vulnerable_to"]))
                and counter in names[other["name"]]
            ],
        }
        for member in group
        for special in member["specializations"]
    ]
    safe = [f"{row['specialization']} ({row['owner']})" for row in rows if not row["countered_by"]]
    return {"rows": rows, "safe": safe}
