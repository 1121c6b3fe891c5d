"""A browser session controlled by a test: navigation, input, reading and emulation."""

import base64
import contextlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.site.engines import ELEMENT, Chromium, DriverError, Engine
from tests.site.page_scripts import (
    ASYNC_BODY,
    CONTAINS_TEXT,
    DRAW_ALL,
    IS_VISIBLE,
    KEYS,
    PLACE_TO_PRESS,
    REMOVE_REPETITION,
    SOON,
)
from tests.site.server import Request, StaticServer, serving
from tests.waiting import AT_REST, PAUSE, poll, wait_for

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
IDLE_PATH = "/"  # outside the site, but of its origin, as browsers start a process per origin

# The accessibility rules about appearance, which can depend on the colour scheme.
APPEARANCE_RULES = ("color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size")

# Our elements are defined after the page's load event. Pages without our script define none.
LOADED = """(
    document.readyState === "complete" &&
    (!document.querySelector(".js script[src*='diceleaf.js']") ||
     customElements.get("dice-tray") && !document.querySelector(
         ":is(dice-calculator, dice-tracker, dice-backup, dice-roller, dice-sheet):not(:defined)"))
)"""

# Session storage belongs to the tab, which the next test uses. The lock excludes the page from the
# back/forward cache, where its engine would survive beside the next test's.
CLEAN_UP = """
sessionStorage.clear();
navigator.locks?.request("left", () => new Promise(() => {}));
"""

# The driver's errors while a page is replaced or an element is covered, after which to try again.
TEMPORARY_ERRORS = frozenset(
    {
        "element click intercepted",
        "element not interactable",
        "javascript error",
        "no such element",
        "no such frame",
        "stale element reference",
    }
)


class ScriptError(AssertionError):
    """An exception in a function body passed to `eval`."""


