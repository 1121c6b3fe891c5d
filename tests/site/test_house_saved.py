"""Saved characters and encounters under house rules."""

import json

import pytest

from rules_py import tracker
from rules_py.systems import registry
from rules_py.systems.listed_choices import listed_choices
from tests.site.browser_storage import clear_site_data, save_item, saved_records
from tests.site.browsers import Browser, in_chromium
from tests.site.files import catch_copies, catch_downloads, copied_text, downloaded_file
from tests.site.house_rules import put_in_force

SHEET = "basic_systems/sheet/"
TRACKER = "two_d6/combat-tracker/"
OPTIONS = {"ones_cancel": False, "tens": "double", "botch_rule": "never", "willpower_immune": False}
LINE = "[data-part=house] .house-line"
USE = "[data-command=table-rules]"


@pytest.fixture
def reader(browser: Browser) -> Browser:
    browser.open("basic_systems/")
    clear_site_data(browser)
    put_in_force(browser, "basic_systems", None)
    put_in_force(browser, "two_d6", None)
    return browser


def test_sheet_follows_the_set_in_force(reader: Browser) -> None:
    reader.open(SHEET)
    put_in_force(reader, "basic_systems", {"ones_cancel": False})
    reader.wait_for_text(LINE, "no")
    assert reader.count(USE) == 0
    reader.wait_for("return Boolean(document.querySelector('[data-inputs*=ones_cancel]'))")
    put_in_force(reader, "basic_systems", None)
    reader.wait_for("return !document.querySelector(args[0])", LINE)


def test_sheet_with_its_own_rules_switches_to_the_tables(reader: Browser) -> None:
    character = {"name": "Mabel", "house": {"tens": "again"}}
    save_item(reader, "sheet:basic_systems:a", {"version": 1, "sheet": character})
    put_in_force(reader, "basic_systems", {"ones_cancel": False})
    reader.open(SHEET)
    reader.wait(USE)
    reader.click(USE)
    reader.wait_for("return !document.querySelector(args[0])", USE)
    reader.wait_for_text(LINE, "no")
    reader.click("[data-command=undo]")
    reader.wait(USE)


def test_sheet_open_in_two_tabs_switches_rules_in_both(reader: Browser) -> None:
    character = {"name": "Mabel", "house": {"tens": "again"}}
    save_item(reader, "sheet:basic_systems:a", {"version": 1, "sheet": character})
    put_in_force(reader, "basic_systems", {"ones_cancel": False})
    reader.open(SHEET)
    reader.wait(USE)
    first = reader.tabs()[0]
    reader.new_tab()
    reader.open(SHEET)
    reader.click(USE)
    reader.wait_for("return !document.querySelector(args[0])", USE)
    reader.switch_tab(first)
    reader.wait_for("return !document.querySelector(args[0])", USE)
    [sheet] = [each["kept"]["sheet"] for each in saved_records(reader, "sheet:basic_systems:")]
    assert sheet.get("house") is None and sheet["name"] == "Mabel"


def test_exported_sheet_contains_its_house_rules(reader: Browser) -> None:
    save_item(reader, "sheet:basic_systems:a", {"version": 1, "sheet": {"name": "Mabel"}})
    put_in_force(reader, "basic_systems", {"ones_cancel": False})
    reader.open_sheet(SHEET)
    reader.wait_for_text(LINE, "no")
    catch_downloads(reader)
    reader.eval("document.querySelector('[data-command=export]').click()")
    _, text = downloaded_file(reader)
    [sheet] = json.loads(text)["sheets"]
    assert sheet["house"] == {"ones_cancel": False} and sheet["name"] == "Mabel"
    [own] = [each["kept"]["sheet"] for each in saved_records(reader, "sheet:basic_systems:")]
    assert "house" not in own


@in_chromium
def test_printed_sheet_names_the_set_and_no_page(reader: Browser) -> None:
    reader.open_sheet(SHEET)
    for options in ({"ones_cancel": False}, OPTIONS):
        put_in_force(reader, "basic_systems", options, name="Elm")
        reader.wait_for_text(LINE, "House rules (Elm)")
        reader.emulate(print=True)
        printed = reader.eval("return document.querySelector(args[0]).innerText", LINE)
        before = reader.eval(
            "return getComputedStyle(document.querySelector(`${args[0]} p`), '::before').content", LINE
        )
        assert "House rules (Elm)" in printed + before
        assert "each 1 cancels a success: no" in printed and "Our house rules" not in printed
        reader.emulate()


