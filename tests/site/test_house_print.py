"""Printed pages under house rules."""

import pytest

from tests.site.browsers import Browser, in_chromium, own_origin
from tests.site.house_rules import put_in_force
from tests.site.test_print import pages

pytestmark = [own_origin, in_chromium]

SENTENCE = "At our table this rule is different, and its sentence is about as long as the book's."
COMPUTE_NEXT = """
const tables = [...document.querySelectorAll("dice-odds-table[data-house]")];
const next = tables.find((each) => each.querySelector(".house-label")?.textContent === "By the book");
next?.scrollIntoView({ behavior: "instant" });
return !next;
"""
CITED = "return [...new Set([...document.querySelectorAll('article .rule-link[data-rule]')].map(({ dataset }) => dataset.rule))]"


@pytest.mark.parametrize("page", ["two_d6/combat/", "dichotomy/terrain/"])
def test_name_of_a_set_adds_no_printed_page_to_a_chapter(browser: Browser, page: str) -> None:
    browser.open(page)
    by_the_book = pages(browser)
    put_in_force(browser, page.split("/")[0], {}, note="Bring your own dice.")
    browser.wait_for("return Boolean(document.querySelector('.house-print__foot > svg'))")
    assert pages(browser) == by_the_book


@pytest.mark.parametrize("game", ["dichotomy", "two_d6", "basic_systems"])
def test_table_screen_with_many_house_rules_is_one_sheet(browser: Browser, game: str) -> None:
    browser.open(f"{game}/table-screen/")
    numbers = browser.eval(CITED)[:15]
    put_in_force(browser, game, {}, rules={each: {"text": SENTENCE, "of": ""} for each in numbers})
    browser.wait(".house-rule--brief")
    assert browser.count(".house-rule--brief") == 15
    assert set(pages(browser).values()) == {1}


@pytest.mark.parametrize("game", ["dichotomy", "two_d6", "basic_systems"])
def test_table_screen_with_long_house_rules_is_one_sheet(browser: Browser, game: str) -> None:
    browser.open(f"{game}/table-screen/")
    numbers = browser.eval(CITED)[:5]
    put_in_force(
        browser, game, {}, rules={each: {"text": (SENTENCE * 4)[:290], "of": ""} for each in numbers}
    )
    browser.wait(".house-rule--brief")
    assert set(pages(browser).values()) == {1}


def test_crowded_table_screen_has_a_second_sheet(browser: Browser) -> None:
    """The first sheet has marks; each sentence is printed once."""
    browser.open("two_d6/table-screen/")
    numbers = browser.eval(CITED)[:30]
    put_in_force(browser, "two_d6", {}, rules={each: {"text": SENTENCE, "of": ""} for each in numbers})
    browser.wait(".house-rule--brief")
    assert set(pages(browser).values()) == {2}
    visible_texts = """
    const all = [...document.querySelectorAll(".house-rule--brief, .house-sheet__title, .house-sheet__line")];
    return all.filter((each) => each.checkVisibility()).map((each) => each.textContent.split(":")[0]);
    """
    on_screen = browser.eval(visible_texts)
    browser.emulate(print=True)
    line, title, *sentences = browser.eval(visible_texts)
    assert line == "◆ The house rules are on the next sheet." and title == "House rules"
    assert len(sentences) == 30 and sorted(sentences) == sorted(on_screen)
    browser.emulate()
    put_in_force(browser, "two_d6", None)
    browser.wait_for("return !document.querySelector('.house-rule--brief, .house-sheet')")


def test_house_rules_add_no_printed_page_to_the_odds(browser: Browser) -> None:
    """On A4, both before the tables are calculated and with both numbers in each cell."""
    browser.open("basic_systems/odds/")
    by_the_book = pages(browser)
    put_in_force(browser, "basic_systems", {"tens": "again", "ones_cancel": False})
    browser.wait_for("return document.querySelectorAll('.house-note').length > 10")
    assert pages(browser)["A4"] <= by_the_book["A4"]
    browser.eval("for (const each of document.querySelectorAll('details.table-wrap')) each.open = true")
    browser.wait_for(COMPUTE_NEXT, at_rest=120)
    assert browser.count("dice-odds-table .grid__book") > 0
    assert pages(browser)["A4"] <= by_the_book["A4"]


def test_printed_cards_omit_unused_entries(browser: Browser) -> None:
    browser.open("two_d6/spells/")
    new = {"id": "H-1", "after": "T-241", "title": "", "text": "On no card."}
    unused = {f"spells#{each}": {"hidden": True} for each in ("blast", "charm")}
    put_in_force(browser, "two_d6", {}, entries=unused, new=[new])
    browser.wait("#blast.is-unused")
    browser.click("[data-part=cards]")
    browser.wait(".is-cutting .entry [data-part=pick]")
    left_out = "return [...document.querySelectorAll('.entry.is-left-out')].map(({ id }) => id)"
    assert browser.eval(left_out) == ["blast", "charm"]
    browser.emulate(print=True)
    is_visible = "return document.querySelector(args[0]).checkVisibility()"
    assert browser.eval(is_visible, "#animate") and not browser.eval(is_visible, "#blast")
    assert not browser.eval(is_visible, ".house-rule--new")
