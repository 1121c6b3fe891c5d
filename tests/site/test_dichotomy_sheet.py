"""Dichotomy's forms: linked attributes of the sheet, and fields that appear only where they apply."""

from __future__ import annotations

import pytest

from tests.site.browser_storage import save_item, saved_records
from tests.site.browsers import Browser, alike, in_chromium

SHEET = "dice-sheet[data-game=dichotomy]"


def field(name: str) -> str:
    return f"{SHEET} [name='attributes.{name}']"


@pytest.fixture
def sheet(browser: Browser) -> Browser:
    """The browser at a blank sheet."""
    browser.open_sheet("dichotomy/sheet/")
    return browser


@alike
def test_paired_attributes_keep_their_sum(sheet: Browser) -> None:
    sheet.type(field("power"), "8")
    assert sheet.value(field("finesse")) == "3"
    sheet.type(field("finesse"), "10")
    assert sheet.value(field("power")) == "1"
    assert sheet.value(field("martial")) == "6"
    sheet.wait_for_text(f"{SHEET} [data-part=report]", "10")
    assert not sheet.texts(f"{SHEET} .problem--error")


@alike
def test_sheet_balance_tilts_and_track_shows_the_injury(sheet: Browser) -> None:
    balance, track = f"{SHEET} .balance", f"{SHEET} .stages"
    stones = "return document.querySelector(args[0]).querySelectorAll('.balance__stone.is-other').length"
    sheet.eval("document.querySelector(args[0]).mine = true", balance)
    sheet.type(field("power"), "9")
    sheet.wait_for(f"{stones} === 9", balance)
    tilt = "return parseFloat(getComputedStyle(document.querySelector(args[0])).getPropertyValue('--tilt'))"
    assert sheet.eval(tilt, balance) > 0
    assert sheet.eval(
        "return document.querySelector(args[0]).mine", balance
    )  # it moves without being redrawn
    sheet.click(f"{SHEET} [name='track.injured']")
    sheet.wait_for_text(f"{track} [aria-current]", "Injured")


@alike
def test_attribute_out_of_range_shows_its_limits(sheet: Browser) -> None:
    before = sheet.value(field("finesse"))
    sheet.type(field("power"), "12")
    assert sheet.value(field("finesse")) in (before, "10")
    sheet.wait_for_text(SHEET, "1 to 10")


def visible_texts(browser: Browser, css: str) -> list[str]:
    """Return the names of the visible controls, without those of nested lists."""
    visible = "[...document.querySelectorAll(args[0])].filter((each) => each.checkVisibility())"
    names = browser.eval(f"return {visible}.map((each) => each.name)", css)
    return [name.split(".", 2)[2] for name in names]


@alike
def test_turn_planner_shows_only_the_fields_of_an_action(browser: Browser) -> None:
    browser.open("dichotomy/combat/")
    planner = "[id='dichotomy.plan_turn']"
    answer, first = f"{planner} [data-part=answer]", f"{planner} [name^='actions.0.']"
    browser.click(f"{planner} > details > summary")
    browser.wait(first)
    assert visible_texts(browser, first) == ["do", "with.0", "with.1", "range", "target"]
    browser.choose(f"{planner} [name='actions.0.do']", "misc")
    assert visible_texts(browser, first) == ["do", "label", "cost"]
    browser.wait_for_text(answer, "1 + 2")
    assert "Problems" not in browser.text(answer)
    browser.type(f"{planner} [name='actions.0.cost']", "3")
    browser.wait_for_text(answer, "more than the points of a turn")


@alike
def test_ledger_row_shows_the_fields_of_its_kind(sheet: Browser) -> None:
    ledger = f"{SHEET} [data-list=ledger]"
    sheet.click(f"{ledger} > [data-add]")
    row = f"{ledger} [name^='ledger.0.']"
    assert visible_texts(sheet, row) == ["kind", "xp", "note"]
    sheet.choose(f"{ledger} [name='ledger.0.kind']", "raise")
    assert visible_texts(sheet, row) == ["kind", "connection", "from", "famous", "note"]


