"""The built site without a network, its updates, and the book opened from a folder."""

import hashlib
import json
import os
import re
import shutil
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from hooks.offline.site import write_service_worker
from hooks.offline.zip import write_zip
from tests.site.browsers import LOADED, ROOT, SITE, Browser, alike, in_chromium, own_origin
from tests.site.server import Fault, StaticServer, serving
from tests.site.test_engine import ENGINE, PAGE, ask
from tests.site.test_hostile_browsers import open_after

pytestmark = own_origin

STORED = """
const registration = await navigator.serviceWorker.getRegistration();
if (!registration?.active || registration.installing) return false;
return registration.active.state === 'activated' && Boolean(navigator.serviceWorker.controller);
"""
STATE = "return document.querySelector('dice-offline [data-part=state]').textContent"
QUIET = 5  # seconds without a request after which a browser on Wi-Fi stores everything
STATES = """
const registration = await navigator.serviceWorker.getRegistration();
const states = ["installing", "waiting", "active"].map(each => `${each}: ${registration?.[each]?.state}`);
return `${states}, in control: ${Boolean(navigator.serviceWorker.controller)}, stores: ${await caches.keys()}`;
"""


def save(browser: Browser, books: str = "all") -> None:
    """Ask for books to be saved, as a reader does; skip the test where a browser can't."""
    if not browser.eval("return Boolean(navigator.serviceWorker)"):
        pytest.skip("this browser has no service workers here")
    browser.wait_for("return !document.querySelector('dice-offline').hidden")
    browser.eval("document.querySelector('dice-offline details').open = true")
    browser.click(f"dice-offline [data-books={books}]")


def wait_until_stored(browser: Browser) -> None:
    """Until the service worker has stored the book; a file that hangs is given up after half a minute."""
    try:
        browser.wait_for(STORED, at_rest=90)
    except AssertionError:
        raise AssertionError(f"{browser.name}: the book is not stored: {browser.eval(STATES)}") from None


@pytest.fixture
def kept(browser: Browser, one_book: Path) -> Browser:
    """The browser at a page of the book, the service worker done with storing it."""
    browser.serve(one_book)
    return stored(browser)


@pytest.fixture(scope="module")
def kept_origin(engine_name: str) -> Iterator[StaticServer]:
    """Yield a server on which the whole site stays stored from one test to the next."""
    with serving(SITE) as server:
        yield server


@pytest.fixture
def kept_before(browser: Browser, kept_origin: StaticServer) -> Browser:
    """Return a browser with the whole site already stored, for tests that don't need to store it again."""
    kept_origin.begin()
    browser.server = kept_origin
    return stored(browser)


def stored(browser: Browser) -> Browser:
    browser.open(PAGE)
    if not browser.eval("return Boolean(await navigator.serviceWorker?.getRegistration())"):
        save(browser)
    wait_until_stored(browser)
    return browser


def pages() -> list[str]:
    """Return every stored page's address below the site's root."""
    found = sorted(path.relative_to(SITE).parent.as_posix() for path in SITE.rglob("index.html"))
    found = [folder for folder in found if not folder.startswith("embed/")]
    return ["" if folder == "." else f"{folder}/" for folder in found]


@alike
def test_every_page_is_there_with_the_network_cut(kept_before: Browser) -> None:
    kept_before.offline(True)
    arrived = kept_before.eval(
        """
        const text = async address => {
            const answer = await fetch(new URL(address, args[0]));
            return answer.text();
        };
        return Promise.all(args[1].map(text));
        """,
        kept_before.server.url,
        pages(),
    )
    assert arrived == [(SITE / page / "index.html").read_text("utf-8") for page in pages()]


def test_pages_are_read_and_turned_with_the_network_cut(kept_before: Browser) -> None:
    kept_before.offline(True)
    for address in ("", "core_rules/fighting/", "dichotomy"):
        kept_before.open(address)
        assert kept_before.eval(
            "return document.styleSheets.length > 0 && document.querySelector('h1').innerText"
        )
    kept_before.open("nowhere/")
    assert kept_before.text("h1") == "Page not found"
    kept_before.open("dichotomy/")
    kept_before.click(".md-footer__link--next")
    kept_before.wait_for("return !location.pathname.endsWith('/dichotomy/')")
    assert kept_before.text("article h1")


