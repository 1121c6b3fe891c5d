"""Character sheets: judged, played, changed, read from files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py import api, present
from rules_py.base.errors import InputError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.dice.incremental import Incremental
from rules_py.sheets.sheet import Sheet
from rules_py.systems import registry
from rules_py.systems.game import Game
from rules_py.web.request import Action, value_of


def _sheet(asked: Mapping[str, Any]) -> dict[str, Any]:
    found = registry.game(value_of(asked, "game"))
    report = api.check_sheet(found.id, asked.get("sheet"))
    return {
        "html": present.sheet_report(found, report),
        "problems": present.problems(found, report),
        "notes": present.notes(report),
        "drawn": present.drawings(found, report),
        "legal": report.legal,
        "checklist": present.checklist(found, api.sheet_of(found.id), report),
    }


def _sheet_play(asked: Mapping[str, Any]) -> dict[str, Any]:
    found, declared = _sheet_of(asked)
    data = api.sheet_data(asked.get("sheet"))
    return {"html": present.played(found, declared, data, asked.get("situation"))}


def _sheet_cards(asked: Mapping[str, Any]) -> dict[str, Any]:
    found, declared = _sheet_of(asked)
    known = {each.field: each for each in declared.cards}
    name = asked.get("field")
    if not isinstance(name, str) or name not in known:
        raise InputError.at("field", name, join_or(known), code="bad_request")
    return {"html": present.cards(found, declared, known[name], api.sheet_data(asked.get("sheet")))}


def _sheet_changes(asked: Mapping[str, Any]) -> dict[str, Any]:
    _, declared = _sheet_of(asked)
    given = asked.get("entries")
    entries = given if isinstance(given, list) else []
    return {"html": present.changes(declared, entries), "last": present.last_change(declared, entries)}


def _sheet_of(asked: Mapping[str, Any]) -> tuple[Game, Sheet]:
    found = registry.game(value_of(asked, "game"))
    return found, api.sheet_of(found.id)


def _sheet_file(asked: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    sheets = yield from api.reading_characters(value_of(asked, "game"), asked.get("text"))
    return {"sheets": to_jsonable(sheets)}


def _template(asked: Mapping[str, Any]) -> dict[str, Any]:
    applied = api.applied_template(value_of(asked, "game"), asked.get("sheet"), asked.get("template"))
    return {"sheet": to_jsonable(applied)}


def _upgrade(asked: Mapping[str, Any]) -> dict[str, Any]:
    upgraded = api.upgraded_sheet(value_of(asked, "game"), asked.get("sheet"), asked.get("version"))
    return {"sheet": to_jsonable(upgraded)}


ACTIONS: dict[str, Action] = {
    "sheet": _sheet,
    "sheet_play": _sheet_play,
    "sheet_cards": _sheet_cards,
    "sheet_changes": _sheet_changes,
    "sheet_file": _sheet_file,
    "template": _template,
    "upgrade": _upgrade,
}
