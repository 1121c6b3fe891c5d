"""Dichotomy's forms in the page: pairs of the sheet move together, and one is asked only for what matters."""

from __future__ import annotations

import pytest

from tests.site.browsers import Browser

SHEET = "dice-sheet[data-game=dichotomy]"


def field(name: str) -> str:
    return f"{SHEET} [name='attributes.{name}']"


@pytest.fixture
def sheet(browser: Browser) -> Browser:
    """The browser at a blank sheet."""
    browser.open("dichotomy/sheet/")
    browser.wait(field("power"))
    return browser


def test_moving_one_half_of_a_pair_moves_the_other(sheet: Browser) -> None:
    sheet.type(field("power"), "8")
    assert sheet.value(field("finesse")) == "3"
    sheet.type(field("finesse"), "10")
    assert sheet.value(field("power")) == "1"
    assert sheet.value(field("martial")) == "6"
    sheet.wait_for("return document.querySelector(args[0]).textContent.includes('10')", f"{SHEET} [data-part=report]")
    assert not sheet.texts(f"{SHEET} .problem--error")


def test_what_is_out_of_range_moves_nothing_and_is_named(sheet: Browser) -> None:
    before = sheet.value(field("finesse"))
    sheet.type(field("power"), "12")
    assert sheet.value(field("finesse")) in (before, "10")
    sheet.wait_for("return document.querySelector(args[0]).textContent.includes('1 to 10')", SHEET)


def shown(browser: Browser, css: str) -> list[str]:
    """The names of the controls that the reader sees."""
    return browser.eval(
        "return [...document.querySelectorAll(args[0])].filter((each) => each.checkVisibility()).map((each) => each.name)", css
    )


def test_the_planner_asks_only_for_what_the_action_needs(browser: Browser) -> None:
    browser.open("dichotomy/combat/")
    planner = "[id='dichotomy.plan_turn']"
    first = f"{planner} [name^='actions.0.']"
    browser.wait(first)
    assert shown(browser, first) == ["actions.0.do", "actions.0.with.0", "actions.0.with.1", "actions.0.range", "actions.0.target"]
    browser.choose(f"{planner} [name='actions.0.do']", "misc")
    assert shown(browser, first) == ["actions.0.do", "actions.0.label", "actions.0.cost"]
    browser.wait_for("return document.querySelector(args[0]).textContent.includes('1 + 2')", f"{planner} [data-part=answer]")
    assert "Problems" not in browser.text(f"{planner} [data-part=answer]")
    browser.type(f"{planner} [name='actions.0.cost']", "3")
    browser.wait_for("return document.querySelector(args[0]).textContent.includes('three points of a turn')", planner)


def test_the_ledger_asks_for_the_connection_that_is_bought(sheet: Browser) -> None:
    ledger = f"{SHEET} [data-list=ledger]"
    sheet.click(f"{ledger} > [data-add]")
    row = f"{ledger} [name^='ledger.0.']"
    assert shown(sheet, row) == ["ledger.0.kind", "ledger.0.xp", "ledger.0.note"]
    sheet.choose(f"{ledger} [name='ledger.0.kind']", "raise")
    assert shown(sheet, row) == ["ledger.0.kind", "ledger.0.connection", "ledger.0.from", "ledger.0.famous", "ledger.0.note"]


def test_what_is_carried_is_chosen_by_name(browser: Browser) -> None:
    browser.open("dichotomy/equipment/")
    load = "[id='dichotomy.load']"
    browser.wait(f"{load} [name='items.0.of']")
    browser.choose(f"{load} [name='items.0.of']", "block_and_tackle")
    browser.type(f"{load} [name='items.0.count']", "9")
    browser.wait_for("return document.querySelector(args[0]).textContent.includes('More is carried')", f"{load} [data-part=answer]")
