"""Pages in a frame of another site, where no header prevents it: saved data is neither shown nor changed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.browser_storage import save_item, saved_records
from tests.site.browsers import Browser, alike
from tests.site.server import Fault, StaticServer, serving

ODO = {"version": 1, "sheet": {"name": "Odo Secret"}}
FIGHT = {"version": 1, "scene": {"name": "Fight Secret", "log": "?"}}
SAVED = {
    "tools/kept/": "dice-backup",
    "core_rules/sheet/": "dice-sheet",
    "dichotomy/fight-desk/": "dice-tracker",
}
IS_READY = "return document.readyState === 'complete' && Boolean(customElements.get('dice-tray'))"
TEXT = "return document.documentElement.innerText + document.querySelector('dice-tray').innerText"

# Clicks hidden controls, too, but no submit buttons: the browser would submit a form that no script handles.
PRESS_ALL = """
const all = document.querySelectorAll("article :is(button[type=button], input:not([type=file]), select)");
for (const each of all) each.click();
await new Promise((done) => setTimeout(done, 300));
"""


def frames(addresses: list[str], more: str = "") -> bytes:
    """Return a page that frames these addresses."""
    all = "".join(f'<iframe src="{each}" width="800" height="600" {more}></iframe>' for each in addresses)
    return f'<!doctype html><link rel="icon" href="data:,"><title>frames</title>{all}'.encode()


@pytest.fixture
def foreign_site(tmp_path: Path) -> Iterator[StaticServer]:
    """Another site."""
    with serving(tmp_path) as server:
        yield server


def save(browser: Browser) -> None:
    """Save a character, a fight, a roll and a setting."""
    browser.open("core_rules/challenges/")
    browser.click("dice-roller [data-part=roll]")
    browser.wait("dice-tray .outcome__verdict")
    browser.wait_for("return document.querySelector('dice-tray [data-part=count]').textContent")
    save_item(browser, "sheet:core_rules:a", ODO)
    save_item(browser, "desk:dichotomy:b", FIGHT)
    browser.eval("localStorage.setItem('diceleaf:name:/book/', 'Kim Secret')")


def switch_to_frame(browser: Browser, *places: int) -> None:
    """Switch to a nested frame, and wait until its scripts have started."""
    browser.switch_frame(None)
    for place in places:
        browser.switch_frame(place)
    browser.wait_for(IS_READY)


def all_saved_data(browser: Browser) -> list[object]:
    """Return everything that is saved, read on a page of the site."""
    browser.switch_frame(None)
    browser.open("licences/")
    names = "return Object.entries(localStorage).filter(([name]) => !name.includes(':place:')).sort()"
    return [*saved_records(browser), *saved_records(browser, store="throws"), *browser.eval(names)]


def is_hidden(browser: Browser, element: str) -> bool:
    visible = "return document.querySelector(args[0]).checkVisibility()"
    return not browser.eval(visible, element) and browser.eval(visible, ".framed")


@alike
def test_foreign_frame_neither_shows_nor_changes_saved_data(
    browser: Browser, foreign_site: StaticServer
) -> None:
    save(browser)
    before = all_saved_data(browser)
    assert "Odo Secret" in str(before) and len(before) >= 4
    foreign_site.fail("", Fault(body=frames([browser.server.url + page for page in SAVED])))
    browser.open(foreign_site.url)
    for place, element in enumerate(SAVED.values()):
        switch_to_frame(browser, place)
        assert is_hidden(browser, element), element
        browser.eval(PRESS_ALL)
        assert is_hidden(browser, element), element
        assert "Secret" not in browser.eval(TEXT)
        assert not browser.eval("return Boolean(customElements.get(args[0]))", element)
    assert all_saved_data(browser) == before


@alike
def test_foreign_frame_of_a_chapter_rolls_without_saved_data(
    browser: Browser, foreign_site: StaticServer
) -> None:
    save(browser)
    before = all_saved_data(browser)
    foreign_site.fail("", Fault(body=frames([f"{browser.server.url}core_rules/challenges/"])))
    browser.open(foreign_site.url)
    switch_to_frame(browser, 0)
    assert browser.count("dice-tray .tray__result .outcome__verdict") == 0
    browser.click("dice-roller [data-part=roll]")
    browser.wait("dice-tray .outcome__verdict")
    browser.wait_for("return document.querySelectorAll('dice-tray [data-part=rolls] > *').length === 1")
    assert "Secret" not in browser.eval(TEXT)
    # navigate in the frame to a page with saved data
    browser.eval(
        "const link = document.createElement('a'); link.href = args[0]; "
        "document.querySelector('article').append(link); link.click();",
        browser.server.url + "tools/kept/",
    )
    browser.wait(".framed")
    assert is_hidden(browser, "dice-backup")
    browser.eval(PRESS_ALL)
    assert all_saved_data(browser) == before


@alike
def test_frame_of_the_same_site_shows_saved_data(browser: Browser, foreign_site: StaticServer) -> None:
    save(browser)
    kept_page = f"{browser.server.url}tools/kept/"
    browser.server.fail("own.html", Fault(body=frames([kept_page])))
    browser.server.fail("box.html", Fault(body=frames([kept_page], 'sandbox="allow-scripts"')))
    own, box = browser.server.url + "own.html", browser.server.url + "box.html"
    browser.open(own)
    switch_to_frame(browser, 0)
    browser.wait_for("return document.querySelector('dice-backup').innerText.includes('1 character')")
    assert not browser.eval("return document.querySelector('.framed').checkVisibility()")
    # but not if another site frames that page, nor in a sandbox
    foreign_site.fail("", Fault(body=frames([own])))
    browser.switch_frame(None)
    browser.open(foreign_site.url)
    switch_to_frame(browser, 0, 0)
    assert is_hidden(browser, "dice-backup")
    browser.switch_frame(None)
    browser.open(box)
    browser.switch_frame(0)
    browser.wait(".framed")  # only the script in the head runs there
    assert is_hidden(browser, "dice-backup")
    browser.switch_frame(None)
    browser.console_errors()
