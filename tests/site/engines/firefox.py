"""Firefox, which needs no driver (Debian has none): over its Marionette socket it answers WebDriver's
commands by their names.
"""

import json
import re
import socket
from collections.abc import Mapping
from typing import Any, override

from tests.site.engines.webdriver import ANSWER_SECONDS, DriverError, Engine, find, started
from tests.waiting import wait_for


class Firefox(Engine):
    name = "firefox"
    own_hosts = frozenset(
        {"aus5.mozilla.org", "firefox.settings.services.mozilla.com", "update.googleapis.com"}
    )

    # Marionette turns off most of what Firefox does by itself; the rest follows here.
    PREFERENCES: Mapping[str, object] = {
        "app.normandy.enabled": False,
        "app.update.disabledForTesting": True,
        "browser.aboutwelcome.enabled": False,
        "browser.cache.disk.enable": False,  # what it holds in memory is enough, and most tests have an origin of their own
        "browser.shell.checkDefaultBrowser": False,
        "browser.startup.page": 0,
        "datareporting.policy.dataSubmissionEnabled": False,
        "devtools.console.stdout.content": True,
        # else what a page still does as its tab is closed is broken off, and reported as a script that hangs
        "dom.abort_script_on_child_shutdown": False,
        "dom.push.connection.enabled": False,
        "extensions.webcompat.perform_injections": False,  # it warns of pages it does not mend
        "javascript.options.wasm_optimizingjit": False,  # the engine is compiled anew in most tests, and runs a moment
        "layout.frame_rate": 20,  # it draws without a graphics card, which takes longer than what pages do
        "marionette.port": 0,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "network.proxy.type": 1,
        "services.settings.server": "data:,#remote-settings-dummy/v1",
        "toolkit.telemetry.reportingpolicy.firstRun": False,
    }

    @override
    def _start(self, proxy: str) -> None:
        binary = find("firefox-esr", "firefox-esr", "firefox")
        profile = self.folder / "profile"
        profile.mkdir()
        host, port = proxy.split(":")
        route = {f"network.proxy.{kind}": host for kind in ("http", "ssl")}
        ports = {f"network.proxy.{kind}_port": int(port) for kind in ("http", "ssl")}
        preferences = {**self.PREFERENCES, **route, **ports}
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()
        ]
        (profile / "user.js").write_text("".join(lines), "utf-8")
        process = self._run(
            binary,
            "--marionette",
            "--remote-allow-system-access",  # for `privileged`
            "--headless",
            "--no-remote",
            "--profile",
            profile,
            env={"HOME": str(self.folder), "MOZ_REMOTE_SETTINGS_DEVTOOLS": "1"},
        )
        active_port = profile / "MarionetteActivePort"
        number = started(
            process,
            lambda: active_port.is_file() and active_port.read_text().strip(),
            "Firefox did not open its Marionette port",
        )
        address = ("127.0.0.1", int(number))
        self._socket = self._ending.enter_context(socket.create_connection(address, timeout=ANSWER_SECONDS))
        self._stream = self._ending.enter_context(self._socket.makefile("rb"))
        self._last, self._read = 0, 0
        self._receive()  # the greeting
        self.command("NewSession", capabilities={"alwaysMatch": {}})

    @override
    def command(self, name: str, **parameters: object) -> Any:
        value = self._exchange(f"WebDriver:{name}", parameters)
        # Firefox wraps single values, and only those, in an object of their own
        return value["value"] if isinstance(value, dict) and value.keys() == {"value"} else value

    @override
    def resize(self, width: int, height: int) -> None:
        # no window can be as narrow as a phone, but the page inside it can
        self.privileged(
            """
            const [width, height] = arguments;
            window.resizeTo(Math.max(width + 20, 800), height + 200);
            for (const [side, size] of [["width", width], ["height", height]])
                for (const name of [side, `min-${side}`, `max-${side}`])
                    gBrowser.selectedBrowser.style.setProperty(name, `${size}px`, "important");
            """,
            width,
            height,
        )
        wait_for(
            lambda: self.command("ExecuteScript", script="return innerWidth", args=[]) == width,
            "Firefox did not resize its page",
        )

    @override
    def console(self) -> list[str]:
        text = self.output.read_text("utf-8", "replace")
        fresh, self._read = text[self._read :], len(text)
        # a page's words come in quotes or brackets, the browser's own after the name of one of its parts, but
        # for the list of sites that it does not mend
        ours = re.compile(r'console\.(error|warn): (?!\w+: $|"Skipping" \d+ "un-needed interventions")')
        messages = [line for line in fresh.splitlines() if ours.match(line)]
        # what went wrong in a page, its policy and its loading included, is known to the browser's own
        # console only
        noted = self.privileged(
            """
            const notes = Services.console.getMessageArray();
            Services.console.reset();
            const ofPages = ({sourceName}) => /^(https?|blob|file|data):/.test(sourceName);
            // The first says on a busy machine how slow it is; of what is never used Chromium tells, too. The second
            // comes of a page that is left while an answer from the service worker is on its way to it: what the
            // worker itself does wrong is told in other words (it "rejected", it "passed an error"). The third is of
            // what a page asks for that this Firefox doesn't know yet, and others do.
            const harmless = new RegExp("preload was not used within a few seconds"
                + "|A ServiceWorker intercepted the request and encountered an unexpected error"
                + "|unknown directive .(require-)?trusted-types");
            const told = ({errorMessage}) => !harmless.test(errorMessage);
            return notes.filter(note => note instanceof Ci.nsIScriptError && ofPages(note) && told(note))
                .map(note => `${note.category}: ${note.errorMessage} (${note.sourceName}:${note.lineNumber})`);
            """
        )
        return messages + noted

    def privileged(self, script: str, *arguments: object) -> Any:
        """Run a script in the browser itself, for what WebDriver can't say."""
        self._exchange("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.command("ExecuteScript", script=script, args=list(arguments))
        finally:
            self._exchange("Marionette:SetContext", {"value": "content"})

    def _exchange(self, name: str, parameters: Mapping[str, object]) -> Any:
        self._last += 1
        message = json.dumps([0, self._last, name, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, value = self._receive()
        if error:
            raise DriverError(error["error"], error["message"])
        return value

    def _receive(self) -> Any:
        digits = bytearray()
        while (byte := self._stream.read(1)) != b":":
            if not byte:
                raise ConnectionError("Firefox closed its Marionette socket")
            digits += byte
        return json.loads(self._stream.read(int(digits)))
