"""Inline dice: tap, key and long press; without the engine, without scripts and in print."""

import json
import re
import threading

import pytest
from bs4 import BeautifulSoup

from tests.site.browsers import SITE, Browser, alike, in_chromium
from tests.site.server import Fault
from tests.site.test_accessibility import RECORD_ANNOUNCEMENTS
from tests.site.test_cards import BEFORE_THE_TERM, OPEN, point, tap

PAGE = "two_d6/table-screen/"
GUIDE = "authoring/blocks/"
CARD_DICE = 'dice-inline[data-label="fire damage"]'
DICE = 'dice-inline[data-label="Initiative"]'
NO_ENGINE = Fault(drop=True)
RESULT = "return document.querySelector(`${args[0]} .inline-dice__result`)?.textContent"
COUNT = "dice-tray [data-part=count]"
STARTED = "return Boolean(customElements.get('dice-inline'))"


@alike
def test_tap_rolls_in_place_and_in_the_tray(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open(PAGE)
    browser.wait_for(STARTED)
    browser.eval(RECORD_ANNOUNCEMENTS)
    browser.click(f"{DICE} button")
    result = browser.wait_for(RESULT, DICE)
    assert 2 <= int(result) <= 12
    browser.wait_for(
        "return announcements.some((text) => text.startsWith(args[0]))", f"Initiative: {result}."
    )
    browser.wait_for("return document.querySelector(args[0]).textContent === 'Roll 1 today'", COUNT)
    assert browser.text("dice-tray [data-part=line-verdict]") == result
    assert browser.count(OPEN) == 0
    assert browser.eval("return document.querySelector(args[0]).ariaLabel", f"{DICE} button") == (
        "Roll 2d6, Initiative"
    )
    browser.click(f"{DICE} .inline-dice__result")
    browser.wait_for("return document.querySelector(args[0]).textContent === 'Roll 2 today'", COUNT)


@alike
def test_keyboard_rolls_and_changes_the_dice(browser: Browser) -> None:
    browser.open(PAGE)
    browser.wait_for(STARTED)
    browser.eval(BEFORE_THE_TERM, "dice-inline button")
    browser.press("Tab")
    browser.wait(OPEN)
    assert browser.text(".card__name") == "2d6"
    description_id = browser.eval("return document.activeElement.getAttribute('aria-describedby')")
    assert browser.text(f"#{description_id}") == "Mean 7 · Least 2 · Greatest 12"
    assert browser.texts(".card__chances > div")[5].split() == ["7", "16.7%"]
    assert browser.axe() == []
    browser.press("Enter")
    browser.wait_for(RESULT, "dice-inline")
    assert browser.count(OPEN) == 0
    browser.press("Space")
    browser.wait_for("return document.querySelector(args[0]).textContent === 'Roll 2 today'", COUNT)
    browser.press("Shift+Tab")
    browser.press("Tab")
    browser.wait(OPEN)
    browser.press("ArrowDown")
    assert browser.eval("return document.activeElement.textContent") == "Change"
    browser.press("Enter")
    browser.wait("dice-tray [data-part=written]")
    assert browser.value("dice-tray [data-part=written]") == "2d6"
    assert browser.eval("return document.activeElement.dataset.part") == "written"
    assert browser.count(OPEN) == 0


@in_chromium
def test_hover_shows_the_odds(browser: Browser) -> None:
    browser.open(GUIDE)
    browser.wait_for(STARTED)
    point(browser, f"{CARD_DICE} button", "mouse")
    browser.wait(OPEN)
    rows = browser.texts(".card__chances dt")
    assert len(rows) == 12 and rows[0].endswith("or less")
    assert browser.axe_in_both_schemes() == []
    point(browser, "h1", "mouse")
    browser.wait_for("return !document.querySelector(args[0])", OPEN)
    point(browser, "article a.rule-link, article a[href*='#']", "mouse")
    assert browser.count(".card:popover-open [data-card=change]:not([hidden])") == 0


def long_press(browser: Browser, css: str) -> None:
    point(browser, css, "touch")
    rest = [{"type": "pointerDown", "button": 0}, {"type": "pause", "duration": 800}, {"type": "pointerUp"}]
    finger = {"type": "pointer", "id": "touch", "parameters": {"pointerType": "touch"}, "actions": rest}
    browser.engine.command("PerformActions", actions=[finger])


@in_chromium
def test_long_press_shows_the_odds_without_rolling(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open(PAGE)
    browser.wait_for(STARTED)
    button = f"{DICE} button"
    long_press(browser, button)
    browser.wait(OPEN)
    assert browser.eval(RESULT, DICE) == ""
    assert browser.eval("return document.querySelector('[data-card=change]').offsetHeight") >= 44
    tap(browser, button)
    browser.wait_for(RESULT, DICE)
    assert browser.count(OPEN) == 0


SIZES = """
const shown = [...document.querySelectorAll("dice-inline")].filter((each) => each.checkVisibility());
const sizes = shown.map((each) => {
    const {width, height} = each.querySelector("button").getBoundingClientRect();
    return [each.matches(".inline-dice--alone"), width, height];
});
const lines = shown.map((each) => each.closest("p")).filter(Boolean).map((each) =>
    each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight));
return {sizes, lines};
"""


@in_chromium
def test_dice_are_large_targets_and_keep_the_line_height(browser: Browser) -> None:
    browser.viewport(1280, 900)
    for page in (PAGE, "action_consequence/table-screen/", "core_rules/table-screen/"):
        browser.open(page)
        browser.wait("dice-inline button")
        sizes = browser.eval(SIZES)
        assert sizes["sizes"]
        for is_alone, width, height in sizes["sizes"]:
            assert min(width, height) >= (43.9 if is_alone else 23.9)
        for lines in sizes["lines"]:  # the height of the paragraph in lines of text
            assert abs(lines - round(lines)) < 0.05


@pytest.mark.own_origin
@alike
def test_inline_dice_need_no_engine(browser: Browser) -> None:
    browser.server.fail("engine/*", NO_ENGINE)
    browser.open(GUIDE)
    browser.click(f"{CARD_DICE} button")
    result = browser.wait_for(RESULT, CARD_DICE)
    assert 6 <= int(result) <= 36
    browser.wait(COUNT)
    assert browser.text("dice-tray [data-part=title]") == "fire damage"


@pytest.mark.own_origin
@in_chromium
def test_inline_dice_report_that_the_engine_is_loading(browser: Browser) -> None:
    late = threading.Event()
    browser.server.fail("engine/*", Fault(after=late))
    page = (SITE / PAGE / "index.html").read_text("utf-8")
    without = re.sub(r"<script[^>]* data-rolls>.*?</script>", "", page)
    browser.server.fail(PAGE, Fault(body=without.encode()))
    browser.open(PAGE)
    browser.wait_for(STARTED)
    browser.eval(RECORD_ANNOUNCEMENTS)
    browser.click(f"{DICE} button")
    browser.wait_for("return announcements.includes('Loading the dice engine…')")
    browser.wait_for(
        "return document.querySelector(`${args[0]} .inline-dice__result`).textContent === '…'", DICE
    )
    assert "Cancel" in browser.text("dice-tray .tray__sheet")
    late.set()
    browser.wait_for(f"return Number(document.querySelector({json.dumps(DICE)}).lastChild.textContent) >= 2")
    browser.wait_for("return document.querySelector(args[0]).textContent === 'Roll 1 today'", COUNT)


@in_chromium
def test_inline_dice_are_text_without_scripts(browser: Browser) -> None:
    browser.emulate(scripts=False)
    browser.open(PAGE)
    assert browser.text("#the-check + p").startswith("2d6, a stat and a skill’s rank reach the DC")
    assert browser.count("dice-inline button") == 0


@in_chromium
def test_inline_dice_print_as_text(browser: Browser) -> None:
    browser.open(PAGE)
    browser.wait_for(STARTED)
    browser.click(f"{DICE} button")
    browser.wait_for(RESULT, DICE)
    browser.emulate(print=True)
    hidden = browser.eval(
        "return [...document.querySelectorAll(args[0])].filter((each) => each.checkVisibility()).length",
        "dice-inline :is(svg, .inline-dice__result)",
    )
    assert hidden == 0
    assert browser.text(f"{DICE} button") == "2d6"


def test_printed_book_and_search_have_the_dice_as_text() -> None:
    book = BeautifulSoup((SITE / "print/two_d6/index.html").read_text("utf-8"), "html.parser")
    assert "The player rolls two six-sided dice, 2d6 for short" in " ".join(book.get_text().split())
    assert not book.select("dice-inline[data-calculator]")
    index = next((SITE / "search").glob("index.*.js")).read_text("utf-8")
    assert "two six-sided dice, 2d6 for short" in index
