"""Use the menu in the bar of a sheet or a tracker by mouse, touch or keyboard."""

from __future__ import annotations

from tests.site.browsers import Browser
from tests.site.input_devices import InputDevice, Mouse

MENU = ".tool-bar__menu > summary"


def from_menu(browser_or_device: Browser | InputDevice, css: str) -> None:
    """Press an element of the menu, which is opened first."""
    device = Mouse(browser_or_device) if isinstance(browser_or_device, Browser) else browser_or_device
    if not device.browser.count(".tool-bar__menu[open]"):
        device.press(MENU)
    device.press(css)


def use_own_dice(browser_or_device: Browser | InputDevice) -> None:
    """Enable the reader's own dice in the menu, and close the menu."""
    from_menu(browser_or_device, "[data-part=own-dice]")
    browser = browser_or_device if isinstance(browser_or_device, Browser) else browser_or_device.browser
    browser.press("Escape")
