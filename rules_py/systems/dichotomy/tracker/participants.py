"""Characters of the sheet in the tracker: joining a fight, and the fight's changes for the sheet."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from rules_py.base.wording import character_name
from rules_py.systems.dichotomy.abilities import FIGHTING
from rules_py.systems.dichotomy.attributes import RACES
from rules_py.systems.dichotomy.fields import COMBAT
from rules_py.systems.dichotomy.injuries import UNHURT
from rules_py.systems.dichotomy.modifiers import GEAR
from rules_py.systems.dichotomy.sheet import SHEET
from rules_py.systems.dichotomy.tracker.shape import Fight


def to_participant(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Return a character of the sheet as a fighter. Raises InputError if the sheet is invalid."""
    derived = SHEET.check(sheet).derived
    attributes = sheet.get("attributes", {})
    return {
        "name": character_name(sheet, 60),
        "side": "pc",
        "scores": {key: attributes[key] for key in COMBAT if isinstance(attributes.get(key), int)},
        **{name: derived["track"][name] for name in UNHURT},
        "abilities": [pick for pick in sheet.get("picks", []) if isinstance(pick, str) and pick in FIGHTING],
        "race": _known_or_default(sheet.get("race"), RACES, "human"),
        "gear": _known_or_default(sheet.get("gear"), GEAR, "normal"),
        "bonus": derived["veteran_bonus"],
    }


def export_to_sheet(fight: Fight, name: str) -> dict[str, Any]:
    """Return the injury track after the fight, for the sheet. Raises InputError for an unknown name."""
    fighter = fight[name]
    track = {name: getattr(fighter, name) for name in UNHURT}
    return {"track": track | ({"out": True} if fighter.out else {})}


def _known_or_default(value: Any, known: Container[str], default: str) -> str:
    return value if isinstance(value, str) and value in known else default
