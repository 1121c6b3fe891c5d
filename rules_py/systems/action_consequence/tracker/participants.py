"""Characters of the sheet at the conflict table, and what a conflict brings back to the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.base.wording import character_name
from rules_py.systems.action_consequence.character import Character
from rules_py.systems.action_consequence.sections import LONGEST_NAME
from rules_py.systems.action_consequence.sheet import SHEET
from rules_py.systems.action_consequence.tracker.schema import LONGEST_WORDS
from rules_py.systems.action_consequence.tracker.shape import Conflict


def seat(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """A character of the sheet as one who is there, with their first endeavor. Raises InputError where the
    sheet is none.
    """
    reading = SHEET.read(sheet)
    character = Character.of(reading)
    acts = character.acts()
    return {
        "name": character_name(sheet, LONGEST_NAME),
        "kind": "pc",
        "act": acts[0].name if acts else "",
        "dice": [],
        "owed": reading["owed"],
        "interests": str(reading["interests"])[:LONGEST_WORDS],
        "stats": {name: list(dice) for name, dice in character.stats.items()},
        "endeavors": dict(character.endeavors),
        "specializations": [dict(each) for each in character.specializations],
        "exert_stat": character.exert_stat,
        "duress_stat": character.duress_stat,
        "consequences": list(reading["consequences"]),
    }


def back(conflict: Conflict, name: str) -> dict[str, Any]:
    """What the conflict has changed, for the sheet. Raises InputError for a name that nobody here has."""
    person = conflict[name]
    kept: dict[str, Any] = {"owed": person.owed, "consequences": list(person.consequences)}
    if person.stats:
        kept |= {
            "stats": {each: list(dice) for each, dice in person.stats.items()},
            "endeavors": dict(person.endeavors),
            "specializations": [each.to_json() for each in person.specializations],
        }
    return kept
