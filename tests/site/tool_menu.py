"""Use the menu in the bar of a sheet or a tracker by mouse, touch or keyboard."""

from __future__ import annotations

from tests.site.browsers import Browser
from tests.site.input_devices import InputDevice, Mouse

MENU = ".tool-bar__menu > summary"


def from_menu(by: Browser | InputDevice, css: str) -> None:
    """Press an element of the menu, which is opened first."""
    device = Mouse(by) if isinstance(by, Browser) else by
    if not device.browser.count(".tool-bar__menu[open]"):
        device.press(MENU)
    device.press(css)


def use_own_dice(by: Browser | InputDevice) -> None:
    """Enable the reader's own dice in the menu, and close the menu."""
    from_menu(by, "[data-part=own-dice]")
    browser = by if isinstance(by, Browser) else by.browser
    browser.press("Escape")
