"""Characters of the sheet at the desk: how they take a seat, and what a fight brings back to the sheet."""

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


def seat(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """A character of the sheet as a fighter. Raises InputError where the sheet is none."""
    derived = SHEET.check(sheet).derived
    given = sheet.get("attributes", {})
    return {
        "name": character_name(sheet, 60),
        "side": "pc",
        "scores": {key: given[key] for key in COMBAT if isinstance(given.get(key), int)},
        **{name: derived["track"][name] for name in UNHURT},
        "abilities": [each for each in sheet.get("picks", []) if isinstance(each, str) and each in FIGHTING],
        "race": _known(sheet.get("race"), RACES, "human"),
        "gear": _known(sheet.get("gear"), GEAR, "normal"),
        "bonus": derived["veteran_bonus"],
    }


def back(fight: Fight, name: str) -> dict[str, Any]:
    """The track as the fight leaves it, for the sheet. Raises InputError for a name that nobody here has."""
    fighter = fight[name]
    track = {name: getattr(fighter, name) for name in UNHURT}
    return {"track": track | ({"out": True} if fighter.out else {})}


def _known(given: Any, known: Container[str], otherwise: str) -> str:
    return given if isinstance(given, str) and given in known else otherwise
