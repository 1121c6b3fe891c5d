"""The browser fixture: its methods work the same in all three browsers."""

from pathlib import Path

import pytest

from tests.site.browser_session import ScriptError
from tests.site.browsers import Browser, in_chromium
from tests.site.server import Fault
from tests.waiting import poll

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Harness</title>
<link rel="icon" href="data:,">
<main><h1>Harness</h1>
<button onclick="this.nextElementSibling.textContent = 'clicked'">Press</button><output></output>
<label>Name <input value="old"></label>
<label>Which <select><option value="one">One</option><option value="two">Two</option></select></label>
<a href="second/">next</a></main>
"""


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Browser:
    """The browser at a small page of our own."""
    (tmp_path / "second").mkdir()
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "second" / "index.html").write_text(PAGE.replace("Harness", "Second"))
    (tmp_path / "404.html").write_text(PAGE.replace("Harness", "Not here"))
    browser.serve(tmp_path)
    browser.open()
    return browser


def test_click_changes_the_page(page: Browser) -> None:
    page.click("button")
    page.wait_for("return document.querySelector('output').textContent")
    assert page.text("output") == "clicked"
    assert page.texts("h1") == ["Harness"]
    assert page.count("button") == 1


def test_click_waits_until_the_covered_element_is_free(page: Browser) -> None:
    page.eval(
        """
        const cover = document.createElement("div");
        cover.style = "position: fixed; inset: 0";
        window.pressed = [];
        for (const type of ["mousedown", "click"])
            addEventListener(type, ({target}) => window.pressed.push(`${type} ${target.localName}`), {capture: true});
        document.body.append(cover);
        setTimeout(() => cover.remove(), 500);
        """
    )
    page.click("button")
    page.wait_for("return document.querySelector('output').textContent === 'clicked'")
    assert page.eval("return window.pressed") == ["mousedown button", "click button"]


@in_chromium
def test_tap_sends_touch_events(page: Browser) -> None:
    page.emulate(touch=True)
    page.eval(
        "window.by = []; for (const type of ['touchstart', 'click'])"
        " addEventListener(type, (event) => window.by.push(`${event.type} ${event.pointerType ?? ''}`.trim()))"
    )
    page.tap("button")
    page.wait_for("return document.querySelector('output').textContent === 'clicked'")
    assert page.eval("return window.by") == ["touchstart", "click touch"]


def test_typing_goes_to_the_focused_field(page: Browser) -> None:
    page.type("input", "Zoë 7")
    assert page.value("input") == "Zoë 7"
    page.choose("select", "two")
    assert page.value("select") == "two"
    page.eval("document.querySelector('input').focus()")
    page.press("Shift+Tab")
    page.press("Enter")
    assert page.text("output") == "clicked"


def test_eval_awaits_values_and_raises_errors(page: Browser) -> None:
    assert page.eval("return await Promise.resolve(args[0] + args[1])", 1, 2) == 3
    assert page.eval("return {list: [1, null, 'x']}") == {"list": [1, None, "x"]}
    assert page.eval("return undefined") is None
    with pytest.raises(ScriptError, match="no such luck"):
        page.eval("throw new Error('no such luck')")


def test_navigation_works_by_link_back_and_address(page: Browser) -> None:
    page.click("a")
    page.wait_for("return document.title == 'Second'")
    assert page.path == "second/"
    page.back()
    page.wait_for("return document.title == 'Harness'")
    page.open("nowhere")
    assert page.eval("return document.title") == "Not here"
    assert [request.status for request in page.requests() if request.path == "nowhere"] == [404]


def test_viewport_can_be_as_narrow_as_a_phone(page: Browser) -> None:
    for width, height in ((320, 640), (1280, 900)):
        page.viewport(width, height)
        assert page.eval("return [innerWidth, innerHeight]") == [width, height]


@pytest.mark.parametrize("engine_name", ["chromium", "firefox"], indirect=True)
def test_screenshot_is_a_png(page: Browser, tmp_path: Path) -> None:
    page.screenshot(tmp_path / "page.png")
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")


def test_console_errors_include_warnings_and_exceptions(page: Browser) -> None:
    assert page.console_errors() == []
    page.eval("console.error('an error said'); console.warn('a warning said'); console.log('a remark')")
    page.eval("setTimeout(() => { throw new Error('an error thrown') })")
    messages: list[str] = []
    for last in poll():
        messages += page.console_errors()
        if last or all(words in str(messages) for words in ("error said", "warning said", "error thrown")):
            break
    assert not last, messages
    assert "a remark" not in str(messages)


def test_requests_to_other_hosts_are_recorded_and_refused(page: Browser) -> None:
    assert page.foreign_requests() == []
    page.eval("await fetch('http://elsewhere.example/x', {mode: 'no-cors'}).catch(() => null)")
    page.eval("await fetch('https://elsewhere.example/y', {mode: 'no-cors'}).catch(() => null)")
    recorded = {request.path for request in page.foreign_requests()}
    assert recorded == {"http://elsewhere.example/x", "https://elsewhere.example:443"}


def test_server_simulates_faults_and_a_lost_connection(page: Browser) -> None:
    fetch = "return fetch(args[0]).then(async r => [r.status, (await r.text()).length]).catch(() => 'failed')"
    unchanged_response = page.eval(fetch, "second/?a")
    assert unchanged_response[0] == 200
    page.offline(True)
    assert page.eval(fetch, "second/?b") == "failed"
    page.offline(False)
    page.server.fail("second/*", Fault(status=500, body=b"oh"))
    assert page.eval(fetch, "second/?c") == [500, 2]
    page.server.fail("second/*", Fault(keep=3))
    assert page.eval(fetch, "second/?d") in ("failed", [200, 3])
    page.server.fail("second/*", Fault(drop=True))
    assert page.eval(fetch, "second/?e") == "failed"
    page.server.clear_faults()
    assert page.eval(fetch, "second/?f") == unchanged_response


def test_tabs_share_their_storage(page: Browser) -> None:
    assert page.eval("return localStorage.length") == 0
    page.eval("localStorage.setItem('here', 'yes')")
    first = page.tabs()[0]
    page.new_tab()
    page.open()
    assert page.eval("return localStorage.getItem('here')") == "yes"
    page.close_tab()
    assert page.tabs() == [first]


@pytest.mark.parametrize("time", ["first", "second"])
def test_storage_is_empty_when_a_test_starts(browser: Browser, time: str) -> None:
    browser.open("404.html")
    assert browser.eval("return [localStorage.length, (await indexedDB.databases()).length]") == [0, 0]
    browser.eval(
        """
        localStorage.setItem("left", args[0]);
        await new Promise(done => { indexedDB.open("left").onsuccess = done; });
        """,
        time,
    )


def test_axe_reports_accessibility_violations(page: Browser) -> None:
    assert page.axe() == []
    page.eval("document.querySelector('label').replaceWith(document.querySelector('input'))")
    assert [line.split(":")[0] for line in page.axe()] == ["label"]


@in_chromium
def test_emulate_sets_user_preferences(page: Browser) -> None:
    def matches(query: str) -> bool:
        return page.eval("return matchMedia(args[0]).matches", query)

    page.emulate(dark=True, reduced_motion=True)
    assert matches("(prefers-color-scheme: dark)")
    assert matches("(prefers-reduced-motion: reduce)")
    page.emulate(print=True)
    assert matches("print")
    assert not matches("(prefers-color-scheme: dark)")
    page.emulate(scripts=False)
    page.reload()
    page.click("button")
    assert page.text("output") == ""