def test_new_encounter_follows_the_set_in_force(reader: Browser) -> None:
    """Wren has two more wounds. The line omits rules of character creation."""
    put_in_force(reader, "two_d6", {"wild_from": 6, "base_wounds": 5, "stat_points": 40})
    reader.open(TRACKER)
    reader.wait_for_text(LINE, "Wounds before Toughness: 5")
    assert "Stat points" not in reader.text(LINE)
    reader.wait_for_text("[data-part=table]", "7 of 7 wounds left")
    put_in_force(reader, "two_d6", None)
    reader.wait_for_text("[data-part=table]", "5 of 5 wounds left")
    reader.wait_for("return !document.querySelector(args[0])", LINE)


def test_running_encounter_switches_rules_and_back(reader: Browser) -> None:
    """By keyboard: then the focus is on the button that undoes the change."""
    game = registry.game("dichotomy").tracker
    scene = tracker.from_preset(game.presets[0]).to_json()
    encounter = {**scene, "log": [{"do": "move", "who": "Odile", "to": ["2"]}], "at": 1}
    save_item(reader, "desk:dichotomy:a", {"version": game.version, "scene": encounter})
    put_in_force(reader, "dichotomy", {"step_hits": 4, "first_picks": 5})
    reader.open("dichotomy/fight-desk/")
    reader.wait(USE)
    before = reader.text("[data-part=head]")
    reader.wait_for_text(LINE, "By the book.")
    reader.click(USE)
    reader.wait_for_text(LINE, "injury track: 4")
    assert reader.text("[data-part=notice]") == "This fight goes by your table’s rules now."
    reader.wait_for("return document.activeElement.textContent === 'Undo change of rules'")
    reader.press("Enter")
    reader.wait_for_text("[data-part=notice]", "Restored.")
    reader.wait(USE)
    reader.wait_for_text(LINE, "By the book.")
    assert reader.text("[data-part=head]") == before
    put_in_force(reader, "dichotomy", None)


def test_new_encounter_does_not_move_the_focus(reader: Browser) -> None:
    put_in_force(reader, "two_d6", {"wild_from": 6})
    reader.open(TRACKER)
    reader.wait(LINE)
    assert reader.eval("return document.activeElement === document.body")
    reader.eval("document.querySelector('.house-chip__book').focus()")
    reader.press("Enter")
    reader.wait_for("return !document.querySelector(args[0])", LINE)
    assert reader.eval("return document.activeElement.matches('.house-chip__book')")
    put_in_force(reader, "two_d6", None)


def test_link_to_a_sheet_contains_its_house_rules(reader: Browser) -> None:
    """A reader without house rules who opens it saves the character with its rules."""
    save_item(reader, "sheet:basic_systems:a", {"version": 1, "sheet": {"name": "Mabel"}})
    put_in_force(reader, "basic_systems", {"ones_cancel": False})
    reader.open_sheet(SHEET)
    reader.wait_for_text(LINE, "no")
    catch_copies(reader)
    reader.eval("document.querySelector('[data-command=share]').click()")
    link = copied_text(reader)
    clear_site_data(reader)
    put_in_force(reader, "basic_systems", None)
    reader.open("basic_systems/")
    reader.open(f"{SHEET}#{link.partition('#')[2]}")
    reader.wait("[data-part=confirm]:not([hidden]) [data-part=yes]")
    reader.wait_for_text(LINE, "no")
    reader.click("[data-part=yes]")
    reader.wait_for_text("[data-part=notice]", "Mabel")
    [sheet] = [each["kept"]["sheet"] for each in saved_records(reader, "sheet:basic_systems:")]
    assert sheet["house"] == {"ones_cancel": False} and reader.count(USE) == 1


IS_MARKED_UNUSED = """
const [path, choice] = args;
const plain = (name) => name.replace(/\\.\\d+(?=\\.|$)/g, ".*");
const form = document.querySelector("dice-sheet [data-part=form]");
for (const control of form.querySelectorAll("select, [type=radio], [data-several] input")) {
    const several = control.closest("[data-several]")?.dataset.several;
    if ((several === undefined ? plain(control.name) : `${several}.*`) !== path) continue;
    const option = [...(control.options ?? [control])].find(({ value }) => value === choice);
    const label = option && (option.label ?? option.parentElement.textContent);
    if (label && /Not used at your table/i.test(label)) return true;
}
return false;
"""


