"""Fights in storage, files, links and several tabs, and saved characters that join them."""

import json

from tests.site.browser_storage import clear_site_data, save_item, saved_records
from tests.site.browsers import Browser, alike, in_chromium
from tests.site.files import catch_copies, choose_file, copied_text
from tests.site.tool_menu import from_menu
from tests.site.tracker_page import (
    PAGE,
    WREN,
    choose_combatant,
    click,
    form,
    move_to,
    press_button,
    wait_for_event,
    wait_until_idle,
)


@in_chromium
def test_each_tab_returns_to_its_own_fight(browser: Browser) -> None:
    browser.open(PAGE)
    from_menu(browser, "[data-command=blank]")
    click(browser, '[id="desk-set-sample-wolf"]')
    browser.wait('[id="desk-set-open-Wolf"]')
    first = browser.tabs()[0]
    browser.new_tab()
    browser.open(PAGE)
    from_menu(browser, "[data-command=blank]")
    click(browser, '[id="desk-set-sample-wolf"]')
    browser.wait('[id="desk-set-open-Wolf"]')
    selected = "return document.querySelector('[data-part=items]').selectedOptions[0].text"
    browser.wait_for(f"{selected} === args[0]", "Wolf (2)")
    browser.switch_tab(first)
    browser.reload()
    browser.wait_for(f"{selected} === args[0]", "Wolf")


@in_chromium
def test_fight_open_in_two_tabs_loses_nothing(browser: Browser) -> None:
    browser.open(PAGE)
    move_to(browser, "3")
    wait_for_event(browser, "Odile moves to zone 3.")
    first = browser.tabs()[0]
    browser.new_tab()
    browser.open(PAGE)
    wait_for_event(browser, "Odile moves to zone 3.")
    click(browser, press_button("defend"))
    wait_for_event(browser, "Bram defends")
    browser.switch_tab(first)
    wait_for_event(browser, "Bram defends")
    assert "was changed in another tab" in browser.text("[data-part=notice]")


@in_chromium
def test_inactive_tab_catches_up_with_another(browser: Browser) -> None:
    """Browsers suspend background tabs, which then get no storage events about another tab's actions."""
    browser.open(PAGE)
    move_to(browser, "3")
    wait_for_event(browser, "Odile moves to zone 3.")
    [fight] = saved_records(browser, "desk:")
    fight["kept"]["scene"]["log"].append({"do": "defend", "who": "Bram"})
    fight["kept"]["scene"]["at"] = 2
    save_item(browser, fight["key"], fight["kept"])
    click(browser, press_button("attack-Thug-finesse-martial"))
    wait_for_event(browser, "Bram defends")
    browser.wait_for(
        "return document.querySelector('[data-part=notice]').textContent.includes('wasn’t applied')"
    )
    assert browser.count(".tracker__entry") == 2


@in_chromium
def test_link_contains_the_whole_fight(browser: Browser) -> None:
    browser.open(PAGE)
    move_to(browser, "3")
    wait_for_event(browser, "Odile moves to zone 3.")
    catch_copies(browser)
    browser.eval("scrollTo(0, 0)")
    from_menu(browser, "[data-command=share]")
    link = copied_text(browser)
    clear_site_data(browser)
    browser.open("core_rules/")
    browser.open(link)
    browser.wait("[data-part=confirm]")
    assert "The road ambush" in browser.text("[data-part=question]")
    click(browser, "[data-part=yes]")
    wait_for_event(browser, "Odile moves to zone 3.")
    assert "#desk" not in browser.path


IMPORT = "dice-tracker [data-part=import]"


