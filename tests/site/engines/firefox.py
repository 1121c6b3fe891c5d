"""Firefox, controlled by WebDriver's commands over its Marionette socket, as Debian has no driver."""

import json
import re
import socket
from collections.abc import Mapping
from typing import Any, override

from tests.site.engines.webdriver import ANSWER_SECONDS, DriverError, Engine, find, wait_until_started
from tests.waiting import wait_for


class Firefox(Engine):
    name = "firefox"
    own_hosts = frozenset(
        {"aus5.mozilla.org", "firefox.settings.services.mozilla.com", "update.googleapis.com"}
    )

    # Marionette turns off most background activity of Firefox; these settings turn off the rest.
    PREFERENCES: Mapping[str, object] = {
        "app.normandy.enabled": False,
        "app.update.disabledForTesting": True,
        "browser.aboutwelcome.enabled": False,
        "browser.cache.disk.enable": False,  # the memory cache is enough, and many tests have their own origin
        "browser.shell.checkDefaultBrowser": False,
        "browser.startup.page": 0,
        "datareporting.policy.dataSubmissionEnabled": False,
        "devtools.console.stdout.content": True,
        # otherwise a script that runs while its tab closes is aborted and reported as hanging
        "dom.abort_script_on_child_shutdown": False,
        "dom.push.connection.enabled": False,
        "extensions.webcompat.perform_injections": False,  # it logs warnings about pages that it doesn't change
        "javascript.options.wasm_optimizingjit": False,  # most tests compile the dice engine and use it only briefly
        "layout.frame_rate": 20,  # drawing without a graphics card takes longer than the pages' own work
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
        number = wait_until_started(
            process,
            lambda: active_port.is_file() and active_port.read_text().strip(),
            "Firefox did not open its Marionette port",
        )
        address = ("127.0.0.1", int(number))
        self._socket = self._exit_stack.enter_context(
            socket.create_connection(address, timeout=ANSWER_SECONDS)
        )
        self._stream = self._exit_stack.enter_context(self._socket.makefile("rb"))
        self._last, self._read = 0, 0
        self._receive()  # the greeting
        self.command("NewSession", capabilities={"alwaysMatch": {}})

    @override
    def command(self, name: str, **parameters: object) -> Any:
        value = self._exchange(f"WebDriver:{name}", parameters)
        # Firefox wraps single values, and only those, in an object
        return value["value"] if isinstance(value, dict) and value.keys() == {"value"} else value

    @override
    def resize(self, width: int, height: int) -> None:
        # a window can't be as narrow as a phone, but the page inside it can
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
        # Messages of pages start with a quote or bracket, those of the browser with the name of a component,
        # except the list of sites without interventions.
        page_message = re.compile(
            r'console\.(error|warn): (?!\w+: $|"Skipping" \d+ "un-needed interventions")'
        )
        messages = [line for line in fresh.splitlines() if page_message.match(line)]
        # Errors of scripts, policies and loading are only in the browser's own console.
        page_errors = self.privileged(
            """
            const notes = Services.console.getMessageArray();
            Services.console.reset();
            const ofPages = ({sourceName}) => /^(https?|blob|file|data):/.test(sourceName);
            // The first appears on a busy machine; Chromium also reports preloads that are never used. The second
            // appears if a page is left while it waits for a response of the service worker; errors of the worker
            // have other messages ("rejected", "passed an error"). The third is about a directive that this version
            // of Firefox doesn't support.
            const harmless = new RegExp("preload was not used within a few seconds"
                + "|A ServiceWorker intercepted the request and encountered an unexpected error"
                + "|unknown directive .(require-)?trusted-types");
            const isRelevant = ({errorMessage}) => !harmless.test(errorMessage);
            return notes.filter(note => note instanceof Ci.nsIScriptError && ofPages(note) && isRelevant(note))
                .map(note => `${note.category}: ${note.errorMessage} (${note.sourceName}:${note.lineNumber})`);
            """
        )
        return messages + page_errors

    def privileged(self, script: str, *arguments: object) -> Any:
        """Run a script with the browser's privileges, for what WebDriver can't do."""
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
