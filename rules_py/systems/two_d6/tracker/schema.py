"""Setup and state of a fight as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.base.errors import Fault
from rules_py.calculators.house_rules import read_house_rules
from rules_py.inputs import ListOf, Record
from rules_py.systems.two_d6.difficulty import DC_NAMES
from rules_py.systems.two_d6.options import IN_FIGHTS
from rules_py.systems.two_d6.tracker.shape import MAX_FIGHTERS, NEEDS_DC, SURPRISE, Fight, Fighter
from rules_py.tracker import check_unique_names, name_faults, read_participants

PARTICIPANT_INPUTS = Fighter.setup_inputs()
"""The inputs of a newcomer."""
STATE = Fight.record("state", "The fight")
SETUP = (ListOf("fighters", "Fighters", Record(fields=PARTICIPANT_INPUTS), most=MAX_FIGHTERS),)


def read(data: Mapping[str, Any]) -> Fight:
    """Return the fight of plain data. Raises InputError: `duplicate_fighter` for a duplicate name."""
    fight = Fight.read(STATE.parse(data))
    check_unique_names(fight.names, "fighters", scene="fight", duplicate="duplicate_fighter")
    return fight


def begin(start: Mapping[str, Any]) -> Fight:
    """Return the initial fight of a setup.

    Raises InputError for a duplicate or missing name, and for an attack that is named twice.
    """
    fighters = tuple(map(newcomer, read_participants(start, "fighters", newcomer_faults)))
    aware = [each for each in fighters if not each.unaware]
    first = SURPRISE if aware and len(aware) < len(fighters) else 1
    return Fight(round=first, fighters=fighters, house=read_house_rules(IN_FIGHTS, start.get("house"))[0])


def newcomer_faults(existing: list[str], newcomers: Mapping[str, Mapping[str, Any]]) -> Iterator[Fault]:
    """Yield what is wrong with newcomers, by field."""
    names = {f"{at}.name": str(each["name"]) for at, each in newcomers.items()}
    yield from name_faults(existing, names, MAX_FIGHTERS, duplicate="duplicate_fighter")
    for at, each in newcomers.items():
        for place, one in enumerate(each.get("attacks", ())):
            field = f"{at}.attacks.{place}"
            if one["kind"] in NEEDS_DC and one.get("dc") not in DC_NAMES:
                words = f"Choose a DC for the spell {one['name']}."
                yield Fault(f"{field}.dc", "missing_dc", one.get("dc"), "7, 9, 11, 13, 15 or 17", words)
            if not one["name"].strip() or one["name"] in [other["name"] for other in each["attacks"][:place]]:
                words = f"Give each of {each['name']}’s attacks a different name."
                yield Fault(f"{field}.name", "attack_name", one["name"], "a different name", words)


def newcomer(data: Mapping[str, Any]) -> Fighter:
    """Return the fighter of PARTICIPANT_INPUTS's inputs. Anyone who knows a spell can counterspell. R-70."""
    fighter = Fighter.read(data)
    knows = fighter.counters or fighter.repels or any(each.magic for each in fighter.attacks)
    total = data.get("total")
    return fighter.but(
        wounds=max(0, fighter.wounds_max - data.get("lost_wounds", 0)),
        counters=knows,
        rolled=() if total is None else (total,),
    )
