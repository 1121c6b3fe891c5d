"""Saved characters and encounters under the house rules of the table."""

import pytest

from rules_py import tracker
from rules_py.systems import registry
from tests.site.browser_storage import forget_all, keep, kept
from tests.site.browsers import Browser
from tests.site.house_rules import play_by
from tests.site.test_sheet import catch_downloads, downloaded

SHEET = "basic_systems/sheet/"
TRACKER = "two_d6/combat-tracker/"
LINE = "[data-part=house] .house-line"
USE = "[data-command=table-rules]"


@pytest.fixture
def reader(browser: Browser) -> Browser:
    browser.open("basic_systems/")
    forget_all(browser)
    play_by(browser, "basic_systems", None)
    play_by(browser, "two_d6", None)
    return browser


def text_is(browser: Browser, css: str, part: str) -> None:
    browser.wait_for("return document.querySelector(args[0])?.textContent.includes(args[1])", css, part)


def test_sheet_follows_the_set_in_force(reader: Browser) -> None:
    reader.open(SHEET)
    play_by(reader, "basic_systems", {"ones_cancel": False})
    text_is(reader, LINE, "no")
    assert reader.count(USE) == 0
    reader.wait_for("return Boolean(document.querySelector('[data-inputs*=ones_cancel]'))")
    play_by(reader, "basic_systems", None)
    reader.wait_for("return !document.querySelector(args[0])", LINE)


def test_sheet_with_rules_of_its_own_takes_the_tables(reader: Browser) -> None:
    character = {"name": "Mabel", "house": {"tens": "again"}}
    keep(reader, "sheet:basic_systems:a", {"version": 1, "sheet": character})
    play_by(reader, "basic_systems", {"ones_cancel": False})
    reader.open(SHEET)
    reader.wait(USE)
    reader.click(USE)
    reader.wait_for("return !document.querySelector(args[0])", USE)
    text_is(reader, LINE, "no")
    reader.click("[data-command=undo]")
    reader.wait(USE)


def test_sheet_in_two_tabs_takes_the_tables_rules_in_both(reader: Browser) -> None:
    character = {"name": "Mabel", "house": {"tens": "again"}}
    keep(reader, "sheet:basic_systems:a", {"version": 1, "sheet": character})
    play_by(reader, "basic_systems", {"ones_cancel": False})
    reader.open(SHEET)
    reader.wait(USE)
    first = reader.tabs()[0]
    reader.new_tab()
    reader.open(SHEET)
    reader.click(USE)
    reader.wait_for("return !document.querySelector(args[0])", USE)
    reader.switch_tab(first)
    reader.wait_for("return !document.querySelector(args[0])", USE)
    [sheet] = [each["kept"]["sheet"] for each in kept(reader, "sheet:basic_systems:")]
    assert sheet.get("house") is None and sheet["name"] == "Mabel"


def test_file_of_a_sheet_holds_the_rules_it_goes_by(reader: Browser) -> None:
    keep(reader, "sheet:basic_systems:a", {"version": 1, "sheet": {"name": "Mabel"}})
    play_by(reader, "basic_systems", {"ones_cancel": False})
    reader.open_sheet(SHEET)
    text_is(reader, LINE, "no")
    catch_downloads(reader)
    reader.eval("document.querySelector('[data-command=export]').click()")
    _, file = downloaded(reader)
    [sheet] = file["sheets"]
    assert sheet["house"] == {"ones_cancel": False} and sheet["name"] == "Mabel"
    [own] = [each["kept"]["sheet"] for each in kept(reader, "sheet:basic_systems:")]
    assert "house" not in own


def test_new_encounter_takes_the_set_and_keeps_it(reader: Browser) -> None:
    play_by(reader, "two_d6", {"wild_from": 6})
    reader.open(TRACKER)
    text_is(reader, LINE, "6")
    play_by(reader, "two_d6", None)
    reader.wait_for("return !document.querySelector(args[0])", LINE)


def test_spell_that_is_not_used_can_be_chosen_with_a_notice(reader: Browser) -> None:
    play_by(reader, "two_d6", {}, entries={"spells#destroy": {"hidden": True}})
    keep(reader, "sheet:two_d6:a", {"version": 1, "sheet": {"name": "Mabel", "spells": [{"spell": "blast"}]}})
    reader.open_sheet("two_d6/sheet/")
    option = "select[name='spells.0.spell'] option[value=destroy]"
    marked = f"{option}[label='Destroy – Not at your table']"
    reader.wait_for("return Boolean(document.querySelector(args[0]))", marked)
    assert reader.count("select[name='spells.0.spell'] option[label]") == 1
    reader.choose("select[name='spells.0.spell']", "destroy")
    text_is(reader, "[data-problems='spells.0']", "Warning: Not at your table: Destroy.")
    play_by(reader, "two_d6", None)
    reader.wait_for("return !document.querySelector('option[label]')")
    assert "Not at your table" not in reader.text("dice-sheet")


def test_rules_under_which_the_log_is_impossible_are_refused(reader: Browser) -> None:
    game = registry.game("dichotomy").tracker
    scene = tracker.from_preset(game.presets[0], {"action_points": 6}).to_json()
    played = {**scene, "log": [{"do": "move", "who": "Odile", "to": ["2", "3", "4"]}], "at": 1}
    keep(reader, "desk:dichotomy:a", {"version": game.version, "scene": played})
    play_by(reader, "dichotomy", None)
    reader.open("dichotomy/fight-desk/")
    reader.wait(USE)
    reader.click(USE)
    text_is(reader, "[data-part=told]", "Line 1 of the log isn’t possible: Odile can’t do that.")
    text_is(reader, LINE, "6")
    assert reader.count(USE) == 1
