"""The ZIP of a book, opened from a folder."""

import zipfile
from pathlib import Path

import pytest

from hooks.offline.zip import write_zip
from tests.site.browser_session import LOADED
from tests.site.browsers import SITE, Browser, alike, in_chromium, own_origin

pytestmark = own_origin


@pytest.fixture(scope="module")
def folder(book_zip: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked ZIP."""
    place = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(book_zip) as archive:
        archive.extractall(place)
    return place / "diceleaf-book"


def test_zip_works_when_opened_from_a_folder(browser: Browser, folder: Path) -> None:
    browser.open((folder / "core_rules" / "challenges" / "index.html").as_uri())
    browser.wait("dice-roller")
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    browser.click("dice-roller [data-part=roll]")
    browser.wait("dice-tray .outcome__verdict")
    browser.click("dice-tray [data-panel=share]")
    assert not browser.eval(
        "return document.querySelector('dice-tray [data-part=show-code]').checkVisibility()"
    ), "nobody else can open this folder"
    browser.click("dice-tray [data-part=title]")
    browser.wait_for("return location.pathname.endsWith('/dice-and-calculators/index.html')")
    browser.click("[data-part=pin]")
    browser.wait("[data-part=comparison] [data-command=unpin]")
    assert browser.eval("return document.querySelector('[data-part=comparison] [data-command=link]').hidden")
    assert browser.foreign_requests() == []
    assert browser.console_errors() == []


def test_house_rules_apply_in_the_zip(browser: Browser, folder: Path) -> None:
    """Text and numbers follow them, in print, too. Sharing by link shows a message."""
    book = (folder / "dichotomy").as_uri()
    notice = ".house__notice > [role=status]"
    includes = "return document.querySelector(args[0])?.innerText.includes(args[1])"
    browser.open(f"{book}/house-rules/index.html")
    browser.wait("[data-part=bar]:not([hidden])")
    browser.click("#option-beat_targets input")
    browser.wait_for(includes, notice, "Changed")
    for command in ("link", "code"):
        browser.click(f"dice-house-rules [data-command={command}]")
        browser.wait_for(includes, notice, "This copy has no web address to link to. Share the file instead.")
    browser.open(f"{book}/the-roll/index.html")
    browser.wait(".house-rule[data-house~=D-012] .house-rule__text")
    browser.click("dice-roller summary")
    browser.wait_for(includes, "dice-roller", "Standard rules")
    browser.open((folder / "print" / "dichotomy" / "index.html").as_uri())
    browser.wait(".house-rule[data-house~=D-012] .house-rule__text")
    assert "House rules: Our house rules" in browser.text(".house-print__foot")
    assert "Unmarked text follows the book." in browser.text(".house-page")
    # not `innerText`, for which Chromium lays out the whole book each time
    follows = "return document.querySelector(args[0]).textContent.includes('follow your house rules')"
    browser.wait_for(follows, "[role=status].print-book__how")
    assert browser.count("dice-odds-table > .house-note") > 0
    assert browser.foreign_requests() == []
    assert browser.console_errors() == []
    browser.eval("localStorage.clear()")  # all files share one storage


@in_chromium
def test_tracker_keeps_a_click_while_house_rules_load_in_the_zip(browser: Browser, folder: Path) -> None:
    """The example restarts with the set once the engine has loaded; earlier clicks are applied afterwards."""
    defend = '[id="desk-dichotomy-defend"] button[type=submit]'
    browser.open((folder / "dichotomy" / "house-rules" / "index.html").as_uri())
    browser.wait("[data-part=bar]:not([hidden])")
    browser.click("#option-action_points .stepper__button:last-child")
    browser.wait_for("return document.querySelector('.house__notice').innerText.includes('Changed')")
    browser.open((folder / "dichotomy" / "fight-desk" / "index.html").as_uri())
    browser.wait(defend)
    browser.eval("for (let press = 0; press < 2; press += 1) document.querySelector(args[0]).click()", defend)
    browser.wait_for("return document.querySelector('[data-part=last]').innerText.includes('Odile defends')")
    assert "action points in a turn: 4" in browser.text("dice-tracker [data-part=house]")
    assert browser.count(".tracker__entry-number") == 1
    browser.eval("localStorage.clear()")


@in_chromium
def test_inline_dice_roll_in_the_zip(browser: Browser, folder: Path) -> None:
    browser.open((folder / "two_d6" / "table-screen" / "index.html").as_uri())
    browser.wait("dice-inline button")
    browser.click("dice-inline button")
    # it is an ellipsis while the engine loads
    result = browser.wait_for("return parseInt(document.querySelector('.inline-dice__result').textContent)")
    assert 2 <= result <= 12
    assert browser.foreign_requests() == []
    assert browser.console_errors() == []


@in_chromium
def test_search_and_cards_work_in_the_zip(browser: Browser, folder: Path) -> None:
    browser.open((folder / "dichotomy" / "start-here" / "index.html").as_uri())
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    browser.press("/")
    browser.type(".search__words", "D-188")
    browser.wait_for("return document.querySelector('.search-result')?.innerText.startsWith('D-188')")
    browser.press("Enter")
    browser.wait_for(f"return location.href.endsWith('/dichotomy/combat/index.html#D-188') && {LOADED}")
    browser.click("details:has(#R-39) > summary")
    browser.eval(
        "document.querySelector('.ruling:has(#R-39) a[data-rule=D-188]')"
        ".dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}))"
    )
    browser.wait(".card:popover-open")
    assert "add 4 to all your defence rolls" in browser.text(".card")
    assert browser.console_errors() == []


@alike
@pytest.mark.parametrize(
    "engine_name", ["chromium", "firefox"], indirect=True
)  # in WebKit, files don't get each other's messages
def test_player_view_follows_the_tracker_in_the_zip(browser: Browser, folder: Path) -> None:
    tracker = (folder / "dichotomy" / "fight-desk" / "index.html").as_uri()
    defend = '[id="desk-dichotomy-defend"] button[type=submit]'
    shows = "return document.querySelector('dice-player-view').innerText.includes(args[0])"
    browser.open(tracker)
    browser.wait(defend)
    browser.click(defend)
    browser.wait_for("return document.querySelector('[data-part=last]').innerText.includes('Odile defends')")
    assert browser.eval("return document.querySelector('[data-command=share]').hidden"), (
        "nobody else can follow it"
    )
    tracker_tab = browser.tabs()[0]
    window = browser.new_tab()
    browser.open(f"{tracker}?players")
    browser.wait_for(shows, "Bram is next")
    for button, status in ((defend, "Thug is next"), ("#desk-undo", "Bram is next")):
        browser.switch_tab(tracker_tab)
        browser.click(button)
        browser.switch_tab(window)
        browser.wait_for(shows, status)
    assert browser.console_errors() == []


def test_zip_is_reproducible(book_zip: Path, tmp_path: Path) -> None:
    write_zip(SITE, tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == book_zip.read_bytes()
