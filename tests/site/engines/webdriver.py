"""Common parts of all browsers: WebDriver commands, and processes that end with the engine."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, override

from tests.waiting import wait_for

# Command -> method and path below the session, as the WebDriver recommendation lists them.
COMMANDS = {
    "Back": ("POST", "/back"),
    "CloseWindow": ("DELETE", "/window"),
    "DeleteSession": ("DELETE", ""),
    "ElementClear": ("POST", "/element/{id}/clear"),
    "ElementClick": ("POST", "/element/{id}/click"),
    "ElementSendKeys": ("POST", "/element/{id}/value"),
    "ExecuteAsyncScript": ("POST", "/execute/async"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "FindElement": ("POST", "/element"),
    "Forward": ("POST", "/forward"),
    "GetWindowHandles": ("GET", "/window/handles"),
    "GetWindowRect": ("GET", "/window/rect"),
    "Navigate": ("POST", "/url"),
    "NewWindow": ("POST", "/window/new"),
    "PerformActions": ("POST", "/actions"),
    "Refresh": ("POST", "/refresh"),
    "SetTimeouts": ("POST", "/timeouts"),
    "SetWindowRect": ("POST", "/window/rect"),
    "SwitchToFrame": ("POST", "/frame"),
    "SwitchToWindow": ("POST", "/window"),
    "TakeScreenshot": ("GET", "/screenshot"),
}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of an element's id in WebDriver's replies
# The timeout of a command: longer than any command takes on a busy machine.
ANSWER_SECONDS = 600.0


class MissingBrowser(Exception):
    """A browser or its driver isn't installed; the message has the command that installs it."""


class DriverError(Exception):
    """A failed command; `code` is WebDriver's error code, such as `no such element`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


class Engine:
    """A running browser. Subclasses define how it starts and where its pages' messages are."""

    name: str
    own_hosts: frozenset[str] = frozenset()  # hosts that the browser itself contacts, whatever the page

    def __init__(self, proxy: str) -> None:
        """Start the browser; `proxy` (host:port) receives all requests to hosts other than this machine."""
        self._exit_stack = contextlib.ExitStack()
        try:
            self.folder = Path(
                self._exit_stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
            )
            self._start(proxy)
        except BaseException:
            self._exit_stack.close()
            raise
        self.command("SetTimeouts", script=300_000, pageLoad=300_000, implicit=0)

    def command(self, name: str, **parameters: object) -> Any:
        """Run one of COMMANDS, and return its value as plain data. Raises DriverError."""
        raise NotImplementedError(name)

    def resize(self, width: int, height: int) -> None:
        """Set the size of the page's viewport in CSS pixels."""
        raise NotImplementedError

    def console(self) -> list[str]:
        """Return the errors and warnings that pages logged since the last call."""
        raise NotImplementedError

    def clear_storage(self, origin: str) -> bool:
        """Delete the storage of an origin, but not its cache, and return whether that was possible.

        Firefox supports it, but sometimes never replies.
        """
        return False

    def close(self) -> None:
        """End the browser and all its processes."""
        with contextlib.suppress(DriverError, OSError):
            self.command("DeleteSession")
        self._exit_stack.close()

    def _start(self, proxy: str) -> None:
        raise NotImplementedError

    def _run(self, *command: str | Path, env: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a process that ends with the browser, and write its output to `self.output`."""
        self.output = self.folder / "output.txt"
        with self.output.open("ab") as output:
            process = subprocess.Popen(
                [*map(str, command)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env={**os.environ, **(env or {})},
                start_new_session=True,
            )
        self._exit_stack.callback(end, process)
        return process


class HttpEngine(Engine):
    """A browser behind a WebDriver server."""

    _session = ""

    def _connect(
        self, driver: subprocess.Popen[bytes], port: int, capabilities: Mapping[str, object]
    ) -> None:
        _wait_for_port(driver, port)
        self._port = port
        answer = self._request("POST", "", {"capabilities": {"alwaysMatch": capabilities}})
        self._session = f"/{answer['sessionId']}"

    @override
    def command(self, name: str, **parameters: object) -> Any:
        method, path = COMMANDS[name]
        return self._request(method, path.format(**parameters), parameters)

    def _request(self, method: str, path: str, parameters: Mapping[str, object]) -> Any:
        body = json.dumps(parameters) if method == "POST" else None
        address = "/session" + self._session + path
        driver = http.client.HTTPConnection("127.0.0.1", self._port, timeout=ANSWER_SECONDS)
        with contextlib.closing(driver):
            driver.request(method, address, body, {"Content-Type": "application/json"})
            answer = driver.getresponse()
            value = json.load(answer)["value"]
        if answer.status != 200:
            raise DriverError(value["error"], value["message"])
        return value


def find(package: str, *programs: str) -> str:
    """Return the path of the first installed program. Raises MissingBrowser."""
    for program in programs:
        if path := shutil.which(program):
            return path
    raise MissingBrowser(f"{programs[0]} is missing: apt-get install {package}")


def free_port() -> int:
    """Return an unused port."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def wait_until_started[Result](
    process: subprocess.Popen[bytes], probe: Callable[[], Result], message: str
) -> Result:
    """Return the result of `probe` once it is true.

    Raises TimeoutError with the message, or ChildProcessError as soon as the process ends.
    """

    def probe_process() -> Result:
        if process.poll() is not None:
            raise ChildProcessError(f"{message}: it ended with {process.returncode}")
        return probe()

    return wait_for(probe_process, message)


def _wait_for_port(driver: subprocess.Popen[bytes], port: int) -> None:
    def listens() -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return True
        return False

    wait_until_started(driver, listens, f"{driver.args} did not open its port")


def end(process: subprocess.Popen[bytes]) -> None:
    """End the process and its children; it must be the leader of a session."""
    for kind in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
            os.killpg(process.pid, kind)
            process.wait(timeout=10)
