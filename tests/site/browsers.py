"""The `browser` fixture, which runs the same tests in Chromium, Firefox and WebKit.

    from tests.site.browsers import Browser, in_chromium

    def test_roller_shows_its_roll(browser: Browser) -> None:  # runs three times, once in each browser
        browser.open("core_rules/")                       # a path below the site's base, or a full address
        browser.click("dice-roller [type=submit]")        # a real click on the first visible match
        browser.wait("dice-roller output:not(:empty)")    # waits until a match is visible
        assert "success" in browser.text("dice-roller output")
        assert browser.eval("return args[0] + 1", 1) == 2 # the body of an async function: `await` works
        browser.wait_for("return document.title == 'x'")  # waits until it returns a true value
        assert browser.console_errors() == []             # errors and warnings since the last call
        assert browser.foreign_requests() == []           # requests to other hosts, all refused

    @in_chromium                                          # runs in Chromium only
    def test_dark(browser: Browser) -> None:
        browser.emulate(dark=True, reduced_motion=True, print=False, scripts=True)

    @alike                                                # runs in Chromium, or all with `--all-browsers`
    def test_invalid_number_is_reported(browser: Browser) -> None:
        ...

Firefox runs `eval` in a sandbox: set variables that later calls need as `window.x`, not `globalThis.x`.

`browser_session.py` has further methods. The server simulates faults:
`browser.server.fail("engine/*.wasm", Fault(status=500))`, see `server.py`. `browser.serve(folder)` serves
another folder instead of the built site.

Storage is empty when a test starts, but the HTTP cache can contain files that other tests loaded: a cold
start of the engine takes longer than most tests. Mark a test `own_origin` if it is about loading, caching or
faults of the server: it gets a port that no other test has used. Browsers start once per session. If a
browser is not installed, its tests are skipped with instructions, but fail in CI. Time limits grow with the
load of the machine, see `tests/waiting.py`.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.browser_session import Browser
from tests.site.engines import ENGINES, DriverError, Engine, MissingBrowser
from tests.site.server import StaticServer, serving
from tests.waiting import wait_for_browsers

__all__ = ["ROOT", "SITE", "Browser", "alike", "in_chromium", "own_origin"]

ROOT = Path(__file__).parents[2]
SITE = ROOT / "site"
DESKTOP = (1280, 900)

in_chromium = pytest.mark.parametrize("engine_name", ["chromium"], indirect=True)

# Marks a test whose result doesn't depend on the browser: it runs in Chromium, and in all three with
# `--all-browsers`, as before publishing.
alike = pytest.mark.alike

# Marks a test that needs an empty HTTP cache.
own_origin = pytest.mark.own_origin


@pytest.fixture(scope="session")
def proxy() -> Iterator[StaticServer]:
    """The proxy that records and refuses requests to other hosts."""
    with serving() as server:
        yield server


@pytest.fixture(scope="session", params=[*ENGINES])
def engine_name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="session")
def engines(engine_name: str, proxy: StaticServer) -> Iterator[list[Engine]]:
    """The running browser, as a list that is empty after a crash: the next test starts another."""
    running: list[Engine] = []
    yield running
    for engine in running:
        engine.close()


@pytest.fixture(scope="session")
def shared_origin(engine_name: str) -> Iterator[StaticServer]:
    """The built site, for all tests of a browser that are not marked `own_origin`."""
    with serving(SITE) as server:
        yield server


@pytest.fixture
def browser(
    request: pytest.FixtureRequest,
    engine_name: str,
    engines: list[Engine],
    proxy: StaticServer,
    shared_origin: StaticServer,
) -> Iterator[Browser]:
    """A browser with an empty page; the built site is at /book/."""
    if not engines:
        wait_for_browsers()
        try:
            engines.append(ENGINES[engine_name](f"127.0.0.1:{proxy.server_port}"))
        except MissingBrowser as missing:
            (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(missing))
    with contextlib.ExitStack() as stack:
        server = shared_origin
        if request.node.get_closest_marker("own_origin") or not engines[0].clear_storage(server.origin):
            server = stack.enter_context(serving(SITE))
        server.reset()
        browser = Browser(engines[0], server, proxy)
        proxy.foreign.clear()
        browser.viewport(*DESKTOP)
        engines[0].console()
        yield browser
        try:
            browser.reset()
        except (DriverError, OSError):  # it crashed or hangs
            engines.pop().close()
