"""The menu in the bar of a sheet or a tracker, worked by mouse, finger or keyboard."""

from __future__ import annotations

from tests.site.browsers import Browser
from tests.site.input_devices import InputDevice, Mouse

MENU = ".tool-bar__menu > summary"


def from_menu(by: Browser | InputDevice, css: str) -> None:
    """Open the menu unless it is open, and press what is in it."""
    hand = Mouse(by) if isinstance(by, Browser) else by
    if not hand.browser.count(".tool-bar__menu[open]"):
        hand.press(MENU)
    hand.press(css)


def use_own_dice(by: Browser | InputDevice) -> None:
    """Tick the box in the menu, and close the menu."""
    from_menu(by, "[data-part=own-dice]")
    browser = by if isinstance(by, Browser) else by.browser
    browser.press("Escape")
