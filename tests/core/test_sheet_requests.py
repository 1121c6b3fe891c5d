"""A page requests all parts of a sheet at once, and the sheet is evaluated once."""

import json
from dataclasses import replace

import pytest

from rules_py import api, web
from rules_py.base.jsonable import to_jsonable
from rules_py.systems import registry


@pytest.mark.parametrize("game", [each.id for each in registry.games() if each.sheet])
def test_sheet_request_evaluates_the_sheet_once(game, monkeypatch):
    """However many parts a request asks for, each equals the part that is requested alone."""
    declared, calls = api.sheet_of(game), []

    def evaluate(sheet):
        calls.append(sheet)
        return declared.evaluate(sheet)

    counted = replace(declared, evaluate=evaluate)
    sheet = counted.blank()
    assert counted.check(sheet) and len(calls) == 2  # the problems of a blank sheet are cached from now on
    monkeypatch.setattr(api, "sheet_of", lambda _: counted)
    parts = ["report", "play", *(f"cards.{each.field}" for each in declared.cards)]
    calls.clear()
    together = requested(game, sheet, parts)
    assert len(calls) == 1
    alone = {"cards": {}}
    for reply in (requested(game, sheet, [part]) for part in parts):
        alone = {**alone, **reply, "cards": alone["cards"] | reply["cards"]}
    assert together == alone and set(together["cards"]) == {each.field for each in declared.cards}


def requested(game, sheet, parts):
    request = {"action": "sheet", "game": game, "sheet": to_jsonable(sheet), "parts": parts}
    return json.loads(web.respond(json.dumps(request)))


def test_sheet_request_for_an_unknown_part_is_refused():
    assert requested("core_rules", {}, ["cards.nothing"])["codes"] == ["bad_request"]


def test_choice_that_the_table_does_not_use_is_named_and_allowed():
    sheet = {"name": "Mabel", "spells": [{"spell": "blast"}, {"spell": "destroy", "dc": 13}]}
    request = {"action": "sheet", "game": "two_d6", "sheet": sheet, "parts": ["report", "cards.spells"]}
    before = json.loads(web.respond(json.dumps(request)))
    after = json.loads(web.respond(json.dumps({**request, "unused": {"spells": ["destroy", "no-such"]}})))
    assert after["unused"] == [{"field": "spells", "key": "spell", "values": ["destroy"]}]
    [told] = [each for each in after["report"]["problems"] if each not in before["report"]["problems"]]
    assert told["message"] == "Not at your table: Destroy."
    assert (told["field"], told["severity"]) == ("spells.1", "warning")
    assert after["report"]["legal"] == before["report"]["legal"]
    [card] = [each for each in after["cards"]["spells"].split("<li ") if "Not at your table" in each]
    assert "Destroy" in card and "disabled" not in card
    assert "unused" not in str(before["cards"]) and before["unused"] == []


@pytest.mark.parametrize("unused", ["destroy", {"spells": "destroy"}])
def test_unreadable_unused_entries_are_refused(unused):
    request = {"action": "sheet", "game": "two_d6", "sheet": {}, "unused": unused}
    assert json.loads(web.respond(json.dumps(request)))["codes"] == ["bad_request"]
