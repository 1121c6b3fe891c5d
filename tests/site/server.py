"""A static server for browser tests, with a base path like that of GitHub Pages, and simulated faults."""

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

MEDIA_TYPES = {
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

# With an icon, as the browser would otherwise request one, and log the error in the next test.
OUTSIDE = b"""<!doctype html><link rel="icon" href="data:,">not below the site's base"""

# The types that static hosts compress; the others are compressed already.
COMPRESSED_TYPES = frozenset(MEDIA_TYPES.values()) - {"font/woff2"}
_compress = functools.cache(gzip.compress)


@dataclass(frozen=True)
class Request:
    """A request: `path` is relative to the site's base, or the full address of another host."""

    method: str
    path: str
    status: int


@dataclass(frozen=True)
class Fault:
    """A faulty or delayed response.

    `body` replaces the content, or adds a missing file. `keep` truncates the body to a number of bytes, but
    not its Content-Length. `drop` closes the connection. `to` redirects to another path below the base.
    `after` delays the response until the event is set.
    """

    status: int = 200
    body: bytes | None = None
    keep: int | None = None
    drop: bool = False
    to: str | None = None
    after: threading.Event | None = None


class Line:
    """A slow connection shared by all responses: bytes per second, and seconds before each response."""

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
    """A server of `root` at the path `base`, on a new port, so that its origin has empty storage.

    It is also the proxy for all other hosts: their requests are recorded in `foreign` and refused. With
    `compresses`, it sends text with gzip, like GitHub Pages. With `reads_headers`, it sends the headers in
    the site's `_headers`, like Netlify. A `line` makes it slow.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, root: Path | None = None, base: str = "/book/") -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.root = root
        self.base = base
        self.online = True
        self.compresses = False
        self.reads_headers = False
        self.line: Line | None = None
        self.requests: list[Request] = []
        self.foreign: list[Request] = []
        self._faults: list[tuple[str, Fault]] = []

    @property
    def url(self) -> str:
        """The address of the home page, with a slash at the end."""
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

    def reset(self) -> None:
        """Reset for another test: no faults, online, no recorded requests."""
        self.clear_faults()
        self.online = True
        self.requests.clear()

    def fail(self, pattern: str, fault: Fault) -> None:
        """Return the fault for paths below the base that match a pattern such as `engine/*.wasm`."""
        self._faults.insert(0, (pattern, fault))

    def clear_faults(self) -> None:
        """Remove all faults."""
        self._faults.clear()

    def fault_for(self, path: str) -> Fault | None:
        return next((fault for pattern, fault in self._faults if fnmatch.fnmatchcase(path, pattern)), None)

    @override
    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore errors: browsers may close a connection during a response."""


_used_ports: set[int] = set()


def _on_new_port(root: Path | None, base: str) -> StaticServer:
    """Return a server on a port that no test has used, as browsers cache by port."""
    while True:
        server = StaticServer(root, base)
        if server.server_port not in _used_ports:
            _used_ports.add(server.server_port)
            return server
        server.server_close()


@contextlib.contextmanager
def serving(root: Path | None = None, base: str = "/book/") -> Iterator[StaticServer]:
    """Yield a running server that stops at the end of the block."""
    server = _on_new_port(root, base)
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
            return self._answer_page(404, below, OUTSIDE, MEDIA_TYPES[".html"])
        file = self.server.root / below
        if file.is_dir() and below and not below.endswith("/"):
            return self._redirect(self.server.base + below + "/")
        if file.is_dir():
            file /= "index.html"
        status = 200
        if not file.is_file() or self.server.root not in file.resolve().parents:
            status, file = 404, self.server.root / "404.html"
        body = file.read_bytes() if file.is_file() else b"not found"
        kind = (
            MEDIA_TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        )
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
            status, kind = 200, MEDIA_TYPES.get(Path(below).suffix, kind)
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
        if self.server.compresses and kind in COMPRESSED_TYPES:
            self.send_header("Content-Encoding", "gzip")
            body = _compress(body)
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
