"""Browsers that block storage, don't respond or kill a worker: no page hangs or loses data silently."""

from rules_py import roll
from tests.site.browser_storage import saved_records
from tests.site.browsers import SITE, Browser, own_origin
from tests.site.files import catch_downloads, downloaded_file
from tests.site.server import Fault
from tests.site.test_engine import ENGINE, ROLL, call_engine
from tests.site.tool_menu import from_menu

pytestmark = own_origin

SHEET = "core_rules/sheet/"
NOTICE = "return document.querySelector('dice-sheet [data-part=notice]').textContent"

REFUSED = """
const refuse = () => { throw new DOMException("refused", "SecurityError"); };
IDBFactory.prototype.open = refuse;
for (const name of ["localStorage", "sessionStorage", "caches"])
    Object.defineProperty(window, name, { configurable: true, get: refuse });
"""

# The site's timeout is fifteen seconds.
STUCK = """
const { open } = IDBFactory.prototype;
IDBFactory.prototype.open = function () {
    const request = open.call(this, "stuck");
    const never = (event) => event.stopImmediatePropagation();
    for (const type of ["success", "error", "upgradeneeded"]) request.addEventListener(type, never);
    return request;
};
const patient = setTimeout;
window.setTimeout = (then, wait, ...rest) => patient(then, wait === 15_000 ? 50 : wait, ...rest);
"""

# The timeout of a call is five seconds.
KILLABLE = """
const patient = setTimeout;
window.setTimeout = (then, wait, ...rest) => patient(then, window.killed && wait === 5000 ? 50 : wait, ...rest);
const Unwatched = Worker;
window.Worker = class extends Unwatched {
    constructor(...args) {
        super(...args);
        window.worker = this;
    }
};
"""


def open_after(browser: Browser, script: str, page: str) -> None:
    """Open a page in which this script runs first."""
    text = (SITE / page / "index.html").read_text("utf-8")
    first = text.replace("<head>", '<head><script src="first.js"></script>', 1)
    browser.server.fail(page, Fault(body=first.encode()))
    browser.server.fail(f"{page}first.js", Fault(body=script.encode()))
    browser.open(page)


def test_sheet_works_and_warns_when_all_storage_is_blocked(browser: Browser) -> None:
    open_after(browser, REFUSED, SHEET)
    browser.wait_for(f"{NOTICE}.includes('isn’t saving anything for this site')")
    browser.open_sections()
    browser.type("dice-sheet [name=name]", "Odo")
    browser.wait_for("return document.querySelector('dice-sheet').item.name === 'Odo'")
    assert call_engine(browser).get("ok")
    catch_downloads(browser)
    from_menu(browser, "[data-command=export]")
    assert '"Odo"' in downloaded_file(browser)[1]
    open_after(browser, REFUSED, "tools/kept/")
    summary = "return document.querySelector('dice-backup [data-part=sum]').textContent"
    browser.wait_for(f"{summary}.includes('deletes this site’s data')")
    assert browser.console_errors() == []


def test_sheet_uses_local_storage_if_the_database_hangs(browser: Browser) -> None:
    browser.open_sheet(SHEET)
    browser.type("dice-sheet [name=name]", "Odile")
    assert [each["kept"]["sheet"]["name"] for each in saved_records(browser)] == ["Odile"]
    open_after(browser, STUCK, SHEET)
    browser.reload()
    browser.wait_for(f"{NOTICE}.includes('The browser’s storage isn’t responding')")
    browser.open_sections()
    browser.type("dice-sheet [name=name]", "Odo")
    browser.wait_for("return Object.values(localStorage).some((text) => text.includes('\"Odo\"'))")
    browser.server.clear_faults()
    browser.open("core_rules/")
    browser.open(SHEET)
    browser.reload()
    browser.wait_for("return document.querySelector('dice-sheet')?.collection?.list.length === 2")
    assert sorted(each["kept"]["sheet"]["name"] for each in saved_records(browser)) == ["Odile", "Odo"]


def test_killed_worker_is_replaced(browser: Browser) -> None:
    open_after(browser, KILLABLE, "core_rules/challenges/")
    assert call_engine(browser).get("ok")
    browser.eval("(window.wrappedJSObject ?? window).killed = true")
    browser.eval("(window.wrappedJSObject ?? window).worker.terminate()")
    assert call_engine(browser)["reason"] == "slow"
    browser.eval("(window.wrappedJSObject ?? window).killed = false")
    reply = call_engine(browser, ROLL | {"seed": 7})
    assert reply["roll"]["faces"] == [*roll(ROLL["calculator"], seed=7, **ROLL["inputs"]).faces]


def test_reload_during_a_database_write_does_not_block_saving(browser: Browser) -> None:
    browser.open_sheet(SHEET)
    browser.type("dice-sheet [name=name]", "Odile")
    assert [each["kept"]["sheet"]["name"] for each in saved_records(browser)] == ["Odile"]
    browser.eval(
        """
        const opening = indexedDB.open("diceleaf-kept:/book/");
        await new Promise((opened) => opening.addEventListener("success", opened));
        const store = opening.result.transaction("things", "readwrite").objectStore("things");
        const hold = () => store.get("").addEventListener("success", hold);
        hold();
        """
    )
    browser.type("dice-sheet [name=name]", "Odo")
    if browser.eval("return Boolean(navigator.locks)"):
        browser.wait_for("return (await navigator.locks.query()).held.length")
    browser.reload()
    browser.open_sections()
    browser.wait_for("return document.querySelector('dice-sheet [name=name]').value === 'Odo'")
    assert [each["kept"]["sheet"]["name"] for each in saved_records(browser)] == ["Odo"]


def test_leaving_a_page_with_a_lock_does_not_block_saving(browser: Browser) -> None:
    browser.open_sheet(SHEET)
    assert call_engine(browser).get("ok")
    browser.eval(
        ENGINE
        + """
        const { locks } = navigator;
        if (locks) await new Promise((resolve) => locks.request("diceleaf-kept:/book/", () => {
            resolve();
            return new Promise(() => {});
        }));
        page.replies = 0;
        for (let at_once = 0; at_once < 40; at_once += 1) call(args[0]).then(() => { page.replies += 1; });
        """,
        ROLL,
    )
    browser.open("tools/kept/")
    browser.open_sheet(SHEET)
    browser.type("dice-sheet [name=name]", "Odo")
    assert [each["kept"]["sheet"]["name"] for each in saved_records(browser)] == ["Odo"]
    assert call_engine(browser).get("ok")
    browser.back()
    browser.wait("dice-backup [data-part=sum]")
    browser.back()
    browser.wait("dice-sheet")
    assert call_engine(browser).get("ok")
