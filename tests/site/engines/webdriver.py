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
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key under which WebDriver hands out elements
ANSWER_SECONDS = (
    600.0  # past this a browser hangs; one that is merely slow, on however busy a machine, is not
)


class MissingBrowser(Exception):
    """A browser or its driver is not installed; the text names the remedy."""


class DriverError(Exception):
    """A command failed: `code` is WebDriver's word for it, such as `no such element`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


class Engine:
    """One running browser. Subclasses say how it starts and where it puts what its pages log."""

    name: str
    own_hosts: frozenset[str] = frozenset()  # what this browser asks by itself, whatever page it shows

    def __init__(self, proxy: str) -> None:
        """`proxy` (host:port) takes all requests to hosts other than this machine."""
        self._ending = contextlib.ExitStack()
        try:
            self.folder = Path(
                self._ending.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
            )
            self._start(proxy)
        except BaseException:
            self._ending.close()
            raise
        self.command("SetTimeouts", script=300_000, pageLoad=300_000, implicit=0)

    def command(self, name: str, **parameters: object) -> Any:
        """Carry out one of COMMANDS; its value as plain data. Raises DriverError."""
        raise NotImplementedError(name)

    def resize(self, width: int, height: int) -> None:
        """Make the page's viewport so large, in CSS pixels."""
        raise NotImplementedError

    def console(self) -> list[str]:
        """Return the errors and warnings that pages logged since the last call."""
        raise NotImplementedError

    def forget(self, origin: str) -> bool:
        """Empty what pages of the origin stored and keep what is cached, where that can be told the browser;
        whether it was done. (Firefox sometimes never says that it is.)
        """
        return False

    def close(self) -> None:
        """End the browser and all it started."""
        with contextlib.suppress(DriverError, OSError):
            self.command("DeleteSession")
        self._ending.close()

    def _start(self, proxy: str) -> None:
        raise NotImplementedError

    def _run(self, *command: str | Path, env: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a process that ends with the engine, its output in `self.output`."""
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
        self._ending.callback(end, process)
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
    """Path of the first of the programs that is installed. Raises MissingBrowser."""
    for program in programs:
        if path := shutil.which(program):
            return path
    raise MissingBrowser(f"{programs[0]} is missing: apt-get install {package}")


def free_port() -> int:
    """Return an unused port."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def started[Found](process: subprocess.Popen[bytes], look: Callable[[], Found], complaint: str) -> Found:
    """Return the result of `look` once the process has started. Raises TimeoutError with the complaint, or
    ChildProcessError as soon as the process ends.
    """

    def found_or_ended() -> Found:
        if process.poll() is not None:
            raise ChildProcessError(f"{complaint}: it ended with {process.returncode}")
        return look()

    return wait_for(found_or_ended, complaint)


def _wait_for_port(driver: subprocess.Popen[bytes], port: int) -> None:
    def listens() -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return True
        return False

    started(driver, listens, f"{driver.args} did not open its port")


def end(process: subprocess.Popen[bytes]) -> None:
    """End the process and all it started; it must lead a session of its own."""
    for word in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
            os.killpg(process.pid, word)
            process.wait(timeout=10)
