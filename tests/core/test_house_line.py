"""The line that names the house rules of a character or an encounter."""

import json

import pytest

from rules_py.present import render_house_line
from rules_py.sheets.change_log import describe_change
from rules_py.systems import registry
from rules_py.web import respond

GAME = registry.game("basic_systems")


def house_line(own, table, name=""):
    return render_house_line(GAME, GAME.options, own, table, name)


def test_line_is_empty_under_standard_rules() -> None:
    assert house_line({}, {}) == house_line({"ones_cancel": True}, {}) == ""


def test_line_names_rules_and_links_to_their_page() -> None:
    line = house_line({"ones_cancel": False}, {"ones_cancel": False})
    assert ": no." in line and 'href="basic_systems/house-rules/"' in line
    assert "<button" not in line


def test_line_names_the_set_whose_rules_it_lists() -> None:
    own, many = {"ones_cancel": False}, {"ones_cancel": False, "tens": "double", "botch_rule": "never"}
    assert "House rules (Elm &amp; Ash): " in house_line(own, own, "Elm & Ash")
    assert 'data-label="House rules (Elm)"' in house_line(
        {**many, "willpower_immune": False}, {**many, "willpower_immune": False}, "Elm"
    )
    assert "Elm" not in house_line(own, many, "Elm")


def test_line_names_only_rules_that_affect_its_sheet() -> None:
    """Ten-dot Traits are added to pools at the table; no sheet has a roll for it."""
    table = {"allow_mix": True, "ones_cancel": False}
    sheet = GAME.sheet.blank() | {"house": {"ones_cancel": False}}
    reply = json.loads(
        respond(json.dumps({"action": "sheet", "game": GAME.id, "sheet": sheet, "house": table}))
    )
    assert "cancels a success: no. " in reply["house"]
    assert "ten-dot" not in reply["house"].lower() and "<button" not in reply["house"]


def test_line_collapses_many_rules() -> None:
    few = {"ones_cancel": False, "tens": "double"}
    many = {**few, "botch_rule": "never", "willpower_immune": False}
    assert "<details" not in house_line(few, few)
    line = house_line(many, few)
    summary, _, inside = line.partition("</summary>")
    assert "<details" in summary and "button" not in summary
    assert inside.index("No botches") < inside.index("Our house rules") < inside.index("</details>")
    assert inside.index("</details>") < inside.index("Use the table’s rules")


@pytest.mark.parametrize(
    ("own", "table", "words"),
    [
        ({"ones_cancel": False}, {"tens": "again"}, "Use the table’s rules"),
        ({}, {"tens": "again"}, "Use the table’s rules"),
        ({"ones_cancel": False}, {}, "Use the book’s rules"),
    ],
)
def test_line_offers_the_rules_of_the_table(own, table, words) -> None:
    assert words in house_line(own, table)


def test_change_log_names_the_source_of_house_rules() -> None:
    change = describe_change(GAME.sheet, "house", {"tens": "again"}, None)
    assert change.sentence == "House rules: its own → the table’s"
