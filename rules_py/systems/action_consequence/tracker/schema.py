"""Setup and state of a conflict as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules_py.base.errors import Fault, InputError
from rules_py.base.wording import quote
from rules_py.calculators.house_rules import read_house_rules
from rules_py.inputs import ListOf, Record
from rules_py.systems.action_consequence.options import OPTIONS
from rules_py.systems.action_consequence.tracker import shape
from rules_py.systems.action_consequence.tracker.shape import MAX_PEOPLE, MAX_SIDES, Conflict, Person, Side
from rules_py.tracker import name_faults, read_participants

PARTICIPANT_INPUTS = Person.setup_inputs()
"""The inputs of a newcomer."""
STATE = Conflict.record("state", "The conflict")
SETUP = (ListOf("people", "Participants", Record(fields=PARTICIPANT_INPUTS), most=MAX_PEOPLE),)


def read(data: Mapping[str, Any]) -> Conflict:
    """Return the conflict of plain data. Raises InputError: `duplicate_person` for a duplicate name,
    `bad_scene` if its sides, people and phase are inconsistent.
    """
    conflict = Conflict.read(STATE.parse(data))
    faults = [
        *name_faults([], {f"state.people.{at}.name": each for at, each in enumerate(conflict.names)}, 99)
    ]
    if faults:
        raise InputError(*faults)
    leads = [each.lead for each in conflict.sides]
    if not (_belong_together(conflict, leads) and _may_wait(conflict)):
        words = "This conflict can’t be opened: its saved data contradicts itself."
        allowed = "the sides of those who are there, and what they may do"
        raise InputError.at("state.sides", leads, allowed, code="bad_scene", message=words)
    return conflict


def _belong_together(conflict: Conflict, leads: Sequence[str]) -> bool:
    """Return whether everyone leads a side or helps one, and every name exists."""
    known = {each.lead for each in conflict.people}
    active_leads = {conflict.challenger, conflict.answerer, conflict.opener, conflict.winner}
    names = {*conflict.asked, *(each for loss in conflict.losses for each in (loss.on, loss.by))}
    return (
        set(leads) == known
        and len(leads) == len(known)
        and active_leads <= {"", *known}
        and names <= {*conflict.names}
    )


def _may_wait(conflict: Conflict) -> bool:
    """Return whether the sides that it waits for exist."""
    phase, opposed = conflict.phase, bool(conflict.answerer) and conflict.challenger != conflict.answerer
    if phase == shape.SETTLE:
        return bool(conflict.losses)
    if phase in (shape.CAST, shape.OVER):
        return True
    if len(conflict.rolling_sides) < 2:
        return False
    if phase == shape.STRIKE:
        return bool(conflict.asked) and (
            conflict.compared == "cast" or (bool(conflict.challenger) and opposed)
        )
    if phase == shape.INTERFERE and not conflict.asked:
        return False
    return phase == shape.ORDER or (bool(conflict.challenger) and (phase == shape.CHALLENGE or opposed))


def begin(start: Mapping[str, Any]) -> Conflict:
    """Return the initial conflict of a setup.

    Raises InputError for a duplicate or missing name, for someone who helps an unknown person, and for too
    many sides.
    """
    people = tuple(map(Person.read, read_participants(start, "people", newcomer_faults)))
    sides = tuple(Side(lead=each.name) for each in people if not each.helps)
    return Conflict(people=people, sides=sides, house=read_house_rules(OPTIONS, start.get("house"))[0])


def newcomer_faults(
    existing: Sequence[Person], newcomers: Mapping[str, Mapping[str, Any]]
) -> Iterator[Fault]:
    """Yield what is wrong with newcomers, by field."""
    names = {f"{at}.name": str(each["name"]) for at, each in newcomers.items()}
    yield from name_faults([each.name for each in existing], names, MAX_PEOPLE, duplicate="duplicate_person")
    leads = [
        *(each.name for each in existing if not each.helps),
        *(str(each["name"]) for each in newcomers.values() if not each.get("helps")),
    ]
    for at, each in newcomers.items():
        if (helps := str(each.get("helps") or "")) and (helps not in leads or helps == each["name"]):
            words = f"No one called {quote(helps)} leads a side here."
            yield Fault(f"{at}.helps", "unknown_person", helps, "someone who leads a side", words)
    if len(leads) > MAX_SIDES:
        words = f"A conflict can have at most {MAX_SIDES} sides. Let a participant help another one."
        yield Fault(
            f"{list(newcomers)[-1]}.helps", "too_many", len(leads), f"at most {MAX_SIDES} sides", words
        )
