"""A local server of the finished site, for the browser that prints a page of it."""

from __future__ import annotations

import contextlib
import http.server
import mimetypes
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import override
from urllib.parse import unquote, urlsplit

from hooks.export.pdf.static_fonts import instance, with_static_faces


class _Server(http.server.ThreadingHTTPServer):
    """Serves a site, with one page of it replaced and its variable fonts as static ones."""

    daemon_threads = True

    def __init__(self, site: Path, page: str, html: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.site, self.page, self.html = site, page, html

    def content(self, path: str, query: str) -> bytes:
        """Return what is served at a path. Raises OSError if there is no such file."""
        if path == self.page:
            return self.html.encode()
        file = self.site / path
        if query.isdigit():
            return instance(file.read_bytes(), int(query))
        return (
            with_static_faces(file.read_text("utf-8")).encode()
            if file.suffix == ".css"
            else file.read_bytes()
        )


class _Handler(http.server.BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        path = unquote(address.path).removeprefix("/")
        try:
            body = self.server.content(path, address.query)
        except OSError:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", mimetypes.guess_type(path)[0] or "application/octet-stream")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@contextlib.contextmanager
def serve(site: Path, page: str, html: str) -> Iterator[str]:
    """Yield the address of a page of the site, with the HTML in place of the page's own."""
    with _Server(site, page, html) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/{page}"
        finally:
            server.shutdown()
            thread.join()
