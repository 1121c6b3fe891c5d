"""Characters of the sheet as participants, and their changes for the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.base.wording import character_name
from rules_py.systems.action_consequence.character import Character
from rules_py.systems.action_consequence.sections import MAX_NAME_LENGTH
from rules_py.systems.action_consequence.sheet import SHEET
from rules_py.systems.action_consequence.tracker.shape import MAX_TEXT_CHARS, Conflict


def to_participant(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return a character of the sheet as a participant, with its first endeavor.

    Raises InputError if the sheet is invalid.
    """
    reading = SHEET.parse(sheet)
    character = Character.of(reading)
    acts = character.acts()
    return {
        "name": character_name(sheet, MAX_NAME_LENGTH),
        "kind": "pc",
        "act": acts[0].name if acts else "",
        "dice": [],
        "owed": reading["owed"],
        "interests": str(reading["interests"])[:MAX_TEXT_CHARS],
        "stats": {name: list(dice) for name, dice in character.stats.items()},
        "endeavors": dict(character.endeavors),
        "specializations": [dict(each) for each in character.specializations],
        "exert_stat": character.exert_stat,
        "duress_stat": character.duress_stat,
        "consequences": list(reading["consequences"]),
    }


def export_to_sheet(conflict: Conflict, name: str) -> dict[str, Any]:
    """Return the changes that the conflict made to a sheet. Raises InputError for an unknown name."""
    person = conflict[name]
    fields: dict[str, Any] = {"owed": person.owed, "consequences": list(person.consequences)}
    if person.stats:
        fields |= {
            "stats": {each: list(dice) for each, dice in person.stats.items()},
            "endeavors": dict(person.endeavors),
            "specializations": [each.to_json() for each in person.specializations],
        }
    return fields
