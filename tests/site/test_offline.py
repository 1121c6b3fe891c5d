"""The built site offline: what is stored when, and what works without a network."""

import os
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.browsers import SITE, Browser, alike, in_chromium, own_origin
from tests.site.offline_copy import STATE, save, store_book, wait_until_saved, wait_until_stored
from tests.site.server import Fault, StaticServer, serving
from tests.site.test_browser_failures import open_after
from tests.site.test_engine import ENGINE, PAGE, call_engine

pytestmark = own_origin
QUIET = 5  # seconds without a request, after which a browser on Wi-Fi stores everything


@pytest.fixture
def stored_book(browser: Browser, one_book: Path) -> Browser:
    """The browser at a page of the book, which the service worker has stored."""
    browser.serve(one_book)
    return store_book(browser)


@pytest.fixture(scope="module")
def preloaded_server(engine_name: str) -> Iterator[StaticServer]:
    """Yield a server on which the whole site stays stored from one test to the next."""
    with serving(SITE) as server:
        yield server


@pytest.fixture
def preloaded_book(browser: Browser, preloaded_server: StaticServer) -> Browser:
    """Return a browser with the whole site already stored, for tests that don't need to store it again."""
    preloaded_server.reset()
    browser.server = preloaded_server
    return store_book(browser)


def pages() -> list[str]:
    """Return every stored page's address below the site's root."""
    folders = sorted(path.relative_to(SITE).parent.as_posix() for path in SITE.rglob("index.html"))
    folders = [folder for folder in folders if not folder.startswith("embed/")]
    return ["" if folder == "." else f"{folder}/" for folder in folders]


@alike
def test_every_page_is_available_offline(preloaded_book: Browser) -> None:
    preloaded_book.offline(True)
    texts = preloaded_book.eval(
        """
        const text = async address => {
            const answer = await fetch(new URL(address, args[0]));
            return answer.text();
        };
        return Promise.all(args[1].map(text));
        """,
        preloaded_book.server.url,
        pages(),
    )
    assert texts == [(SITE / page / "index.html").read_text("utf-8") for page in pages()]


def test_page_navigation_works_offline(preloaded_book: Browser) -> None:
    preloaded_book.offline(True)
    for address in ("", "core_rules/fighting/", "dichotomy"):
        preloaded_book.open(address)
        assert preloaded_book.eval(
            "return document.styleSheets.length > 0 && document.querySelector('h1').innerText"
        )
    preloaded_book.open("nowhere/")
    assert preloaded_book.text("h1") == "Page not found"
    preloaded_book.open("dichotomy/")
    preloaded_book.click(".md-footer__link--next")
    preloaded_book.wait_for("return !location.pathname.endsWith('/dichotomy/')")
    assert preloaded_book.text("article h1")


def test_search_and_cards_work_offline(preloaded_book: Browser) -> None:
    preloaded_book.offline(True)
    preloaded_book.open("core_rules/challenges/")
    preloaded_book.wait_for("return document.documentElement.classList.contains('js')")
    preloaded_book.press("/")
    preloaded_book.type(".search__words", "c79")
    preloaded_book.wait_for("return document.querySelector('.search-result')?.innerText.startsWith('C-079')")
    preloaded_book.press("Escape")
    preloaded_book.eval(
        "document.querySelector('article a.term').dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}))"
    )
    preloaded_book.wait(".card:popover-open")


def test_dice_roll_offline_once_the_engine_is_stored(stored_book: Browser) -> None:
    assert call_engine(stored_book).get("ok")
    if not stored_book.wait_for(ENGINE + "return engine.stored !== null && [engine.stored]")[0]:
        pytest.skip("this browser stores nothing here")
    stored_book.offline(True)
    stored_book.open("core_rules/fighting/")
    assert call_engine(stored_book).get("ok")
    policy = stored_book.eval(
        """
        const worker = document.querySelector("meta[name=diceleaf-engine]").content;
        return (await fetch(`${args[0]}engine/${worker}`)).headers.get("Content-Security-Policy");
        """,
        stored_book.server.url,
    )
    assert policy.startswith("default-src 'none'")