@in_chromium
def test_fight_is_imported_and_a_foreign_file_rejected(browser: Browser) -> None:
    browser.open(PAGE)
    browser.wait(form("move-2"))
    scene = json.loads(browser.eval("return document.querySelector('dice-tracker').dataset.scene"))
    scene |= {"name": "Elsewhere", "log": [{"do": "defend", "who": "Bram"}], "at": 1}
    file = {"format": "diceleaf-desk", "version": 1, "game": "dichotomy", "scenes": [scene]}
    choose_file(browser, IMPORT, json.dumps(file | {"game": "core_rules"}))
    browser.wait_for(
        "return document.querySelector('[data-part=notice]').textContent.includes('nothing was changed')"
    )
    assert browser.texts("[data-part=items] option") == ["The road ambush"]
    choose_file(browser, IMPORT, json.dumps(file))
    wait_for_event(browser, "Bram defends")
    assert browser.text("[data-part=question]") == "Add Elsewhere from this file to your fights?"
    assert saved_records(browser, "desk:") == []
    click(browser, "[data-part=yes]")
    browser.wait_for("return document.querySelector('[data-part=notice]').textContent.includes('Imported')")
    assert "Elsewhere" in browser.texts("[data-part=items] option")


@in_chromium
def test_combatant_is_edited_in_the_setup(browser: Browser) -> None:
    browser.open(PAGE)
    click(browser, ".tracker__setup > summary")
    click(browser, '[id="desk-set-open-Thug"]')
    name = '[name="entry.name"]'
    save_button = '[id="desk-set-entry-Thug"] > [type=submit]'
    browser.wait(name)
    browser.type(name, "Bram")
    click(browser, save_button)
    browser.wait('[data-problems="entry.name"]:not(:empty)')
    browser.type(name, "Captain")
    browser.type('[name="entry.hits"]', "5")
    click(browser, save_button)
    click(browser, "[data-command=begin]")
    browser.wait('button[data-turn="Captain"]')
    assert "5 hits left" in browser.text("dice-tracker [data-part=table]")


@in_chromium
def test_saved_character_joins_the_tracker_and_is_saved_back(browser: Browser) -> None:
    browser.open("dichotomy/sheet/")
    save_item(browser, "sheet:dichotomy:1", {"version": 1, "sheet": WREN})
    browser.open(PAGE)
    click(browser, ".tracker__setup > summary")
    click(browser, "[data-sheet='1']")
    click(browser, "[data-command=begin]")
    choose_combatant(browser, "Wren")
    click(browser, f"{form('set')} summary")
    browser.type(f'{form("set")} [name="change.hits"]', "2")
    buttons = [press_button("set"), "[data-command=back]"]  # at the same time: the second waits for the first
    browser.eval("for (const css of args[0]) document.querySelector(css).click()", buttons)
    browser.wait_for("return document.querySelector('[data-part=notice]').textContent")
    assert browser.text("[data-part=notice]") == "Character sheets updated: Wren."
    [wren] = saved_records(browser, "sheet:")
    assert wren["kept"]["sheet"]["track"]["hits"] == 2


@alike
def test_tracker_offers_only_characters_with_a_name(browser: Browser) -> None:
    browser.open("dichotomy/sheet/")
    for name in ("Odile", "Bram"):
        browser.click("dice-sheet [data-set-mode=make]")
        from_menu(browser, "[data-command=new]")
        browser.click(f"dice-sheet .saved__ready [aria-label='Start with {name}']")
        browser.click("dice-sheet [data-part=keep]")
        browser.wait_for("return document.querySelector(args[0]).hidden", "dice-sheet [data-part=keep]")
    [first, _] = saved_records(browser, "sheet:")
    for name in ("", "  "):
        nameless = {**first["kept"], "sheet": {**first["kept"]["sheet"], "name": name}}
        save_item(browser, f"sheet:dichotomy:0ccd7fb9cde34152{len(name)}", nameless)
    browser.open(PAGE)
    from_menu(browser, "[data-command=blank]")
    browser.wait("dice-tracker [data-part=setup][open]")
    assert browser.texts("dice-tracker [data-part=sheets] > button") == ["Everyone", "Bram", "Odile"]
    click(browser, "[data-sheet='']:not([hidden])")
    setting = "dice-tracker [data-part=setting]"
    browser.wait_for("return document.querySelector(args[0]).textContent.includes('Odile')", setting)
    wait_until_idle(browser)
    assert "A character" not in browser.text(setting)
