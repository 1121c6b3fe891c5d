"""Setup and state of a fight as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.base.errors import Fault
from rules_py.inputs import ListOf, Record
from rules_py.systems.dichotomy.tracker.shape import MAX_FIGHTERS, Fight, Fighter, FightZone
from rules_py.tracker import check_unique_names, name_faults, read_participants

PARTICIPANT_INPUTS = Fighter.setup_inputs()
"""The inputs of a newcomer."""
STATE = Fight.record("state", "The fight")
SETUP = (
    ListOf("fighters", "Fighters", Record(fields=PARTICIPANT_INPUTS), most=MAX_FIGHTERS, rule="D-179"),
    ListOf("zones", "Zones", Record(fields=FightZone.setup_inputs()), most=40, default=[], rule="D-179"),
    *Fight.setup_inputs(),
)


def read(data: Mapping[str, Any]) -> Fight:
    """Return the fight of plain data. Raises InputError: `duplicate_fighter` for a duplicate name."""
    fight = Fight.read(STATE.parse(data))
    names = [each.name for each in fight.fighters]
    check_unique_names(names, "fighters", scene="fight", duplicate="duplicate_fighter")
    return fight


def begin(start: Mapping[str, Any]) -> Fight:
    """Return the initial fight of a setup.

    Raises InputError for a duplicate or missing name, and for a foe without hits.
    """
    read_participants(start, "fighters", newcomer_faults)
    zones = [
        {**each, "next": [name.strip() for name in each["next"].split(",") if name.strip()]}
        for each in start["zones"]
    ]
    return read({**start, "zones": zones})


def newcomer_faults(existing: list[str], newcomers: Mapping[str, Mapping[str, Any]]) -> Iterator[Fault]:
    """Yield what is wrong with newcomers, by field."""
    names = {f"{at}.name": str(each["name"]) for at, each in newcomers.items()}
    yield from name_faults(existing, names, MAX_FIGHTERS, duplicate="duplicate_fighter")
    for at, each in newcomers.items():
        if each["side"] == "npc" and not each["hits"]:
            words = f"{each['name'] or 'A foe'} must have at least 1 hit."
            yield Fault(f"{at}.hits", "no_hits", each["hits"], "at least 1 hit for a foe", words)
