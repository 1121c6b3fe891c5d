"""Ratings as dots and points as squares: a character of Basic Systems, up to a roll with a point."""

from __future__ import annotations

import pytest

from tests.site.browsers import Browser
from tests.site.input_devices import InputDevice, Keyboard, Mouse, Touch, focus

SHEET = "dice-sheet[data-game=basic_systems]"
PLAIN = f"{SHEET} [data-part=rolls] .button--roll:not([data-spends])[data-label^='Perception + Alertness']"
PAID = f"{SHEET} [data-part=rolls] .button--roll[data-spends][data-label^='Perception + Alertness']"
RATED = {
    "attributes.5.value": 4,  # Perception
    "abilities.0.value": 3,  # Alertness
    "willpower.permanent": 4,  # the squares follow it
}
RATING = "return Number(document.querySelector(`dice-sheet [name='${args[0]}']:checked`).value)"
POINTS = "return [...document.querySelectorAll('dice-sheet .pips')].map(each => each.ariaLabel).join(', ') === args[0]"


def start_character(device: InputDevice) -> None:
    """Open a blank sheet, apply the template with the standard Traits, and enter a name."""
    device.browser.open_sheet("basic_systems/sheet/")
    device.press(f"{SHEET} [data-template]")
    device.browser.wait(f"{SHEET} [data-list=abilities] .row:nth-child(12)")
    device.write(f"{SHEET} [name=name]", "Ada")


def roll_with_a_point(device: InputDevice) -> None:
    """Roll with a point, and check that its cost is deducted and none is left for this turn.

    The button of the roll without a point doesn't move.
    """
    left = "return document.querySelector(args[0]).getBoundingClientRect().left"
    browser = device.browser
    device.press(f"{SHEET} [data-set-mode=play]")
    browser.wait_for(POINTS, "Willpower: 4 of 4, This turn’s point: 1 of 1, Inspiration: 1 of 1")
    assert "100%" in browser.text(PAID)
    before = browser.eval(left, PLAIN)
    device.press(PAID)
    browser.wait("dice-tray .outcome__verdict")
    browser.wait_for(POINTS, "Willpower: 3 of 4, This turn’s point: 0 of 1, Inspiration: 1 of 1")
    assert browser.count(
        f"{PAID}[aria-disabled=true]"
    )  # it stays in its place, so that a second tap rolls nothing
    assert browser.eval(left, PLAIN) == before
    device.press(
        "dice-tray :is([data-part=close], [data-part=dismiss])"
    )  # a phone shows the roll in one line


def test_dots_are_set_and_points_spent_by_pointer(browser: Browser, engine_name: str) -> None:
    device = Touch(browser) if engine_name == "chromium" else Mouse(browser)
    start_character(device)
    for name, dots in RATED.items():
        device.press(f"{SHEET} .mark:has([name='{name}'][value='{dots}'])")
        assert browser.eval(RATING, name) == dots
    note = f"{SHEET} [data-note='attributes.5.value']"
    browser.wait_for("return document.querySelector(args[0]).textContent === 'Exceptional'", note)
    if engine_name == "chromium":
        browser.eval("scrollTo(0, 0)")  # the bar covers what is scrolled beneath it
        assert browser.axe_in_both_schemes() == []
    roll_with_a_point(device)
    device.press(f"{SHEET} .pips[aria-label^=Willpower] .track > :nth-child(4)")
    browser.wait_for(POINTS, "Willpower: 4 of 4, This turn’s point: 0 of 1, Inspiration: 1 of 1")
    assert browser.eval("return document.documentElement.scrollWidth <= innerWidth")
    browser.follow_link("basic_systems/willpower/")  # a page without a sheet that could pay for a reroll
    browser.click("[data-dock=dice]")
    browser.wait("dice-tray .outcome__verdict")
    assert not browser.eval("return document.querySelector('dice-tray [data-part=again]').checkVisibility()")
    assert browser.console_errors() == []


@pytest.mark.parametrize("engine_name", ["chromium", "firefox"], indirect=True)
def test_dots_are_set_and_points_spent_by_keyboard(browser: Browser) -> None:
    """Not in WebKit, whose Tab key stops at text fields only."""
    device = Keyboard(browser)
    start_character(device)
    for name, dots in RATED.items():
        focus(browser, f"{SHEET} [name='{name}']:checked")
        browser.press("ArrowRight", dots - browser.eval(RATING, name))
        assert browser.eval(RATING, name) == dots
    roll_with_a_point(device)