def test_search_and_cards_work_with_the_network_cut(kept_before: Browser) -> None:
    kept_before.offline(True)
    kept_before.open("core_rules/challenges/")
    kept_before.wait_for("return document.documentElement.classList.contains('js')")
    kept_before.press("/")
    kept_before.type(".search__words", "c79")
    kept_before.wait_for("return document.querySelector('.search-result')?.innerText.startsWith('C-079')")
    kept_before.press("Escape")
    kept_before.eval(
        "document.querySelector('article a.term').dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}))"
    )
    kept_before.wait(".card:popover-open")


def test_dice_roll_with_the_network_cut_once_the_engine_was_used(kept: Browser) -> None:
    assert ask(kept).get("ok")
    if not kept.wait_for(ENGINE + "return engine.stored !== null && [engine.stored]")[0]:
        pytest.skip("this browser stores nothing here")
    kept.offline(True)
    kept.open("core_rules/fighting/")
    assert ask(kept).get("ok")
    policy = kept.eval(
        """
        const worker = document.querySelector("meta[name=diceleaf-engine]").content;
        return (await fetch(`${args[0]}engine/${worker}`)).headers.get("Content-Security-Policy");
        """,
        kept.server.url,
    )
    assert policy.startswith("default-src 'none'")


@alike
def test_roll_reports_the_network_when_the_engine_is_missing(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    browser.server.fail("engine/*.bin", Fault(drop=True))
    stored(browser).offline(True)
    told = ask(browser)
    assert told["reason"] == "unavailable"
    assert "you appear to be offline" in told["error"]
    browser.offline(False)
    browser.server.mend()
    assert ask(browser).get("ok")


CHECK = {"action": "roll", "calculator": "two_d6.check", "inputs": {"dc": 9, "bonus": 3}}


def wait_until_saved(browser: Browser) -> None:
    """Until the offer says that all that was asked for is saved; skip the test where there is no room."""
    said = browser.wait_for(f"{STATE}.replace('Saving…', '')", at_rest=90)
    if "Not enough storage" in said:
        pytest.skip("this browser stores nothing here")
    assert said == "Saved for offline use."


def test_nothing_is_stored_before_the_reader_asks(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    browser.open(PAGE)
    assert ask(browser).get("ok")
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
    assert ask(browser).get("ok")
    browser.offline(False)


def test_one_book_is_saved_alone_and_all_later(browser: Browser) -> None:
    browser.open("two_d6/checks/")
    save(browser, "two_d6")
    wait_until_saved(browser)
    before = len(browser.requests())
    browser.offline(True)
    browser.open("two_d6/combat/")
    assert browser.text("article h1")
    assert ask(browser, CHECK).get("ok")
    assert ask(browser)["reason"] == "unavailable"  # the dice of another book
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
    assert "two_d6/combat/" not in fetched  # what is stored already is taken from there
    browser.offline(True)
    browser.open("core_rules/fighting/")
    assert browser.text("article h1").startswith("Fighting")
    assert ask(browser).get("ok")
    assert ask(browser, CHECK).get("ok")


def test_engine_follows_after_a_save_was_interrupted(browser: Browser, one_book: Path) -> None:
    """The pages were stored when the reader left; the next page completes the engine, unasked."""
    browser.serve(one_book)
    browser.server.fail("engine/*.bin", Fault(drop=True))
    stored(browser)
    browser.server.mend()
    browser.open("core_rules/house-rules/")  # which starts no engine
    wait_until_saved(browser)
    browser.offline(True)
    browser.open(PAGE)
    assert ask(browser).get("ok")


@alike
def test_engine_that_the_copy_has_lost_is_saved_again(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    browser.open(PAGE)
    save(browser)
    wait_until_saved(browser)
    stored = "return (await (await caches.open('diceleaf-engine /book/')).keys()).length"
    assert browser.eval(stored)
    browser.eval("await caches.delete('diceleaf-engine /book/')")
    browser.open("core_rules/house-rules/")  # which starts no engine
    wait_until_saved(browser)
    assert browser.eval(stored)  # not only in the HTTP cache
    browser.offline(True)
    browser.open(PAGE)
    assert ask(browser).get("ok")


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
def test_engine_file_that_the_copy_has_lost_is_saved_again(browser: Browser, one_book: Path) -> None:
    """Offline the reader is told of it; the next page that is online fetches it."""
    browser.serve(one_book)
    browser.open(PAGE)
    save(browser)
    wait_until_saved(browser)
    lost = browser.eval(LOSE_ONE)
    browser.wait_for(f"{STATE}.startsWith(args[0])", MISSING)
    browser.open("core_rules/house-rules/")  # which starts no engine
    wait_until_saved(browser)
    assert browser.eval("return Boolean(await caches.match(args[0]))", lost)


WIFI = "Object.defineProperty(navigator, 'connection', {value: {type: 'wifi', saveData: false}})"
REGISTERED = "return Boolean(await navigator.serviceWorker.getRegistration())"


@in_chromium
def test_wifi_stores_all_once_the_reader_rests(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    open_after(browser, WIFI, PAGE)
    browser.server.mend()  # or that page wouldn't be as it was published
    browser.wait_for("return !document.querySelector('dice-offline').hidden")
    time.sleep(QUIET + 1)
    assert not browser.eval(REGISTERED), "the dice weren't used yet"
    assert ask(browser).get("ok")
    wait_until_stored(browser)


@in_chromium
@pytest.mark.parametrize("part", ["decline", "forget"])
def test_wifi_stores_nothing_after_the_reader_declined(browser: Browser, one_book: Path, part: str) -> None:
    browser.serve(one_book)
    open_after(browser, WIFI, PAGE)
    if part == "forget":
        browser.server.mend()
        save(browser)
        wait_until_saved(browser)
    browser.eval("document.querySelector('dice-offline details').open = true")
    browser.click(f"dice-offline [data-part={part}]")
    browser.wait_for("return !document.querySelector('[data-part=automatic]').checkVisibility()")
    browser.wait_for("return !(await navigator.serviceWorker.getRegistration())")
    open_after(browser, WIFI, PAGE)
    assert ask(browser).get("ok")
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
    # loaded anew while a worker starts, WebKit may leave that worker in its start for ever
    browser.wait_for("return !(await navigator.serviceWorker.getRegistration())")
    browser.server.mend()
    browser.reload()
    wait_until_stored(browser)


@alike
def test_offline_copy_that_was_asked_for_offline_comes_later(browser: Browser, one_book: Path) -> None:
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
    browser.wait_for_request("404.html")  # the first that is stored
    browser.wait_for("return !(await navigator.serviceWorker.getRegistration())")
    browser.server.mend()
    wait_until_stored(browser)


def republished(site: Path, text: str) -> None:
    """Publish a new version of the site in place: another sentence on its pages, and other scripts, under
    other names, where those of the version before are gone.
    """
    [scripts] = (site / "assets").glob("js-*")
    renamed = f"js-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    for page in site.rglob("*.html"):
        source = page.read_text("utf-8").replace("An update is ready", text)
        version = re.sub(r'(name="diceleaf-version" content=")', rf"\g<1>{len(text)}", source)
        page.write_text(version.replace(scripts.name, renamed), "utf-8")
    scripts.rename(scripts.with_name(renamed))
    write_service_worker(site)


@pytest.fixture
def changing(browser: Browser, one_book: Path, tmp_path: Path) -> tuple[Browser, Path]:
    """The browser at a copy of the site that a test may change, stored."""
    site = Path(shutil.copytree(one_book, tmp_path / "site"))
    browser.serve(site)
    return stored(browser), site


def find_update(browser: Browser) -> None:
    """Have the browser look for a new version; it tells the reader."""
    browser.eval("await (await navigator.serviceWorker.getRegistration()).update()")
    browser.wait("dice-offline [data-part=news]")


def find_update_while_away(browser: Browser) -> None:
    """Leave the page while the new version arrives, and come back to it once that is stored: some browsers
    put a page aside as it stands, and it hears nothing meanwhile.
    """
    stored = threading.Event()
    browser.server.fail("404.html", Fault(after=stored))
    browser.eval("await (await navigator.serviceWorker.getRegistration()).update()")
    browser.wait_for("return Boolean((await navigator.serviceWorker.getRegistration()).installing)")
    browser.open("core_rules/")
    stored.set()
    browser.wait_for("return Boolean((await navigator.serviceWorker.getRegistration()).waiting)")
    browser.back()
    browser.wait_for("return location.pathname.endsWith('/challenges/')")
    browser.wait("dice-offline [data-part=news]")


def take_update(browser: Browser) -> None:
    """Ask for the new version and wait for its page."""
    browser.eval("window.before = true")
    browser.click("dice-offline [data-part=update]")
    browser.wait_for(f"return !window.before && {LOADED}")


def test_a_new_version_waits_until_the_reader_asks(changing: tuple[Browser, Path]) -> None:
    browser, site = changing
    browser.eval("localStorage.setItem('test-sheet', 'half typed')")
    republished(site, "The second version is ready")
    find_update_while_away(browser)
    assert (
        len(
            browser.eval(
                "return (await caches.keys()).filter(name => name.startsWith('diceleaf-pages /book/ '))"
            )
        )
        == 2
    )
    take_update(browser)
    browser.reload()  # once the page is gone that asked for it, nobody needs the version before
    browser.wait_for(
        "return (await caches.keys()).filter(name => name.startsWith('diceleaf-pages /book/ ')).length === 1"
    )
    assert "The second version" in browser.eval(
        "return document.querySelector('[data-part=news]').textContent"
    )
    assert browser.eval("return localStorage.getItem('test-sheet')") == "half typed"


def test_tab_of_the_old_version_works_beside_the_new_one(changing: tuple[Browser, Path]) -> None:
    """The tab never asked for the search and the cards while its scripts could still be had
    from the network.
    """
    browser, site = changing
    before = browser.tabs()[0]
    republished(site, "The second version is ready")
    find_update(browser)
    browser.new_tab()
    browser.open(PAGE)
    browser.wait("dice-offline [data-part=news]")
    take_update(browser)
    assert "The second" in browser.eval("return document.querySelector('[data-part=news]').textContent")
    browser.close_tab()
    browser.switch_tab(before)
    assert browser.eval("return document.querySelector('[data-part=news]').textContent").startswith(
        "An update"
    )
    browser.press("/")
    browser.type(".search__words", "c79")
    browser.wait_for("return document.querySelector('.search-result')?.innerText.startsWith('C-079')")
    browser.press("Escape")
    assert browser.console_errors() == []
    browser.click(".md-footer__link--next")  # a page of the next version: with its own scripts, then
    browser.wait_for("return document.querySelector('[data-part=news]').textContent.startsWith('The second')")
    browser.wait_for("return Boolean(customElements.get('dice-offline'))")
    browser.press("/")
    browser.type(".search__words", "c79")
    browser.wait_for("return document.querySelector('.search-result')?.innerText.startsWith('C-079')")
    assert browser.console_errors() == []


def rename_engine(site: Path) -> None:
    """Publish another engine in place: the same files, under other names."""
    [worker] = (site / "engine").glob("worker-*.js")
    text = worker.read_text("utf-8")
    for file in (site / "engine").glob("*.bin"):
        text = text.replace(file.name, f"next-{file.name}")
        file.rename(file.with_name(f"next-{file.name}"))
    renamed = worker.with_name("worker-0123456789ab.js")
    renamed.write_text(text, "utf-8")
    worker.unlink()
    for page in (*site.rglob("*.html"), site / "engine" / "manifest.json"):
        page.write_text(page.read_text("utf-8").replace(worker.name, renamed.name), "utf-8")


def test_update_brings_its_engine_before_it_takes_over(changing: tuple[Browser, Path]) -> None:
    """It may take over by itself, on a visit without a network."""
    browser, site = changing
    wait_until_saved(browser)
    rename_engine(site)
    republished(site, "The second version is ready")
    find_update(browser)
    held = "(await (await caches.open('diceleaf-engine /book/')).keys()).map(({url}) => url)"
    for part in ("next-memory", "next-game-core_rules"):
        browser.wait_for(f"return {held}.some(url => url.includes('{part}'))")
    browser.offline(True)
    take_update(browser)
    assert ask(browser).get("ok")


@in_chromium
def test_the_word_of_a_new_version_is_in_view_and_can_wait(changing: tuple[Browser, Path]) -> None:
    browser, site = changing
    news = "dice-offline [data-part=news]"
    browser.viewport(390, 844)
    republished(site, "The second version is ready")
    find_update(browser)
    place = browser.eval("return document.querySelector(args[0]).getBoundingClientRect()", news)
    assert 0 < place["top"] < place["bottom"] <= 844
    browser.click("dice-offline [data-part=later]")
    browser.eval("document.querySelector('.contents a[href$=\"fighting/\"]').click()")
    browser.wait_for("return location.pathname.endsWith('/fighting/')")
    assert browser.eval("return document.querySelector(args[0]).hidden", news)
    browser.reload()
    browser.wait(news)


@alike
def test_update_over_mobile_data_waits_for_the_reader(changing: tuple[Browser, Path]) -> None:
    browser, site = changing
    republished(site, "The second version is ready")
    worker = site / "sw.js"
    mobile = "Object.defineProperty(navigator, 'connection', {value: {type: 'cellular'}});\n"
    worker.write_text(mobile + worker.read_text("utf-8"), "utf-8")
    before = len(browser.requests())
    browser.eval("await (await navigator.serviceWorker.getRegistration()).update()")
    browser.wait("dice-offline [data-part=postponed]")
    assert {request.path for request in browser.requests()[before:]} == {"sw.js"}
    browser.click("dice-offline [data-part=download]")
    browser.wait("dice-offline [data-part=news]")
    take_update(browser)
    assert "The second" in browser.eval("return document.querySelector('[data-part=news]').textContent")


@alike
def test_update_during_editing_loses_no_typed_text(changing: tuple[Browser, Path]) -> None:
    browser, site = changing
    name = "dice-sheet [name=name]"
    browser.open("core_rules/sheet/")
    browser.wait("dice-sheet:defined .tool-bar__menu")
    browser.type(name, "Ysol")
    republished(site, "The second version is ready")
    find_update(browser)
    browser.type(name, "Ysolde")
    take_update(browser)
    browser.wait("dice-sheet:defined .tool-bar__menu")
    browser.wait_for("return document.querySelector(args[0]).value === 'Ysolde'", name)


@alike
def test_a_half_arrived_version_is_not_stored(changing: tuple[Browser, Path]) -> None:
    browser, site = changing
    republished(site, "The second version is ready")
    page = site / "core_rules" / "index.html"
    page.write_text(page.read_text("utf-8") + "<!-- not as the list says -->", "utf-8")
    failed = """
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    const coming = registration.installing;
    if (!coming) return !registration.waiting;
    return new Promise(done => coming.onstatechange = () => done(coming.state === 'redundant'));
    """
    assert browser.eval(failed)
    assert ask(browser).get("ok")


@alike
def test_a_host_that_alters_pages_or_has_no_room_is_told_of(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    page = one_book / "core_rules" / "index.html"
    browser.server.fail("core_rules/", Fault(body=page.read_bytes() + b"<!-- an advertisement -->"))
    browser.open(PAGE)
    save(browser)
    state = "return document.querySelector('dice-offline [data-part=state]').textContent"
    browser.wait_for(f"{state}.includes('page or file “core_rules/” doesn’t match what was published')")
    browser.server.mend()  # as when it was only just being renewed
    wait_until_stored(browser)
    browser.wait_for(f"{state} === 'Saved for offline use.'")


@alike
def test_unknown_page_shows_not_found_when_404_html_redirects(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    browser.server.fail("404.html", Fault(to="404"))  # which is answered with that page
    stored_as_it_is = stored(browser)
    stored_as_it_is.offline(True)
    stored_as_it_is.open("nowhere/")
    assert stored_as_it_is.text("h1") == "Page not found"


@alike
def test_two_books_of_one_host_keep_their_own(browser: Browser, one_book: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        shutil.copytree(one_book, tmp_path / name, copy_function=os.link)
    browser.serve(tmp_path)
    for name in ("one", "two"):
        browser.open(f"{name}/{PAGE}")
        save(browser)
        wait_until_stored(browser)
        assert ask(browser).get("ok")
        browser.wait_for(ENGINE + "return engine.stored !== null && [engine.stored]")
    names = browser.eval("return (await caches.keys()).map(name => name.split(' ').slice(0, 2).join(' '))")
    assert sorted(names) == [
        f"diceleaf-{what} /book/{name}/" for what in ("engine", "pages") for name in ("one", "two")
    ]
    browser.eval("document.querySelector('dice-offline details').open = true")
    browser.click("dice-offline [data-part=forget]")
    browser.wait_for("return (await caches.keys()).length === 2")
    browser.offline(True)
    browser.open(f"one/{PAGE}")
    assert ask(browser).get("ok")


@alike
def test_the_kill_switch_removes_everything_stored(changing: tuple[Browser, Path]) -> None:
    browser, site = changing
    shutil.copy(ROOT / "hooks" / "offline" / "service_worker_off.js", site / "sw.js")
    browser.eval("await (await navigator.serviceWorker.getRegistration()).update()")
    browser.wait_for("return (await caches.keys()).filter(name => name.startsWith('diceleaf-')).length === 0")
    browser.wait_for("return !(await navigator.serviceWorker.getRegistration())?.active")


def test_the_site_can_be_installed() -> None:
    """The site is an app of its own: iPhones support no other kind, and never delete an installed app's
    storage.
    """
    manifest = json.loads((SITE / "manifest.webmanifest").read_text())
    assert manifest["name"] == "Diceleaf"
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == manifest["scope"] == "./"
    assert "id" not in manifest  # it would be the same for all books of one host
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        assert f"{width(SITE / icon['src'])}x{width(SITE / icon['src'])}" == icon["sizes"]


def width(picture: Path) -> int:
    """Return the width of a PNG in pixels."""
    return int.from_bytes(picture.read_bytes()[16:20])


@pytest.mark.parametrize("page", ["index.html", "dichotomy/combat/index.html"])
def test_each_page_tells_a_phone_its_name_picture_and_colours(page: str) -> None:
    text = (SITE / page).read_text("utf-8")
    head = BeautifulSoup(text.partition("</head>")[0], "html.parser")
    icon = (SITE / page).parent / head.select_one("link[rel=apple-touch-icon]")["href"]
    assert width(icon) == 180
    assert (SITE / page).parent.joinpath(head.select_one("link[rel=manifest]")["href"]).is_file()
    assert head.select_one("meta[name=apple-mobile-web-app-title]")["content"] == "Diceleaf"
    palette = (ROOT / "docs" / "assets" / "css" / "palette.css").read_text("utf-8")
    papers = re.findall(r"--paper: (#\w+);", palette)
    bars = head.select("meta[name=theme-color]")
    assert [bar["content"] for bar in bars] == papers[:2]  # the third is that of print
    assert [bar["media"] for bar in bars] == [f"(prefers-color-scheme: {each})" for each in ("light", "dark")]


@in_chromium
@pytest.mark.parametrize(
    ("icon", "part"),
    [("icon-192.png", 1), ("icon-512.png", 1), ("icon-maskable-512.png", 0.7), ("icon-apple-180.png", 0.75)],
)
def test_an_icon_shows_what_the_favicon_does(browser: Browser, icon: str, part: float) -> None:
    """`part` of its width, in the middle, is the picture."""
    [images] = (SITE / "assets").glob("images-*")
    browser.open()
    difference = browser.eval(
        """
        const [folder, icon, part] = args;
        const drawn = async (name, part) => {
          const image = new Image();
          image.src = folder + name;
          await image.decode();
          const canvas = new OffscreenCanvas(64, 64).getContext("2d");
          canvas.fillStyle = "#faf6ee";
          canvas.fillRect(0, 0, 64, 64);
          canvas.drawImage(image, 32 - 32 / part, 32 - 32 / part, 64 / part, 64 / part);
          return canvas.getImageData(0, 0, 64, 64).data;
        };
        const [one, other] = [await drawn(icon, part), await drawn("favicon.svg", 1)];
        return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]), 0) / one.length;
        """,
        f"{browser.server.url}{images.relative_to(SITE).as_posix()}/",
        icon,
        part,
    )
    assert difference < 4  # of 255


@pytest.fixture(scope="module")
def folder(book_zip: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zip, unpacked."""
    place = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(book_zip) as archive:
        archive.extractall(place)
    return place / "diceleaf-book"


def test_the_zip_works_by_double_click(browser: Browser, folder: Path) -> None:
    browser.open((folder / "core_rules" / "challenges" / "index.html").as_uri())
    browser.wait("dice-roller")
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    browser.click("dice-roller [data-part=roll]")
    browser.wait("dice-tray .outcome__verdict")
    browser.click("dice-tray [data-panel=share]")
    assert not browser.eval(
        "return document.querySelector('dice-tray [data-part=show-code]').checkVisibility()"
    ), "nobody else has the way to this folder"
    browser.click("dice-tray [data-part=title]")
    browser.wait_for("return location.pathname.endsWith('/dice-and-calculators/index.html')")
    browser.click("[data-part=pin]")
    browser.wait("[data-part=comparison] [data-command=unpin]")
    assert browser.eval("return document.querySelector('[data-part=comparison] [data-command=link]').hidden")
    assert browser.foreign_requests() == []
    assert browser.console_errors() == []


def test_house_rules_are_followed_in_the_zip(browser: Browser, folder: Path) -> None:
    """Text and numbers follow, on paper too; what needs an address says so."""
    book = (folder / "dichotomy").as_uri()
    told = ".house__notice > [role=status]"
    says = "return document.querySelector(args[0])?.innerText.includes(args[1])"
    browser.open(f"{book}/house-rules/index.html")
    browser.wait("[data-part=bar]:not([hidden])")
    browser.click("#option-beat_targets input")
    browser.wait_for(says, told, "Changed")
    for command in ("link", "code"):
        browser.click(f"dice-house-rules [data-command={command}]")
        browser.wait_for(says, told, "This copy has no web address to link to. Share the file instead.")
    browser.open(f"{book}/the-roll/index.html")
    browser.wait(".house-rule[data-house~=D-012] .house-rule__text")
    browser.click("dice-roller summary")
    browser.wait_for(says, "dice-roller", "Standard rules")
    browser.open((folder / "print" / "dichotomy" / "index.html").as_uri())
    browser.wait(".house-rule[data-house~=D-012] .house-rule__text")
    assert "House rules: Our house rules" in browser.text(".house-print__foot")
    assert "Unmarked text follows the book." in browser.text(".house-page")
    # not `innerText`, for which Chromium lays the whole book out again each time
    follows = "return document.querySelector(args[0]).textContent.includes('follow your house rules')"
    browser.wait_for(follows, "[role=status].print-book__how")
    assert browser.count("dice-odds-table > .house-note") > 0
    assert browser.foreign_requests() == []
    assert browser.console_errors() == []
    browser.eval("localStorage.clear()")  # files of every test share it


@in_chromium
def test_tracker_keeps_a_click_while_house_rules_load_in_the_zip(browser: Browser, folder: Path) -> None:
    """The example is begun anew by the set as soon as the engine is there; what is pressed before counts."""
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
    # an ellipsis is there while the engine loads
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
)  # WebKit's files don't hear each other
def test_player_view_follows_the_tracker_in_the_zip(browser: Browser, folder: Path) -> None:
    desk = (folder / "dichotomy" / "fight-desk" / "index.html").as_uri()
    defend = '[id="desk-dichotomy-defend"] button[type=submit]'
    sees = "return document.querySelector('dice-player-view').innerText.includes(args[0])"
    browser.open(desk)
    browser.wait(defend)
    browser.click(defend)
    browser.wait_for("return document.querySelector('[data-part=last]').innerText.includes('Odile defends')")
    assert browser.eval("return document.querySelector('[data-command=share]').hidden"), (
        "nobody else can follow it"
    )
    at_desk = browser.tabs()[0]
    window = browser.new_tab()
    browser.open(f"{desk}?players")
    browser.wait_for(sees, "Bram is next")
    for deed, told in ((defend, "Thug is next"), ("#desk-undo", "Bram is next")):
        browser.switch_tab(at_desk)
        browser.click(deed)
        browser.switch_tab(window)
        browser.wait_for(sees, told)
    assert browser.console_errors() == []


def test_two_zips_of_one_site_are_the_same(book_zip: Path, tmp_path: Path) -> None:
    write_zip(SITE, tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == book_zip.read_bytes()
