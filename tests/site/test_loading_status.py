"""The loading status that a reader sees on a first visit, and its cancellation."""

import threading
from collections.abc import Iterator

import pytest

from tests.site.browsers import Browser, alike, own_origin
from tests.site.server import Fault
from tests.site.test_engine import ENGINE

pytestmark = [own_origin, alike]

SHEET = "dice-sheet"
TRACKER = "dice-tracker"
DEFEND = '[id="desk-dichotomy-defend"] button[type=submit]'
LAST = "return document.querySelector('dice-tracker [data-part=last]').innerText"

STATUS = """
const status = (window.wrappedJSObject ?? window).document.querySelector(`${args[0]} > [data-part=status]`);
const part = (name) => status.querySelector(`[data-part=${name}]`);
const inView = () => {
  const { top, bottom, height } = status.getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= innerHeight;
};
"""


@pytest.fixture
def release(browser: Browser) -> Iterator[threading.Event]:
    """A slow network: the largest file of the engine arrives only once this is set."""
    arrives = threading.Event()
    browser.server.fail("engine/memory-*.bin", Fault(after=arrives))
    yield arrives
    arrives.set()


def check_status(browser: Browser, element: str) -> None:
    """Check that the status and the loaded amount are in view."""
    status = "return inView() && part('amount').textContent && part('status-text').textContent"
    assert browser.wait_for(STATUS + status, element) == "Loading the dice engine…"
    amount = browser.eval(STATUS + "return part('amount').textContent", element)
    assert amount.partition(" MB")[0].count(" of ") == 1
    assert browser.eval(STATUS + "return part('stop').textContent", element) == "Cancel"


def time_until_shown(browser: Browser, element: str, action: str) -> float:
    """Return the milliseconds from an action, a script, until the status is in view."""
    script = f"""
    if (inView()) throw new Error("it is already in view");
    const start = performance.now();
    {action}
    while (!inView()) await new Promise((done) => setTimeout(done, 5));
    return performance.now() - start;
    """
    return browser.eval(STATUS + script, element)


def cancel(browser: Browser, element: str) -> None:
    browser.click(f"{element} > [data-part=status] [data-part=stop]")
    browser.wait_for(
        STATUS + "return status.hidden && [!status.parentElement.hasAttribute('data-busy')]", element
    )


def test_sheet_shows_the_loading_status_and_can_cancel(browser: Browser, release: threading.Event) -> None:
    browser.open_sheet("core_rules/sheet/")
    check_status(browser, SHEET)
    cancel(browser, SHEET)
    edit = """
    const name = status.parentElement.querySelector("[name=name]");
    name.value = "Odo";
    name.dispatchEvent(new InputEvent("input", {bubbles: true}));
    """
    assert time_until_shown(browser, SHEET, edit) < 300
    check_status(browser, SHEET)
    cancel(browser, SHEET)
    assert browser.value(f"{SHEET} [name=name]") == "Odo"
    assert browser.console_errors() == []
    release.set()
    browser.wait_for(ENGINE + "return engine.status === 'ready'")
    browser.type(f"{SHEET} [name=name]", "Odile")
    browser.wait_for(
        "return document.querySelector('dice-sheet [data-part=play]').innerText.includes('Odile')"
    )


def test_tracker_shows_the_loading_status_and_can_cancel(browser: Browser, release: threading.Event) -> None:
    browser.open("dichotomy/fight-desk/")
    browser.wait(DEFEND)
    browser.wait_for("return !document.querySelector('dice-tracker').loading")
    press = f"document.querySelector('{DEFEND}').click()"
    assert time_until_shown(browser, TRACKER, press) < 300
    check_status(browser, TRACKER)
    cancel(browser, TRACKER)
    assert "defends" not in browser.eval(LAST)
    assert browser.console_errors() == []
    release.set()
    browser.wait_for(ENGINE + "return engine.status === 'ready'")
    assert "defends" not in browser.eval(LAST), "the cancelled action isn't applied later"
    browser.click(DEFEND)
    browser.wait_for(f"{LAST}.includes('Odile defends')")