@pytest.mark.parametrize("game", [each.id for each in registry.games() if listed_choices(each)])
def test_every_picker_marks_unused_entries(reader: Browser, game: str) -> None:
    """The first entry of each list is excluded, and every field in which it can be chosen shows that."""
    reader.open(f"{game}/sheet/")
    pages = reader.eval("return JSON.parse(document.querySelector('dice-sheet').dataset.lists)")
    choices = [each for each in listed_choices(registry.game(game)) if each.of in pages]
    assert len(choices) > 1
    entries, row = {}, {}
    for each in choices:
        choice, entry = next(iter(each.entries.items()))
        page = pages[each.of].rstrip("/").rpartition("/")[2]
        entries[f"{page}#{entry.id}"] = {"hidden": True}
        top, *inside = each.path.split(".")
        if inside == ["*"]:
            row[top] = [choice]
        elif inside:
            row.setdefault(top, [{}])[0][inside[-1]] = choice
    save_item(reader, f"sheet:{game}:a", {"version": 1, "sheet": {"name": "Mabel", **row}})
    put_in_force(reader, game, {}, entries=entries)
    reader.open_sheet(f"{game}/sheet/")
    for each in choices:
        if each.path != "race":  # a text
            reader.wait_for(IS_MARKED_UNUSED, each.path, next(iter(each.entries)))
    put_in_force(reader, game, None)
    reader.wait_for("return !document.querySelector('dice-sheet :is(option[label], [data-unused])')")


def test_unused_race_is_marked_on_its_template(reader: Browser) -> None:
    save_item(reader, "sheet:two_d6:a", {"version": 1, "sheet": {"name": "Mabel", "race": "Goblin"}})
    put_in_force(reader, "two_d6", {}, entries={"races#goblin": {"hidden": True}})
    reader.open_sheet("two_d6/sheet/")
    reader.wait_for_text("[data-template=goblin]", "Not used at your table")
    assert reader.text("[data-template=half_goblin]") == "Half goblin"
    reader.wait_for_text("[data-problems=race]", "Warning: Not used at your table: Goblin.")


def test_unused_spell_can_be_chosen_with_a_warning(reader: Browser) -> None:
    put_in_force(reader, "two_d6", {}, entries={"spells#destroy": {"hidden": True}})
    save_item(
        reader, "sheet:two_d6:a", {"version": 1, "sheet": {"name": "Mabel", "spells": [{"spell": "blast"}]}}
    )
    reader.open_sheet("two_d6/sheet/")
    option = "select[name='spells.0.spell'] option[value=destroy]"
    marked_option = f"{option}[label='Destroy – Not used at your table']"
    reader.wait_for("return Boolean(document.querySelector(args[0]))", marked_option)
    assert reader.count("select[name='spells.0.spell'] option[label]") == 1
    reader.choose("select[name='spells.0.spell']", "destroy")
    reader.wait_for_text("[data-problems='spells.0.spell']", "Warning: Not used at your table: Destroy.")
    put_in_force(reader, "two_d6", None)
    reader.wait_for("return !document.querySelector('option[label]')")
    assert "Not used at your table" not in reader.text("dice-sheet")


def test_encounter_rejects_rules_that_contradict_its_log(reader: Browser) -> None:
    game = registry.game("dichotomy").tracker
    scene = tracker.from_preset_under(game, game.presets[0], {"action_points": 6}).to_json()
    encounter = {**scene, "log": [{"do": "move", "who": "Odile", "to": ["2", "3", "4"]}], "at": 1}
    save_item(reader, "desk:dichotomy:a", {"version": game.version, "scene": encounter})
    put_in_force(reader, "dichotomy", None)
    reader.open("dichotomy/fight-desk/")
    reader.wait(USE)
    reader.click(USE)
    reader.wait_for_text(
        "[data-part=notice]", "This fight can’t use these rules: line 1 of its log wouldn’t be"
    )
    reader.wait_for_text(
        "[data-part=notice]", "Odile can’t do that. Costs 5 points; 3 left. Start a new fight"
    )
    reader.wait_for_text(LINE, "6")
    assert reader.count(USE) == 1
