"""Specializations: the dice they add to a stat's, and who loses them against whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_py.base.wording import name_key


def dice_for_action(
    *, stat: Sequence[int], extra_stat: Sequence[int], specialization: bool, opponent_uses_counter: bool
) -> dict[str, list[int]]:
    """The dice of an act, largest first: the stat’s, and unless the opponent counters it those of the stat
    that the specialization adds. A-084, A-085.
    """
    extra = extra_stat if specialization and not opponent_uses_counter else ()
    return {"dice": sorted((*stat, *extra), reverse=True)}


@dataclass(frozen=True)
class Specialty:
    """A specialization as far as its dice go: whose it is, and what it is vulnerable to."""

    owner: str
    name: str
    vulnerable_to: str = ""


def counters(specialties: Sequence[Specialty]) -> dict[tuple[Specialty, str], bool]:
    """For each specialization of a group and each of its other members, whether that one counters it: the
    counter stands on that sheet, which is enough. A-085, A-086, R-38.
    """
    owners = list(dict.fromkeys(each.owner for each in specialties))
    held = {owner: {name_key(each.name) for each in specialties if each.owner == owner} for owner in owners}
    return {
        (each, owner): bool(name_key(each.vulnerable_to)) and name_key(each.vulnerable_to) in held[owner]
        for each in specialties
        for owner in owners
        if owner != each.owner
    }


def counter_matrix(*, group: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Who of a group counters whose specializations, row by row; and those that nobody counters."""
    specialties = [
        Specialty(member["name"], each["name"], each["vulnerable_to"])
        for member in group
        for each in member["specializations"]
    ]
    found = counters(specialties)
    names = [member["name"] for member in group]
    return {
        "rows": [
            {
                "owner": each.owner,
                "specialization": each.name,
                "vulnerable_to": each.vulnerable_to,
                "countered_by": [name for name in names if found.get((each, name))],
            }
            for each in specialties
        ],
        "safe": [
            f"{each.name} ({each.owner})"
            for each in specialties
            if not any(found.get((each, name)) for name in names)
        ],
    }
