"""Contract tests of a sheet's change log."""

from __future__ import annotations

from typing import Any

from hooks.contracts.requests import reply_to
from hooks.contracts.sheets.cases import WITH_SHEET, of_every_game, people
from hooks.directives.library import Library
from rules_py.inputs import Flag, Int, ListOf
from rules_py.sheets.change_log import describe_change
from rules_py.systems.game import Game


@of_every_game
def test_change_of_any_field_is_described(game: Game, library: Library) -> None:
    """Each change is described in a sentence.

    Fix: the labels of the fields and of their options.
    """
    declared = game.sheet
    assert declared
    keys = {each.name for each in declared.fields if "_" in each.name}
    for character in people(game, library):
        for name, value in character.items():
            others: tuple[Any, ...] = (None, value, "x", 7, [], {}, [None], True)
            for other in others:
                sentence = describe_change(declared, name, value, other).sentence
                assert sentence and not any(key in sentence for key in keys), sentence
    assert "unknown field" in describe_change(declared, "no.such.field", 1, 2).sentence


@of_every_game
def test_change_of_a_track_shows_the_difference(game: Game) -> None:
    """A change to a track is described with its old and new value.

    Fix: `field` of the `PlayField`: the name of an `Int` or a `Flag` of the sheet.
    """
    declared = game.sheet
    assert declared
    for track in declared.play.fields:
        field = declared.at(track.field)
        if isinstance(field, Int):
            assert describe_change(declared, track.field, 2, 1).change == "2 → 1 (−1)"
        if isinstance(field, Flag):
            assert describe_change(declared, track.field, True, False).change == "no"


@of_every_game
def test_change_of_a_list_names_added_and_removed(game: Game, library: Library) -> None:
    """A change to a list is described with the entries added and removed.

    Fix: the labels of the list's entries and of their fields.
    """
    declared = game.sheet
    assert declared
    for character in people(game, library)[1:]:
        for field in declared.fields:
            if isinstance(field, ListOf) and character.get(field.name):
                assert "removed" in describe_change(declared, field.name, character[field.name], []).change
                assert "added" in describe_change(declared, field.name, [], character[field.name]).change


def test_damaged_change_log_is_ignored() -> None:
    """A damaged history of a sheet is ignored.

    Fix: the labels of the sheet's fields, which the history uses.
    """
    junk = [None, 7, {"id": "a"}, {"id": "a", "changes": [3]}, {"id": 1, "changes": []}, "x"]
    for game in WITH_SHEET:
        for entries in (junk, "x"):
            reply = reply_to({"action": "sheet_changes", "game": game.id, "entries": entries})
            assert reply["ok"] and reply["last"] == ""
