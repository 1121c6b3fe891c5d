"""Three input devices with the same methods: mouse, touchscreen of a phone, and keyboard.

A `<select>` opens a native list that no driver can operate: use `Browser.choose`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import override

import pytest

from tests.site.browsers import Browser

PHONE = (390, 844)

# The number of Tab presses from the focus to the first focusable match, negative if the match is before it.
TAB_STOPS_TO = """
const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")].filter(each =>
    each.checkVisibility() && !each.disabled && each.tabIndex >= 0);
const here = document.activeElement, target = stops.find(each => each.matches(args[0]));
const after = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
const [first, last, sign] = after(here, target) || here === document.body ? [here, target, 1] : [target, here, -1];
const between = each => (each.type !== "radio" || each.checked) && after(first, each) && after(each, last);
return sign * (stops.filter(between).length + 1);
"""
IS_FOCUSED = "return document.activeElement.matches(args[0])"


def focus(browser: Browser, css: str) -> None:
    """Move the focus to an element with Tab, and with Shift+Tab if a browser has fewer tab stops."""
    browser.wait(css)
    for _ in range(150):
        if browser.eval(IS_FOCUSED, css):
            return
        stops = browser.eval(TAB_STOPS_TO, css)
        browser.press("Tab" if stops > 0 else "Shift+Tab", max(1, abs(stops) - 1))
    pytest.fail(f"Tab never reaches {css}")


class InputDevice:
    """Actions on the first visible match. `emulation` holds arguments of `Browser.emulate`."""

    emulation: Mapping[str, bool] = {}

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def press(self, css: str) -> None:
        raise NotImplementedError

    def write(self, css: str, text: str) -> None:
        """Replace the text of a field."""
        raise NotImplementedError


class Mouse(InputDevice):
    @override
    def press(self, css: str) -> None:
        self.browser.click(css)

    @override
    def write(self, css: str, text: str) -> None:
        self.browser.click(css)
        self.browser.type(css, text)


class Touch(InputDevice):
    """A touchscreen of a phone, in Chromium."""

    emulation = {"touch": True}

    def __init__(self, browser: Browser) -> None:
        super().__init__(browser)
        browser.viewport(*PHONE)
        browser.emulate(**self.emulation)

    @override
    def press(self, css: str) -> None:
        self.browser.tap(css)

    @override
    def write(self, css: str, text: str) -> None:
        self.browser.tap(css)
        self.browser.type(css, text)


class Keyboard(InputDevice):
    """A keyboard. Not in WebKit, whose Tab key stops at text fields only."""

    @override
    def press(self, css: str) -> None:
        focus(self.browser, css)
        is_checkbox = self.browser.eval("return document.activeElement.type === 'checkbox'")
        self.browser.press("Space" if is_checkbox else "Enter")

    @override
    def write(self, css: str, text: str) -> None:
        focus(self.browser, css)
        self.browser.press("Control+a")
        self.browser.type_on(text)


DEVICES: dict[str, type[InputDevice]] = {"mouse": Mouse, "touch": Touch, "keyboard": Keyboard}
BROWSERS = {"mouse": ("chromium", "firefox", "webkit"), "touch": ("chromium",), "keyboard": ("chromium",)}

# Runs a test with each device, `device_name`, a key of DEVICES, in the browsers that support it.
every_device = pytest.mark.parametrize(
    ("engine_name", "device_name"),
    [(engine, device) for device, engines in BROWSERS.items() for engine in engines],
    indirect=["engine_name"],
    scope="session",  # the browser's scope; a narrower one would start a browser per test
)
