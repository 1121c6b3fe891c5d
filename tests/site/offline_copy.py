"""Make the offline copy as a reader does: save books and wait until they are stored."""

import pytest

from tests.site.browsers import Browser
from tests.site.test_engine import PAGE

IS_STORED = """
const registration = await navigator.serviceWorker.getRegistration();
if (!registration?.active || registration.installing) return false;
return registration.active.state === 'activated' && Boolean(navigator.serviceWorker.controller);
"""
STATE = "return document.querySelector('dice-offline [data-part=state]').textContent"
STATES = """
const registration = await navigator.serviceWorker.getRegistration();
const states = ["installing", "waiting", "active"].map(each => `${each}: ${registration?.[each]?.state}`);
return `${states}, controlling: ${Boolean(navigator.serviceWorker.controller)}, stores: ${await caches.keys()}`;
"""


def save(browser: Browser, books: str = "all") -> None:
    """Request the saving of books, as a reader does; skip the test if the browser can't save them."""
    if not browser.eval("return Boolean(navigator.serviceWorker)"):
        pytest.skip("this browser has no service workers here")
    browser.wait_for("return !document.querySelector('dice-offline').hidden")
    browser.eval("document.querySelector('dice-offline details').open = true")
    browser.click(f"dice-offline [data-books={books}]")


def wait_until_stored(browser: Browser) -> None:
    """Wait until the service worker has stored the book; each request of it times out after half a minute."""
    try:
        browser.wait_for(IS_STORED, at_rest=90)
    except AssertionError:
        raise AssertionError(f"{browser.name}: the book is not stored: {browser.eval(STATES)}") from None


def store_book(browser: Browser) -> Browser:
    """Store the book, and return the browser at one of its pages."""
    browser.open(PAGE)
    if not browser.eval("return Boolean(await navigator.serviceWorker?.getRegistration())"):
        save(browser)
    wait_until_stored(browser)
    return browser


def wait_until_saved(browser: Browser) -> None:
    """Wait until the offer reports that the books are saved; skip the test if there isn't enough storage."""
    message = browser.wait_for(f"{STATE}.replace('Saving…', '')", at_rest=90)
    if "Not enough storage" in message:
        pytest.skip("this browser stores nothing here")
    assert message == "Saved for offline use."
