"""A page requests all parts of a sheet at once, and the sheet is evaluated once."""

import json
from dataclasses import replace

import pytest

from rules_py import api, web
from rules_py.base.jsonable import to_jsonable
from rules_py.systems import registry
from rules_py.systems.listed_choices import listed_choices


@pytest.mark.parametrize("game", [each.id for each in registry.games() if each.sheet])
def test_sheet_request_evaluates_the_sheet_once(game, monkeypatch):
    """Each of several requested parts equals the part that is requested alone."""
    game_sheet, calls = api.sheet_of(game), []

    def evaluate(sheet):
        calls.append(sheet)
        return game_sheet.evaluate(sheet)

    counting_sheet = replace(game_sheet, evaluate=evaluate)
    sheet = counting_sheet.blank()
    assert (
        counting_sheet.check(sheet) and len(calls) == 2
    )  # the problems of a blank sheet are cached from now on
    monkeypatch.setattr(api, "sheet_of", lambda _: counting_sheet)
    parts = ["report", "play", *(f"cards.{each.field}" for each in game_sheet.cards)]
    calls.clear()
    together = request_sheet(game, sheet, parts)
    assert len(calls) == 1
    alone = {"cards": {}}
    for reply in (request_sheet(game, sheet, [part]) for part in parts):
        alone = {**alone, **reply, "cards": alone["cards"] | reply["cards"]}
    assert together == alone and set(together["cards"]) == {each.field for each in game_sheet.cards}


def request_sheet(game, sheet, parts):
    request = {"action": "sheet", "game": game, "sheet": to_jsonable(sheet), "parts": parts}
    return json.loads(web.respond(json.dumps(request)))


def test_sheet_request_for_an_unknown_part_is_refused():
    assert request_sheet("core_rules", {}, ["cards.nothing"])["codes"] == ["bad_request"]


def check_sheet(game, sheet, unused=None, parts=("report",)):
    request = {"action": "sheet", "game": game, "sheet": sheet, "parts": [*parts], "unused": unused or {}}
    return json.loads(web.respond(json.dumps(request)))


def test_unused_choice_is_a_warning():
    sheet = {"name": "Mabel", "spells": [{"spell": "blast"}, {"spell": "destroy", "dc": 13}]}
    parts = ("report", "cards.spells")
    before = check_sheet("two_d6", sheet, parts=parts)
    after = check_sheet("two_d6", sheet, {"spells": ["destroy", "no-such"], "no-such": ["destroy"]}, parts)
    assert after["unused"] == {"choices": {"spells.*.spell": ["destroy"]}, "templates": []}
    [problem] = [each for each in after["report"]["problems"] if each not in before["report"]["problems"]]
    assert problem["message"] == "Not used at your table: Destroy."
    assert (problem["field"], problem["severity"]) == ("spells.1.spell", "warning")
    assert after["report"]["legal"] == before["report"]["legal"]
    [card] = [each for each in after["cards"]["spells"].split("<li ") if "Not used at your table" in each]
    assert "Destroy" in card and "disabled" not in card
    assert "unused" not in str(before["cards"]) and before["unused"] == {"choices": {}, "templates": []}


def test_unused_race_is_reported_with_its_templates():
    reply = check_sheet("two_d6", {"race": " goblin"}, {"races": ["goblin"]})
    assert reply["unused"] == {"choices": {"race": ["goblin"]}, "templates": ["goblin", "goblin_nose"]}
    assert "Not used at your table: Goblin." in str(reply["report"]["problems"])
    assert "Not used at your table" not in str(
        check_sheet("two_d6", {"race": "Elf"}, {"races": ["goblin"]})["report"]
    )


def test_unused_ability_is_not_offered():
    scores = {"finesse": 8, "power": 6, "martial": 7, "spiritual": 5, "natural": 6, "technical": 5}
    unused = {"abilities": ["deadly_aim"]}
    before, after = (check_sheet("dichotomy", {"attributes": scores}, excluded) for excluded in ({}, unused))
    assert "Deadly Aim" in before["report"]["html"]
    assert "Deadly Aim" not in after["report"]["html"] and "Covering Fire" in after["report"]["html"]


LISTS_BY_PATH = {
    "core_rules": {"skills.*": "skills", "specialties.*.skill": "skills"},
    "dichotomy": {
        "wealth": "wealth",
        "picks.*": "abilities",
        "motives.*.motive": "motives",
        "items.*.item": "equipment",
        "ledger.*.connection": "connections",
        "ledger.*.from": "connections",
    },
    "two_d6": {
        "race": "races",
        "race_required.*.talent": "talents",
        "talents.*.talent": "talents",
        "talents.*.plus": "stats",
        "talents.*.minus": "stats",
        "skills.*.skill": "skills",
        "skills.*.stat": "stats",
        "spells.*.spell": "spells",
        "armour": "armour",
        "aims.*.skill": "skills",
        "aims.*.stat": "stats",
        "aims.*.dc": "dcs",
    },
    "basic_systems": {},
    "action_consequence": {},
}


@pytest.mark.parametrize("game", LISTS_BY_PATH)
def test_listed_choices_finds_every_picker(game):
    """Every picker whose choices are entries of a list, so that unused entries can be greyed out."""
    assert {each.path: each.of for each in listed_choices(registry.game(game))} == LISTS_BY_PATH[game]


@pytest.mark.parametrize("game", [each for each, lists in LISTS_BY_PATH.items() if lists])
def test_each_listed_choice_can_be_unused(game):
    """The warning is at the field that has the unused entry."""
    sheet = registry.game(game).sheet
    for each in listed_choices(registry.game(game)):
        if each.path == "aims.*.dc":  # a number
            continue
        choice, entry = next(iter(each.entries.items()))
        top, *row = each.path.split(".")
        data = {top: [{row[-1]: choice}] if row[1:] else [choice] if row else choice}
        report = check_sheet(game, to_jsonable(sheet.blank()) | data, {each.of: [entry.id]})
        fields = [
            problem["field"] for problem in report["report"]["problems"] if problem["code"] == "not_at_table"
        ]
        assert each.path.replace("*", "0") in fields, each.path
        assert choice in report["unused"]["choices"][each.path]


@pytest.mark.parametrize("unused", ["destroy", {"spells": "destroy"}])
def test_unreadable_unused_entries_are_refused(unused):
    request = {"action": "sheet", "game": "two_d6", "sheet": {}, "unused": unused}
    assert json.loads(web.respond(json.dumps(request)))["codes"] == ["bad_request"]
