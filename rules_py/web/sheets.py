"""Requests about character sheets: problems, play mode, changes, and files."""

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
from rules_py.systems.listed_choices import listed_choices, template_values, values_at
from rules_py.web.request import Action, house_name_of, house_of, value_of


def _sheet(request: Mapping[str, Any]) -> dict[str, Any]:
    """Evaluate a sheet once and render the requested parts."""
    game, declared = _sheet_of(request)
    parsed, report = declared.parse_and_evaluate(api.sheet_data(request.get("sheet")))
    known = {f"cards.{each.field}": each for each in declared.cards}
    table = house_of(request)
    unused = _unused_of(request)
    choices = _unused_choices(game, unused)
    report = replace(
        report,
        problems=(*report.problems, *_unused_problems(parsed, choices)),
        panels=tuple(each.without_choices(choices) for each in report.panels),
    )
    parts = _parts(request, ("report", "play", *known))
    reply: dict[str, Any] = {
        "house": present.render_house_line(
            game, declared.options, parsed.house, table, house_name_of(request)
        )
    }
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
        reply["play"] = present.render_play_mode(game, declared, parsed, report, request.get("situation"))
        reply["limits"] = declared.play.limits(parsed.house)
    cards = [known[part] for part in parts if part in known]
    evaluator = declared.cost_benefit_evaluator(parsed) if cards else None
    reply["cards"] = {
        each.field: present.render_cards(game, declared, each, parsed, evaluator, unused.get(each.of, ()))
        for each in cards
    }
    reply["unused"] = {
        "choices": {path: list(names) for path, names in choices.items()},
        "templates": _unused_templates(game, choices),
    }
    return reply


def _unused_of(request: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """Return the ids of the entries that the table doesn't use, by list."""
    unused = request.get("unused", {})
    if not isinstance(unused, Mapping) or not all(isinstance(ids, list) for ids in unused.values()):
        raise InputError.at("unused", unused, "a mapping of lists to entries", code="bad_request")
    return unused


def _unused_choices(game: Game, unused: Mapping[str, Sequence[str]]) -> dict[str, dict[str, str]]:
    """Return the choices that the table doesn't use: names by choice, for each path."""
    listed = listed_choices(game) if unused else ()
    unused_names = {each.path: each.unused(unused.get(each.of, ())) for each in listed}
    return {path: names for path, names in unused_names.items() if names}


def _unused_templates(game: Game, unused: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Return the ids of the templates that fill in choices that the table doesn't use."""
    return [
        template
        for path, names in unused.items()
        for template, value in template_values(game, path).items()
        if value.casefold() in names
    ]


def _unused_problems(parsed: ParsedSheet, unused: Mapping[str, Mapping[str, str]]) -> Iterator[Problem]:
    """Yield a warning for each of a character's choices that the table doesn't use."""
    for path, names in unused.items():
        for place, value in values_at(parsed.data, path):
            if name := names.get(value) or names.get(value.strip().casefold()):
                words = f"{present.NOT_USED_AT_YOUR_TABLE}: {name}."
                yield Problem(place, "not_at_table", words, severity=WARNING)


def _parts(request: Mapping[str, Any], known: Sequence[str]) -> list[str]:
    parts = request.get("parts", [])
    if not isinstance(parts, list) or not all(part in known for part in parts):
        raise InputError.at("parts", parts, f"a list of {join_or(known)}", code="bad_request")
    return parts


def _sheet_changes(request: Mapping[str, Any]) -> dict[str, Any]:
    _, declared = _sheet_of(request)
    data = request.get("entries")
    entries = data if isinstance(data, list) else []
    return {
        "html": present.render_changes(declared, entries),
        "last": present.describe_last_change(declared, entries),
    }


def _sheet_of(request: Mapping[str, Any]) -> tuple[Game, Sheet]:
    game = registry.game(value_of(request, "game"))
    return game, api.sheet_of(game.id)


def _sheet_file(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    sheets = yield from api.read_characters_incrementally(value_of(request, "game"), request.get("text"))
    return {"sheets": to_jsonable(sheets)}


def _template(request: Mapping[str, Any]) -> dict[str, Any]:
    applied = api.apply_template(value_of(request, "game"), request.get("sheet"), request.get("template"))
    return {"sheet": to_jsonable(applied)}


def _upgrade(request: Mapping[str, Any]) -> dict[str, Any]:
    upgraded = api.upgrade_sheet(value_of(request, "game"), request.get("sheet"), request.get("version"))
    return {"sheet": to_jsonable(upgraded)}


ACTIONS: dict[str, Action] = {
    "sheet": _sheet,
    "sheet_changes": _sheet_changes,
    "sheet_file": _sheet_file,
    "template": _template,
    "upgrade": _upgrade,
}