@alike
def test_carried_items_are_chosen_by_name(browser: Browser) -> None:
    browser.open("dichotomy/equipment/")
    load = "[id='dichotomy.load']"
    browser.click(f"{load} > details > summary")
    browser.wait(f"{load} [name='items.0.of']")
    browser.choose(f"{load} [name='items.0.of']", "block_and_tackle")
    browser.type(f"{load} [name='items.0.count']", "9")
    browser.wait_for_text(f"{load} [data-part=answer]", "You carry more")


@alike
def test_ready_character_is_shown_before_it_is_saved(sheet: Browser) -> None:
    sheet.type(f"{SHEET} [name=name]", "Nobody yet")
    sheet.open("dichotomy/making-a-character/")
    sheet.click(".ready > a")
    sheet.wait(f"{SHEET} [data-part=keep]")
    assert (sheet.value(f"{SHEET} [name=name]"), len(saved_records(sheet))) == ("Odile", 1)
    assert sheet.value(field("power")) == "8"
    assert sheet.count(f"{SHEET} [data-part=confirm]:not([hidden])") == 0
    sheet.click(f"{SHEET} [data-part=keep]")
    sheet.wait_for_text(f"{SHEET} [data-part=notice]", "Saved: Odile.")
    assert {each["kept"]["sheet"]["name"] for each in saved_records(sheet)} == {"Nobody yet", "Odile"}
    assert sheet.eval("return document.activeElement.matches(args[0])", f"{SHEET} [data-part=items]")


@in_chromium
def test_third_hit_offers_the_next_step_and_can_be_undone(sheet: Browser) -> None:
    sheet.viewport(320, 800)
    sheet.emulate(reduced_motion=True)
    sheet.click(f"{SHEET} .saved__ready a")
    sheet.wait(f"{SHEET} [data-part=keep]")
    assert saved_records(sheet) == []
    for left in (3, 2, 1):
        sheet.wait_for_text(f"{SHEET} .pips__label", f"{left} of 3")
        sheet.click(f"{SHEET} [id='play-pip-track-hits-{left}']")
    sheet.wait(f"{SHEET} .play__due button")
    assert [each["kept"]["sheet"]["name"] for each in saved_records(sheet)] == [
        "Odile"
    ]  # a change saves the example
    sheet.wait_for("return document.querySelector(args[0]).hidden", f"{SHEET} [data-part=keep]")
    assert sheet.eval("return document.activeElement.id") == "play-pip-track-hits-1"  # the focus doesn't move
    assert sheet.axe() == []
    sheet.click(f"{SHEET} .play__due button")
    injured = f"{SHEET} .pips__flag[aria-pressed=true]"
    sheet.wait(injured)
    assert sheet.texts(injured) == ["Injured"] and "3 of 3" in sheet.text(f"{SHEET} .pips__label")
    sheet.click(f"{SHEET} [data-command=undo]")
    sheet.wait(f"{SHEET} .play__due button")
    sheet.wait_for_text(f"{SHEET} .pips__label", "0 of 3")
    assert sheet.eval("return document.documentElement.scrollWidth") <= 320
    assert sheet.console_errors() == []


@in_chromium
def test_added_item_leaves_the_others_unchanged(sheet: Browser) -> None:
    """Unknown items and fields, which the form can't show, are preserved."""
    rope, heirloom = {"item": "rope", "story": "my own"}, {"item": "heirloom", "story": "grandma"}
    character = {"name": "Maud", "items": [rope, heirloom], "house": {"rule": 1}}
    save_item(sheet, "sheet:dichotomy:maud", {"version": 1, "sheet": character})
    sheet.open_sheet("dichotomy/sheet/")
    assert sheet.value(f"{SHEET} [name=name]") == "Maud"
    items = f"{SHEET} [data-list=items]"
    sheet.click(f"{items} > [data-add]")
    sheet.type(f"{items} [name='items.2.count']", "7")
    sheet.type(f"{items} [name='items.0.count']", "3")
    sheet.wait_for("return !document.querySelector('[data-keeping]')")
    saved = saved_records(sheet)[0]["kept"]["sheet"]
    new = {"item": "rope", "count": 7}
    assert saved == {**character, "items": [{**rope, "count": 3}, heirloom, new]}
    sheet.click(f"{items} li:first-child [data-remove]")
    assert saved_records(sheet)[0]["kept"]["sheet"]["items"] == [heirloom, new]
