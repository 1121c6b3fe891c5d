"""Updates of a site that a browser has stored."""

import hashlib
import re
import shutil
import threading
from pathlib import Path

import pytest

from hooks.offline.site import write_service_worker
from tests.site.browser_session import LOADED
from tests.site.browsers import ROOT, Browser, alike, in_chromium, own_origin
from tests.site.offline_copy import STATE, save, store_book, wait_until_saved, wait_until_stored
from tests.site.server import Fault
from tests.site.test_engine import PAGE, call_engine

pytestmark = own_origin


def republish(site: Path, text: str) -> None:
    """Publish a new version of the site in place, with another sentence on its pages and renamed scripts."""
    [scripts] = (site / "assets").glob("js-*")
    renamed = f"js-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    for page in site.rglob("*.html"):
        source = page.read_text("utf-8").replace("An update is ready", text)
        version = re.sub(r'(name="diceleaf-version" content=")', rf"\g<1>{len(text)}", source)
        page.write_text(version.replace(scripts.name, renamed), "utf-8")
    scripts.rename(scripts.with_name(renamed))
    write_service_worker(site)


@pytest.fixture
def changeable_site(browser: Browser, one_book: Path, tmp_path: Path) -> tuple[Browser, Path]:
    """The browser at a stored copy of the site, and the copy, which the test may change."""
    site = Path(shutil.copytree(one_book, tmp_path / "site"))
    browser.serve(site)
    return store_book(browser), site


def find_update(browser: Browser) -> None:
    """Let the browser check for a new version, and wait for the message about it."""
    browser.eval("await (await navigator.serviceWorker.getRegistration()).update()")
    browser.wait("dice-offline [data-part=news]")


def find_update_while_away(browser: Browser) -> None:
    """Leave the page while the new version is downloaded, and return once it is stored.

    Some browsers move the page to the back/forward cache, where it gets no messages.
    """
    is_stored = threading.Event()
    browser.server.fail("404.html", Fault(after=is_stored))
    browser.eval("await (await navigator.serviceWorker.getRegistration()).update()")
    browser.wait_for("return Boolean((await navigator.serviceWorker.getRegistration()).installing)")
    browser.open("core_rules/")
    is_stored.set()
    browser.wait_for("return Boolean((await navigator.serviceWorker.getRegistration()).waiting)")
    browser.back()
    browser.wait_for("return location.pathname.endsWith('/challenges/')")
    browser.wait("dice-offline [data-part=news]")


def take_update(browser: Browser) -> None:
    """Activate the new version and wait for its page."""
    browser.eval("window.before = true")
    browser.click("dice-offline [data-part=update]")
    browser.wait_for(f"return !window.before && {LOADED}")


def test_new_version_waits_for_the_reader(changeable_site: tuple[Browser, Path]) -> None:
    browser, site = changeable_site
    browser.eval("localStorage.setItem('test-sheet', 'half typed')")
    republish(site, "The second version is ready")
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
    browser.reload()  # then no page needs the previous version
    browser.wait_for(
        "return (await caches.keys()).filter(name => name.startsWith('diceleaf-pages /book/ ')).length === 1"
    )
    assert "The second version" in browser.eval(
        "return document.querySelector('[data-part=news]').textContent"
    )
    assert browser.eval("return localStorage.getItem('test-sheet')") == "half typed"


def test_tab_of_the_old_version_works_beside_the_new_one(changeable_site: tuple[Browser, Path]) -> None:
    """The tab loads search and cards only when their scripts are no longer on the server."""
    browser, site = changeable_site
    before = browser.tabs()[0]
    republish(site, "The second version is ready")
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
    browser.click(".md-footer__link--next")  # a page of the next version, which loads its own scripts
    browser.wait_for("return document.querySelector('[data-part=news]').textContent.startsWith('The second')")
    browser.wait_for("return Boolean(customElements.get('dice-offline'))")
    browser.press("/")
    browser.type(".search__words", "c79")
    browser.wait_for("return document.querySelector('.search-result')?.innerText.startsWith('C-079')")
    assert browser.console_errors() == []


def rename_engine(site: Path) -> None:
    """Publish another engine in place: the same files with other names."""
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


def test_update_downloads_its_engine_before_activation(changeable_site: tuple[Browser, Path]) -> None:
    """The browser can activate it by itself, on a visit without a network."""
    browser, site = changeable_site
    wait_until_saved(browser)
    rename_engine(site)
    republish(site, "The second version is ready")
    find_update(browser)
    urls = "(await (await caches.open('diceleaf-engine /book/')).keys()).map(({url}) => url)"
    for part in ("next-memory", "next-game-core_rules"):
        browser.wait_for(f"return {urls}.some(url => url.includes('{part}'))")
    browser.offline(True)
    take_update(browser)
    assert call_engine(browser).get("ok")


@in_chromium
def test_update_message_is_in_view_and_can_be_postponed(changeable_site: tuple[Browser, Path]) -> None:
    browser, site = changeable_site
    news = "dice-offline [data-part=news]"
    browser.viewport(390, 844)
    republish(site, "The second version is ready")
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
def test_update_over_mobile_data_waits_for_the_reader(changeable_site: tuple[Browser, Path]) -> None:
    browser, site = changeable_site
    republish(site, "The second version is ready")
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
def test_update_during_editing_loses_no_typed_text(changeable_site: tuple[Browser, Path]) -> None:
    browser, site = changeable_site
    name = "dice-sheet [name=name]"
    browser.open("core_rules/sheet/")
    browser.wait("dice-sheet:defined .tool-bar__menu")
    browser.type(name, "Ysol")
    republish(site, "The second version is ready")
    find_update(browser)
    browser.type(name, "Ysolde")
    take_update(browser)
    browser.wait("dice-sheet:defined .tool-bar__menu")
    browser.wait_for("return document.querySelector(args[0]).value === 'Ysolde'", name)


@alike
def test_version_with_an_altered_page_is_not_stored(changeable_site: tuple[Browser, Path]) -> None:
    browser, site = changeable_site
    republish(site, "The second version is ready")
    page = site / "core_rules" / "index.html"
    page.write_text(page.read_text("utf-8") + "<!-- not in the published version -->", "utf-8")
    failed = """
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    const coming = registration.installing;
    if (!coming) return !registration.waiting;
    return new Promise(done => coming.onstatechange = () => done(coming.state === 'redundant'));
    """
    assert browser.eval(failed)
    assert call_engine(browser).get("ok")


@alike
def test_host_that_alters_pages_is_reported(browser: Browser, one_book: Path) -> None:
    browser.serve(one_book)
    page = one_book / "core_rules" / "index.html"
    browser.server.fail("core_rules/", Fault(body=page.read_bytes() + b"<!-- an advertisement -->"))
    browser.open(PAGE)
    save(browser)
    browser.wait_for(f"{STATE}.includes('page or file “core_rules/” doesn’t match what was published')")
    browser.server.clear_faults()  # as if the page was being replaced meanwhile
    wait_until_stored(browser)
    browser.wait_for(f"{STATE} === 'Saved for offline use.'")


@alike
def test_kill_switch_removes_caches_and_service_worker(changeable_site: tuple[Browser, Path]) -> None:
    browser, site = changeable_site
    shutil.copy(ROOT / "hooks" / "offline" / "service_worker_off.js", site / "sw.js")
    browser.eval("await (await navigator.serviceWorker.getRegistration()).update()")
    browser.wait_for("return (await caches.keys()).filter(name => name.startsWith('diceleaf-')).length === 0")
    browser.wait_for("return !(await navigator.serviceWorker.getRegistration())?.active")
