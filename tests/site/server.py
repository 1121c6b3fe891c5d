"""A small static server for browser tests: a folder below a sub-path, as GitHub Pages serves it, with
faults on demand.
"""

import contextlib
import fnmatch
import functools
import gzip
import http.server
import mimetypes
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import override
from urllib.parse import unquote, urlsplit

KINDS = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

# With a picture, or the browser would ask for one after the test, and log in the next that there is none.
NOT_BELOW = b"""<!doctype html><link rel="icon" href="data:,">not below the site's base"""

# What a server of static sites packs on its way; the rest is packed already.
PACKED_KINDS = frozenset(KINDS.values()) - {"font/woff2"}
_packed = functools.cache(gzip.compress)


@dataclass(frozen=True)
class Request:
    """One request a browser made: `path` is below the site's base, or the whole address where another
    host was meant.
    """

    method: str
    path: str
    status: int


@dataclass(frozen=True)
class Fault:
    """A faulty or delayed response.

    `body` is another than the site's, or one of a file that it doesn't have. `keep` cuts the body after so
    many bytes while its announced length stays whole; `drop` closes the connection without a word; `to` sends
    the browser on to another address below the base; `after` alone only makes the answer late: it waits until
    that event is set.
    """

    status: int = 200
    body: bytes | None = None
    keep: int | None = None
    drop: bool = False
    to: str | None = None
    after: threading.Event | None = None


class Line:
    """A slow connection that all responses share: bytes a second, and seconds until each begins."""

    CHUNK = 4096

    def __init__(self, rate: float, latency: float) -> None:
        self._rate, self._latency = rate, latency
        self._free = 0.0
        self._lock = threading.Lock()

    def send(self, body: bytes, write: Callable[[bytes], object]) -> None:
        time.sleep(self._latency)
        for start in range(0, len(body), self.CHUNK):
            chunk = body[start : start + self.CHUNK]
            with self._lock:
                self._free = max(self._free, time.monotonic()) + len(chunk) / self._rate
                wait = self._free - time.monotonic()
            time.sleep(max(wait, 0))
            write(chunk)


class StaticServer(http.server.ThreadingHTTPServer):
    """Serves `root` below `base` on a free port of its own, hence on an origin of its own with empty storage.

    It is also the proxy for every other host: such requests are noted in `foreign` and refused. Text is sent
    packed where it `packs`, as GitHub Pages sends it; tests wait less without. As Netlify does, it sends what
    the site's `_headers` says where it `reads_headers`. A `line` makes it slow.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, root: Path | None = None, base: str = "/book/") -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.root = root
        self.base = base
        self.online = True
        self.packs = False
        self.reads_headers = False
        self.line: Line | None = None
        self.requests: list[Request] = []
        self.foreign: list[Request] = []
        self._faults: list[tuple[str, Fault]] = []

    @property
    def url(self) -> str:
        """Address of the site's first page, with a slash at its end."""
        return f"{self.origin}{self.base}"

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def headers_for(self, path: str) -> Iterator[tuple[str, str]]:
        """Yield the headers that `_headers` sets for a path below the base."""
        if not self.reads_headers or self.root is None:
            return
        for block in (self.root / "_headers").read_text("utf-8").split("\n\n"):
            pattern, *lines = block.splitlines()
            if fnmatch.fnmatchcase(f"/{path}", pattern):
                yield from (
                    (name, value) for name, _, value in (line.strip().partition(": ") for line in lines)
                )

    def begin(self) -> None:
        """Answer properly, whatever was asked before."""
        self.mend()
        self.online = True
        self.requests.clear()

    def fail(self, pattern: str, fault: Fault) -> None:
        """From now on paths below the base that match the shell pattern (`engine/*.wasm`) get the fault."""
        self._faults.insert(0, (pattern, fault))

    def mend(self) -> None:
        """Answer every path properly again."""
        self._faults.clear()

    def fault_for(self, path: str) -> Fault | None:
        return next((fault for pattern, fault in self._faults if fnmatch.fnmatchcase(path, pattern)), None)

    @override
    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore errors: browsers may close a connection during a response."""


_used_ports: set[int] = set()


def _on_a_fresh_port(root: Path | None, base: str) -> StaticServer:
    """Return a server on a port no earlier test used: the system reuses ports, and browsers remember them."""
    while True:
        server = StaticServer(root, base)
        if server.server_port not in _used_ports:
            _used_ports.add(server.server_port)
            return server
        server.server_close()


@contextlib.contextmanager
def serving(root: Path | None = None, base: str = "/book/") -> Iterator[StaticServer]:
    """Yield a running server that stops at the end of the block."""
    server = _on_a_fresh_port(root, base)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(http.server.BaseHTTPRequestHandler):
    server: StaticServer
    protocol_version = "HTTP/1.1"

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: the tests read `server.requests` instead."""

    def do_CONNECT(self) -> None:
        self._refuse_foreign(f"https://{self.path}")

    def do_GET(self) -> None:
        if not self.path.startswith("/"):
            self._refuse_foreign(self.path)
        elif not self.server.online:
            self.close_connection = True
        else:
            self._serve(unquote(urlsplit(self.path).path))

    do_HEAD = do_GET
    do_POST = do_GET

    def _refuse_foreign(self, address: str) -> None:
        self.server.foreign.append(Request(self.command, address, 502))
        self.close_connection = True
        self._answer(HTTPStatus.BAD_GATEWAY, b"", "text/plain")

    def _serve(self, path: str) -> None:
        below = path.removeprefix(self.server.base)
        if path == below or self.server.root is None:
            return self._answer_page(404, below, NOT_BELOW, KINDS[".html"])
        file = self.server.root / below
        if file.is_dir() and below and not below.endswith("/"):
            return self._redirect(self.server.base + below + "/")
        if file.is_dir():
            file /= "index.html"
        status = 200
        if not file.is_file() or self.server.root not in file.resolve().parents:
            status, file = 404, self.server.root / "404.html"
        body = file.read_bytes() if file.is_file() else b"not found"
        kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return self._answer_page(status, below, body, kind)

    def _answer_page(self, status: int, below: str, body: bytes, kind: str) -> None:
        fault = self.server.fault_for(below)
        if fault is None:
            self.server.requests.append(Request(self.command, below, status))
            return self._answer(status, body, kind)
        if fault.after:
            fault.after.wait()
        if fault.drop:
            self.close_connection = True
            return None
        if fault.to is not None:
            return self._redirect(self.server.base + fault.to)
        if fault.body is not None and status == 404:
            status, kind = 200, KINDS.get(Path(below).suffix, kind)
        status = fault.status if fault.status != 200 else status
        self.server.requests.append(Request(self.command, below, status))
        return self._answer(status, body if fault.body is None else fault.body, kind, fault.keep)

    def _redirect(self, target: str) -> None:
        self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        self.send_header("Location", target)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _answer(self, status: int, body: bytes, kind: str, keep: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if self.server.packs and kind in PACKED_KINDS:
            self.send_header("Content-Encoding", "gzip")
            body = _packed(body)
        self.send_header("Content-Length", str(len(body)))
        more = dict(self.server.headers_for(unquote(urlsplit(self.path).path).removeprefix(self.server.base)))
        self.send_header("Cache-Control", "max-age=600" if status == 200 else "no-store")
        for name, value in more.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            if self.server.line:
                self.server.line.send(body[:keep], self.wfile.write)
            else:
                self.wfile.write(body[:keep])
            self.close_connection = self.close_connection or keep is not None
