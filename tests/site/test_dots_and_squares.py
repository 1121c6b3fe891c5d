"""Ratings in dots, points in squares: a character of Basic Systems from nothing to a throw with a point."""

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
    "willpower.permanent": 4,  # the squares follow
}
CHOSEN = "return Number(document.querySelector(`dice-sheet [name='${args[0]}']:checked`).value)"
LEFT = "return [...document.querySelectorAll('dice-sheet .pips')].map(each => each.ariaLabel).join(', ') === args[0]"


def begin(hand: InputDevice) -> None:
    """Open a blank sheet, apply the template with the standard Traits, and enter a name."""
    hand.browser.open_sheet("basic_systems/sheet/")
    hand.press(f"{SHEET} [data-template]")
    hand.browser.wait(f"{SHEET} [data-list=abilities] .row:nth-child(12)")
    hand.write(f"{SHEET} [name=name]", "Ada")


def throw_with_a_point(hand: InputDevice) -> None:
    """Roll with a point, and check that its cost is deducted and none is left for this turn.

    The roll without a point doesn't slide below the thumb.
    """
    place = "return document.querySelector(args[0]).getBoundingClientRect().left"
    browser = hand.browser
    hand.press(f"{SHEET} [data-set-mode=play]")
    browser.wait_for(LEFT, "Willpower: 4 of 4, This turn’s point: 1 of 1, Inspiration: 1 of 1")
    assert "100%" in browser.text(PAID)
    before = browser.eval(place, PLAIN)
    hand.press(PAID)
    browser.wait("dice-tray .outcome__verdict")
    browser.wait_for(LEFT, "Willpower: 3 of 4, This turn’s point: 0 of 1, Inspiration: 1 of 1")
    assert browser.count(f"{PAID}[aria-disabled=true]")  # in its place, so that a second tap rolls nothing
    assert browser.eval(place, PLAIN) == before
    hand.press("dice-tray :is([data-part=close], [data-part=dismiss])")  # a phone shows one line of it


def test_dots_are_set_and_points_spent_by_pointer(browser: Browser, engine_name: str) -> None:
    hand = Touch(browser) if engine_name == "chromium" else Mouse(browser)
    begin(hand)
    for name, dots in RATED.items():
        hand.press(f"{SHEET} .mark:has([name='{name}'][value='{dots}'])")
        assert browser.eval(CHOSEN, name) == dots
    note = f"{SHEET} [data-note='attributes.5.value']"
    browser.wait_for("return document.querySelector(args[0]).textContent === 'Exceptional'", note)
    if engine_name == "chromium":
        browser.eval("scrollTo(0, 0)")  # the bar lies over whatever is scrolled beneath it
        assert browser.axe_by_day_and_night() == []
    throw_with_a_point(hand)
    hand.press(f"{SHEET} .pips[aria-label^=Willpower] .track > :nth-child(4)")
    browser.wait_for(LEFT, "Willpower: 4 of 4, This turn’s point: 0 of 1, Inspiration: 1 of 1")
    assert browser.eval("return document.documentElement.scrollWidth <= innerWidth")
    browser.turn_to("basic_systems/willpower/")  # where no sheet can pay for another
    browser.click("[data-dock=dice]")
    browser.wait("dice-tray .outcome__verdict")
    assert not browser.eval("return document.querySelector('dice-tray [data-part=again]').checkVisibility()")
    assert browser.console_errors() == []


@pytest.mark.parametrize("engine_name", ["chromium", "firefox"], indirect=True)
def test_dots_are_set_and_points_spent_by_keyboard(browser: Browser) -> None:
    """Not in WebKit, whose Tab knows text fields only."""
    hand = Keyboard(browser)
    begin(hand)
    for name, dots in RATED.items():
        focus(browser, f"{SHEET} [name='{name}']:checked")
        browser.press("ArrowRight", dots - browser.eval(CHOSEN, name))
        assert browser.eval(CHOSEN, name) == dots
    throw_with_a_point(hand)
