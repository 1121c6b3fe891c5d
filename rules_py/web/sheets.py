"""Character sheets: judged, played, changed, read from files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules_py import api, present
from rules_py.base.errors import InputError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.base.problems import WARNING, Problem
from rules_py.dice.incremental import Incremental
from rules_py.sheets.sheet import Sheet
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems import registry
from rules_py.systems.game import Game
from rules_py.web.request import Action, house_of, value_of


def _sheet(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Evaluate a sheet once and render the requested parts."""
    game, declared = _sheet_of(asked)
    parsed, report = declared.parse_and_evaluate(api.sheet_data(asked.get("sheet")))
    known = {f"cards.{each.field}": each for each in declared.cards}
    table = house_of(asked)
    unused = _unused_of(asked, game, declared)
    report = replace(report, problems=(*report.problems, *_unused_problems(declared, parsed, unused)))
    parts = _parts(asked, ("report", "play", *known))
    reply: dict[str, Any] = {"house": present.render_house_line(game, parsed.house, table)}
    if "report" in parts:
        reply["report"] = {
            "html": present.render_sheet_report(game, report),
            "problems": present.problems_data(game, report),
            "notes": present.notes_data(report),
            "drawn": present.render_diagrams(game, report, parsed.values),
            "legal": report.legal,
            "checklist": present.render_checklist(game, declared, report),
            "totals": present.render_totals(report),
        }
    if "play" in parts:
        reply["play"] = present.render_play_mode(game, declared, parsed, report, asked.get("situation"))
    cards = [known[part] for part in parts if part in known]
    evaluator = declared.cost_benefit_evaluator(parsed) if cards else None
    reply["cards"] = {
        each.field: present.render_cards(game, declared, each, parsed, evaluator, unused.get(each.field, ()))
        for each in cards
    }
    reply["unused"] = [
        {"field": each.field, "key": each.key, "values": list(unused[each.field])}
        for each in declared.cards
        if each.field in unused
    ]
    return reply


def _unused_of(asked: Mapping[str, Any], game: Game, declared: Sheet) -> dict[str, dict[Any, str]]:
    """Return what a character may choose but the table doesn't use: name by key for each field with cards.

    The request has the ids of such entries by field.
    """
    given = asked.get("unused", {})
    if not isinstance(given, Mapping) or not all(isinstance(ids, list) for ids in given.values()):
        raise InputError.at("unused", given, "a mapping of fields to entries", code="bad_request")
    found = {}
    for each in declared.cards:
        ids = given.get(each.field, ())
        entries = present.card_entries(game, each).items() if ids else ()
        if unused := {key: entry.name for key, entry in entries if entry.id in ids}:
            found[each.field] = unused
    return found


def _unused_problems(
    declared: Sheet, parsed: ParsedSheet, unused: Mapping[str, Mapping[Any, str]]
) -> Iterator[Problem]:
    """Yield a warning for each thing that a character has although the table doesn't use it."""
    for each in declared.cards:
        names = unused.get(each.field, {})
        for place, row in enumerate(parsed.given_rows(each.field)):
            key = row.get(each.key) if isinstance(row, Mapping) else row
            if isinstance(key, str) and key in names:
                words = f"{present.NOT_AT_YOUR_TABLE}: {names[key]}."
                yield Problem(f"{each.field}.{place}", "not_at_table", words, severity=WARNING)


def _parts(asked: Mapping[str, Any], known: Sequence[str]) -> list[str]:
    parts = asked.get("parts", [])
    if not isinstance(parts, list) or not all(part in known for part in parts):
        raise InputError.at("parts", parts, f"a list of {join_or(known)}", code="bad_request")
    return parts


def _sheet_changes(asked: Mapping[str, Any]) -> dict[str, Any]:
    _, declared = _sheet_of(asked)
    given = asked.get("entries")
    entries = given if isinstance(given, list) else []
    return {
        "html": present.render_changes(declared, entries),
        "last": present.describe_last_change(declared, entries),
    }


def _sheet_of(asked: Mapping[str, Any]) -> tuple[Game, Sheet]:
    found = registry.game(value_of(asked, "game"))
    return found, api.sheet_of(found.id)


def _sheet_file(asked: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    sheets = yield from api.read_characters_incrementally(value_of(asked, "game"), asked.get("text"))
    return {"sheets": to_jsonable(sheets)}


def _template(asked: Mapping[str, Any]) -> dict[str, Any]:
    applied = api.apply_template(value_of(asked, "game"), asked.get("sheet"), asked.get("template"))
    return {"sheet": to_jsonable(applied)}


def _upgrade(asked: Mapping[str, Any]) -> dict[str, Any]:
    upgraded = api.upgrade_sheet(value_of(asked, "game"), asked.get("sheet"), asked.get("version"))
    return {"sheet": to_jsonable(upgraded)}


ACTIONS: dict[str, Action] = {
    "sheet": _sheet,
    "sheet_changes": _sheet_changes,
    "sheet_file": _sheet_file,
    "template": _template,
    "upgrade": _upgrade,
}