@alike
def test_roll_reports_the_network_when_the_engine_is_missing(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    browser.server.fail("engine/*.bin", Fault(drop=True))
    store_book(browser).offline(True)
    reply = call_engine(browser)
    assert reply["reason"] == "unavailable"
    assert "you appear to be offline" in reply["error"]
    browser.offline(False)
    browser.server.clear_faults()
    assert call_engine(browser).get("ok")


CHECK = {"action": "roll", "calculator": "two_d6.check", "inputs": {"dc": 9, "bonus": 3}}


def test_nothing_is_stored_before_the_reader_asks(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    browser.open(PAGE)
    assert call_engine(browser).get("ok")
    browser.wait_for(ENGINE + "return engine.stored !== null && [engine.stored]")
    time.sleep(QUIET + 1)
    assert not browser.eval("return Boolean(await navigator.serviceWorker?.getRegistration())")
    assert "sw.js" not in {request.path for request in browser.requests()}


def test_offer_states_sizes_and_saves_everything(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    browser.open(PAGE)
    save(browser)
    sizes = r"Save all 5 books[\s\S]*\d MB to download, \d+ MB on this device"
    assert re.search(sizes, browser.text("dice-offline details"))
    wait_until_saved(browser)
    browser.offline(True)
    browser.open("core_rules/")
    assert call_engine(browser).get("ok")
    browser.offline(False)


def test_one_book_is_saved_alone_and_all_later(browser: Browser) -> None:
    browser.open("two_d6/checks/")
    save(browser, "two_d6")
    wait_until_saved(browser)
    before = len(browser.requests())
    browser.offline(True)
    browser.open("two_d6/combat/")
    assert browser.text("article h1")
    assert call_engine(browser, CHECK).get("ok")
    assert call_engine(browser)["reason"] == "unavailable"  # a calculator of another book
    for address in ("core_rules/fighting/", "core_rules"):
        browser.open(address)
        assert browser.text("h1") == "This page isn’t saved on this device"
        browser.wait_for("return document.querySelectorAll('[data-book]').length === 1")
        assert browser.texts("[data-book]") == ["[2d6]"]
    browser.offline(False)
    browser.open("core_rules/fighting/")
    save(browser)
    wait_until_saved(browser)
    browser.wait_for(
        "return (await navigator.serviceWorker.getRegistration()).active.scriptURL.endsWith('sw.js')"
    )
    fetched = [request.path for request in browser.requests()[before:]]
    assert "two_d6/combat/" not in fetched  # stored files are copied
    browser.offline(True)
    browser.open("core_rules/fighting/")
    assert browser.text("article h1").startswith("Fighting")
    assert call_engine(browser).get("ok")
    assert call_engine(browser, CHECK).get("ok")


def test_engine_is_stored_after_an_interrupted_save(browser: Browser, one_book: Path) -> None:
    """The reader leaves when the pages are stored; the next page stores the engine without a request."""
    browser.serve(one_book)
    browser.server.fail("engine/*.bin", Fault(drop=True))
    store_book(browser)
    browser.server.clear_faults()
    browser.open("core_rules/house-rules/")  # this page starts no engine
    wait_until_saved(browser)
    browser.offline(True)
    browser.open(PAGE)
    assert call_engine(browser).get("ok")


@alike
def test_lost_engine_is_stored_again(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    browser.open(PAGE)
    save(browser)
    wait_until_saved(browser)
    stored_count = "return (await (await caches.open('diceleaf-engine /book/')).keys()).length"
    assert browser.eval(stored_count)
    browser.eval("await caches.delete('diceleaf-engine /book/')")
    browser.open("core_rules/house-rules/")  # this page starts no engine
    wait_until_saved(browser)
    assert browser.eval(stored_count)  # not only in the HTTP cache
    browser.offline(True)
    browser.open(PAGE)
    assert call_engine(browser).get("ok")


LOSE_ONE = """
const cache = await caches.open("diceleaf-engine /book/");
const game = (await cache.keys()).find(({ url }) => /\\/game-core_rules-\\w+\\.bin$/.test(url));
await cache.delete(game);
Object.defineProperty(navigator, "onLine", { value: false });
dispatchEvent(new Event("offline"));
return game.url;
"""
MISSING = "The pages are saved, but files of the dice engine are missing."


@alike
def test_lost_engine_file_is_reported_and_stored_again(browser: Browser, one_book: Path) -> None:
    """It is reported offline, and fetched by the next page online."""
    browser.serve(one_book)
    browser.open(PAGE)
    save(browser)
    wait_until_saved(browser)
    lost_url = browser.eval(LOSE_ONE)
    browser.wait_for(f"{STATE}.startsWith(args[0])", MISSING)
    browser.open("core_rules/house-rules/")  # this page starts no engine
    wait_until_saved(browser)
    assert browser.eval("return Boolean(await caches.match(args[0]))", lost_url)


WIFI = "Object.defineProperty(navigator, 'connection', {value: {type: 'wifi', saveData: false}})"
REGISTERED = "return Boolean(await navigator.serviceWorker.getRegistration())"


@in_chromium
def test_wifi_stores_everything_after_a_pause(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    open_after(browser, WIFI, PAGE)
    browser.server.clear_faults()  # otherwise that page would differ from the published one
    browser.wait_for("return !document.querySelector('dice-offline').hidden")
    time.sleep(QUIET + 1)
    assert not browser.eval(REGISTERED), "the dice weren't used yet"
    assert call_engine(browser).get("ok")
    wait_until_stored(browser)


@in_chromium
@pytest.mark.parametrize("part", ["decline", "forget"])
def test_wifi_stores_nothing_after_the_reader_declined(browser: Browser, one_book: Path, part: str) -> None:
    browser.serve(one_book)
    open_after(browser, WIFI, PAGE)
    if part == "forget":
        browser.server.clear_faults()
        save(browser)
        wait_until_saved(browser)
    browser.eval("document.querySelector('dice-offline details').open = true")
    browser.click(f"dice-offline [data-part={part}]")
    browser.wait_for("return !document.querySelector('[data-part=automatic]').checkVisibility()")
    browser.wait_for("return !(await navigator.serviceWorker.getRegistration())")
    open_after(browser, WIFI, PAGE)
    assert call_engine(browser).get("ok")
    browser.wait_for(ENGINE + "return engine.stored !== null && [engine.stored]")
    time.sleep(QUIET + 1)
    assert not browser.eval(REGISTERED)


def test_page_stays_readable_when_the_first_visit_is_cut_off(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    browser.open(PAGE)
    browser.server.fail("core_rules/[d-z]*", Fault(drop=True))
    save(browser)
    browser.offline(True)
    assert browser.count("article p") > 3
    browser.offline(False)
    # if the page is reloaded while a worker starts, WebKit may never finish starting that worker
    browser.wait_for("return !(await navigator.serviceWorker.getRegistration())")
    browser.server.clear_faults()
    browser.reload()
    wait_until_stored(browser)


@alike
def test_offline_copy_requested_offline_is_made_later(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    browser.open(PAGE)
    browser.offline(True)
    save(browser)
    assert browser.wait_for(f"{STATE}.match(/Connection lost|you appear to be offline/)")
    browser.offline(False)
    browser.reload()
    wait_until_stored(browser)


def test_offline_copy_resumes_when_the_network_returns(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    browser.server.fail("core_rules/[d-z]*", Fault(drop=True))
    browser.open()
    save(browser)
    browser.wait_for_request("404.html")  # the first stored file
    browser.wait_for("return !(await navigator.serviceWorker.getRegistration())")
    browser.server.clear_faults()
    wait_until_stored(browser)


@alike
def test_unknown_page_shows_not_found_when_404_html_redirects(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    browser.server.fail("404.html", Fault(to="404"))  # the server responds with that page
    copy = store_book(browser)
    copy.offline(True)
    copy.open("nowhere/")
    assert copy.text("h1") == "Page not found"


@alike
def test_two_sites_on_one_host_have_separate_caches(browser: Browser, one_book: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        shutil.copytree(one_book, tmp_path / name, copy_function=os.link)
    browser.serve(tmp_path)
    for name in ("one", "two"):
        browser.open(f"{name}/{PAGE}")
        save(browser)
        wait_until_stored(browser)
        assert call_engine(browser).get("ok")
        browser.wait_for(ENGINE + "return engine.stored !== null && [engine.stored]")
    names = browser.eval("return (await caches.keys()).map(name => name.split(' ').slice(0, 2).join(' '))")
    assert sorted(names) == [
        f"diceleaf-{kind} /book/{name}/" for kind in ("engine", "pages") for name in ("one", "two")
    ]
    browser.eval("document.querySelector('dice-offline details').open = true")
    browser.click("dice-offline [data-part=forget]")
    browser.wait_for("return (await caches.keys()).length === 2")
    browser.offline(True)
    browser.open(f"one/{PAGE}")
    assert call_engine(browser).get("ok")