class Browser:
    """A browser controlled by a test; `browsers.py` shows the usage."""

    def __init__(self, engine: Engine, server: StaticServer, proxy: StaticServer) -> None:
        self.engine = engine
        self.server = server
        self._proxy = proxy
        self.name = engine.name
        self._servers = contextlib.ExitStack()
        self._scripts = True  # pages without scripts have no timers
        self._emulates = False
        self._own_tab = engine.command("GetWindowHandles")[0]

    def open(self, path: str = "") -> None:
        """Go to a page and wait until it is loaded."""
        address = path if "://" in path else self.server.url + path
        self.engine.command("Navigate", url=address)
        self.wait_for(f"return !['blank', '{IDLE_PATH}'].includes(location.pathname) && {LOADED}")

    def serve(self, folder: Path, base: str = "/book/") -> None:
        """Serve this folder as the site from now on, on a new origin."""
        self.server = self._servers.enter_context(serving(folder.resolve(), base))

    def follow_link(self, path: str) -> None:
        """Go to another page by a link, which replaces the article but not the document."""
        follow = """
            const link = document.createElement("a"), article = document.querySelector("article");
            link.href = args[0];
            delete article.dataset.navigated;
            article.append(link);
            link.click();
        """
        self.eval(follow, self.server.url + path)
        self.wait_for(f"return document.querySelector('article[data-navigated]') && {LOADED}")

    def reload(self) -> None:
        """Reload the page and wait until it is loaded, as drivers can return before that."""
        self._script("window.leftByReload = true")
        self.engine.command("Refresh")
        self.wait_for(f"return !window.leftByReload && {LOADED}")

    def back(self) -> None:
        self.engine.command("Back")

    @property
    def path(self) -> str:
        """The page's address below the site's base, with query and fragment."""
        return self.eval("return location.href").removeprefix(self.server.url)

    # actions

    def click(self, css: str) -> None:
        """Click the first visible match as a reader would, scrolling to it first."""
        self._point(css, "mouse")

    def tap(self, css: str) -> None:
        """Tap the first visible match, scrolling to it first.

        Works in Chromium only, after `emulate(touch=True)`.
        """
        self._point(css, "touch")

    def type(self, css: str, text: str) -> None:
        """Replace the content of a field, key by key."""
        self.wait(css)
        self.wait_for(
            """
            const field = document.querySelector(args[0]);
            field.focus();
            field.select?.();
            return document.activeElement === field;
            """,
            css,
        )
        self.type_on(text)

    def type_on(self, text: str) -> None:
        """Type where the focus is, key by key."""
        self._keys([[letter] for letter in text])

    def choose(self, css: str, value: str) -> None:
        """Pick the option of a select that has this value."""
        option = {"using": "css selector", "value": f'{css} option[value="{value}"]'}
        self._retry(
            lambda: self.engine.command(
                "ElementClick", id=self.engine.command("FindElement", **option)[ELEMENT]
            )
        )

    def open_sheet(self, path: str) -> None:
        """Go to a character sheet and open all its sections, as a reader who fills in all fields does."""
        self.open(path)
        self.open_sections()

    def open_sections(self) -> None:
        """Open all sections of the current sheet, once it shows the saved character."""
        is_visible = """
            const sheet = document.querySelector("dice-sheet");
            if (!sheet?.key || sheet.querySelector("[data-part=form]").inert) return false;
            return sheet.collection.open === sheet.key || !sheet.collection.list.some(({id}) => id === sheet.key);
        """
        self.wait_for(is_visible)
        self.eval("for (const each of document.querySelectorAll('.sheet__section')) each.open = true")

    def press(self, keys: str, times: int = 1) -> None:
        """Press a key or chord at the focus: `press("a")`, `press("Tab", 9)`, `press("Shift+Tab")`."""
        chord = [KEYS.get(name, name) for name in keys.split("+")]
        self._keys([chord] * times)

    # reading

    def eval(self, body: str, *args: object) -> Any:
        """Run the body of an async function in the page; its value must be plain data. Raises ScriptError."""
        answer = self.engine.command("ExecuteAsyncScript", script=ASYNC_BODY % body, args=list(args))
        if answer is None:
            raise DriverError("javascript error", "the page was left while the script ran")
        if "error" in answer:
            raise ScriptError(answer["error"])
        return json.loads(answer["json"])

    def text(self, css: str) -> str:
        """Return the rendered text of the first match, waiting for the match."""
        return self._of_first(css, "innerText.trim()")

    def texts(self, css: str) -> list[str]:
        """Return the texts of all matching elements without waiting."""
        return self.eval("return [...document.querySelectorAll(args[0])].map(e => e.innerText.trim())", css)

    def value(self, css: str) -> str:
        """Return the value of a form field."""
        return self._of_first(css, "value")

    def count(self, css: str) -> int:
        """Return the number of matching elements without waiting."""
        return self.eval("return document.querySelectorAll(args[0]).length", css)

    def wait(self, css: str) -> None:
        """Wait until a match is visible."""
        self._soon(f"no visible {css}", IS_VISIBLE, css)

    def wait_for(self, body: str, *args: object, at_rest: float = AT_REST) -> Any:
        """Wait until the function body returns a true value, and return it.

        Fails after `at_rest` seconds, or more on a busy machine.
        """
        return self._soon(f"never true: {body}", body, *args, at_rest=at_rest)

    def wait_for_text(self, css: str, text: str) -> None:
        """Wait until the text of the first match, of which a part may be hidden, contains this one."""
        self._soon(f"no {text!r} in {css}", CONTAINS_TEXT, css, text)

    def screenshot(self, path: Path | str) -> None:
        """Save the viewport as a PNG. Not for WebKit, which runs without compositing."""
        assert self.name != "webkit", "WebKit can't take screenshots here; use another browser"
        picture = self.engine.command("TakeScreenshot")
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(base64.b64decode(picture))

    def console_errors(self) -> list[str]:
        """Return the errors and warnings that pages logged since the test began or the last call."""
        return self.engine.console()

    def requests(self) -> list[Request]:
        """Return all requests to the site so far, including the service worker's."""
        return list(self.server.requests)

    def wait_for_request(self, part: str) -> None:
        """Wait until the browser has requested a path that contains this text, and got a response."""
        wait_for(
            lambda: any(part in request.path for request in self.requests()), f"{part} was never requested"
        )

    def foreign_requests(self) -> list[Request]:
        """Return requests to other hosts since the test began, except the browser's own."""
        return [
            request
            for request in self._proxy.foreign
            if urlsplit(request.path).hostname not in self.engine.own_hosts
        ]

    def axe(self, rules: Sequence[str] = ()) -> list[str]:
        """Return the page's accessibility violations found by axe-core, optionally only of these rules."""
        if not self._script("return Boolean(window.axe)"):
            self._script(DRAW_ALL)
            self._script(AXE.read_text("utf-8"))
        return self.eval(
            """
            // Reporting violations only, and preloading nothing, is faster.
            const result = await axe.run(document, {resultTypes: ["violations"], preload: false, ...args[0]});
            return result.violations.flatMap(rule => rule.nodes.map(
                node => `${rule.id}: ${rule.help}: ${node.target} ${node.html}`));
            """,
            {"runOnly": [*rules]} if rules else {},
        )

    def axe_in_both_schemes(self) -> list[str]:
        """Return axe's findings in light mode, and those on appearance in dark mode. Chromium only."""
        breaches = self.axe() + self.axe_in_dark_mode()
        self.emulate(reduced_motion=True)
        return breaches

    def axe_in_dark_mode(self) -> list[str]:
        """Switch the page to dark mode, which stays on, and return axe's findings on appearance."""
        self.emulate(dark=True, reduced_motion=True)
        self.wait_for("return document.body.dataset.mdColorScheme === 'slate'")
        return self.axe(APPEARANCE_RULES)

    def remove_repetition(self) -> None:
        """Remove blocks, rows and entries that repeat the structure of others, so that `axe` is faster.

        The others can be on pages from which links led here.
        """
        self._script(REMOVE_REPETITION)

    # environment

    def viewport(self, width: int, height: int) -> None:
        """Set the size of the viewport in CSS pixels."""
        self.engine.resize(width, height)

    def offline(self, cut: bool) -> None:
        """Switch the network off or on. While off, the server closes every connection."""
        self.server.online = not cut

    def emulate(
        self,
        *,
        dark: bool = False,
        reduced_motion: bool = False,
        saving_data: bool = False,
        forced_colours: bool = False,
        print: bool = False,
        scripts: bool = True,
        touch: bool = False,
    ) -> None:
        """Emulate user preferences, print, disabled JavaScript or a touchscreen.

        Works in Chromium only: use `in_chromium`. With `saving_data`, pages don't prewarm the engine.
        """
        assert isinstance(self.engine, Chromium), "only Chromium can emulate these"
        media = {
            "prefers-color-scheme": "dark" if dark else "light",
            "prefers-reduced-motion": "reduce" if reduced_motion else "",
            "forced-colors": "active" if forced_colours else "none",
        }
        features = [{"name": name, "value": value} for name, value in media.items()]
        self.engine.devtools("Emulation.setEmulatedMedia", media="print" if print else "", features=features)
        self.engine.devtools("Emulation.setDataSaverOverride", dataSaverEnabled=saving_data)
        self.engine.devtools("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.engine.devtools("Emulation.setTouchEmulationEnabled", enabled=touch)
        self._scripts = scripts
        self._emulates = True

    def tabs(self) -> list[str]:
        """Return the handles of the open tabs."""
        return self.engine.command("GetWindowHandles")

    def new_tab(self) -> str:
        """Open an empty tab, switch to it and return its handle."""
        handle = self.engine.command("NewWindow", type="tab")["handle"]
        self.switch_tab(handle)
        return handle

    def switch_tab(self, handle: str) -> None:
        self.engine.command("SwitchToWindow", handle=handle)

    def switch_frame(self, place: int | None) -> None:
        """Switch to a frame of the current document by its index, or with None to the page."""
        self.engine.command("SwitchToFrame", id=place)

    def close_tab(self) -> None:
        """Close the current tab and switch to the first of the others."""
        self.engine.command("CloseWindow")
        self.switch_tab(self.tabs()[0])

    def reset(self) -> None:
        """Clean up for the next test."""
        for handle in self.tabs():
            if handle != self._own_tab:
                self.switch_tab(handle)
                self.engine.command("CloseWindow")
        self.switch_tab(self._own_tab)
        if self._emulates:
            self.emulate()
        with contextlib.suppress(DriverError):  # a blank page has no storage
            self._script(CLEAN_UP)
        self.server.reset()
        self.engine.command("Navigate", url=f"{self.server.origin}{IDLE_PATH}")
        self.engine.console()
        self._servers.close()

    def _of_first(self, css: str, name: str) -> str:
        """Return a property of the first matching element, waiting for a match."""
        body = f"const found = document.querySelector(args[0]); return found && [found.{name}]"
        return self._soon(f"no {css}", body, css)[0]

    def _point(self, css: str, kind: str) -> None:
        """Press the first visible match with a pointer of this kind.

        Tries again if the element has moved, or after a temporary error.
        """
        pause = 1000 * PAUSE if self._scripts else 0

        def press() -> bool:
            x, y = self._soon(
                f"no visible {css} that is neither moving nor covered", PLACE_TO_PRESS, css, pause
            )
            actions = [
                {"type": "pointerMove", "duration": 0, "origin": "viewport", "x": x, "y": y},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ]
            pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}}
            self.engine.command("PerformActions", actions=[pointer | {"actions": actions}])
            with contextlib.suppress(DriverError):  # the click may have led to another page
                return not self._script("return window.clickedBeside")
            return True

        self._poll(press, f"{css} moved away from each click")

    def _script(self, script: str, *args: object) -> Any:
        return self.engine.command("ExecuteScript", script=script, args=list(args))

    def _keys(self, chords: Sequence[Sequence[str]]) -> None:
        """Press chords, each of one or more keys held at the same time."""
        actions = [
            {"type": action, "value": key}
            for chord in chords
            for action, keys in (("keyDown", chord), ("keyUp", chord[::-1]))
            for key in keys
        ]
        if actions:
            keyboard = {"type": "key", "id": "keyboard", "actions": actions}
            self.engine.command("PerformActions", actions=[keyboard])

    def _retry(self, action: Callable[[], object]) -> None:
        """Call a function again while it raises temporary errors."""
        self._poll(lambda: action() or True, "could not be done")

    def _soon(self, message: str, body: str, *args: object, at_rest: float = AT_REST) -> Any:
        """Return the function body's result as soon as it is true."""
        soon = SOON % body if self._scripts else body
        return self._poll(lambda: self.eval(soon, *args), message, at_rest)

    def _poll(self, probe: Callable[[], Any], message: str, at_rest: float = AT_REST) -> Any:
        for last in poll(at_rest):
            try:
                if result := probe():
                    return result
            except DriverError as error:
                if error.code not in TEMPORARY_ERRORS or last:
                    raise
        raise AssertionError(f"{self.name} timed out at {self.path}: {message}")
