"""The preview server, `serve`: it builds the site again at each save, and shows mistakes in the browser.

MkDocs alone would build every page again, with the rules as they were at its start. Here pages are reused
while everything they are made from is unchanged, and rules are reloaded. The pages that browsers show are
built first; requests for others wait for theirs. This package stays in memory while others are reloaded.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterable
from typing import Any, override
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIEnvironment

from hooks.base import adapter
from hooks.base.adapter import Files, LiveReloadServer, MkDocsConfig
from hooks.directives.library import Library
from hooks.preview import error_page, page_cache, reload, static_files
from hooks.preview.allowed_hosts import is_own
from hooks.preview.gate import GATE
from hooks.preview.reload import RulesChangedError
from rules_py.authoring.error_summary import summarize

_log = adapter.LOG.getChild("hooks.preview.server")

_ATTEMPTS = 5
"""The most attempts at a build while the rules are being saved; the next save starts another."""
_QUIET, _PATIENCE = 1.0, 10.0
"""The seconds without a request after which a page has everything it needs, and the longest wait for that."""

_MISDIRECTED = (
    "Open this preview at localhost or at this machine's IP address. Other host names are blocked.\n"
)

active = False
"""True while `serve` runs."""
failure = ""
"""The reason why the last build failed, or "" if it succeeded."""

_library: Library
_lacks: list[str]


def begin_build(config: MkDocsConfig, files: Files, library: Library, lacks: list[str]) -> None:
    """Reuse the pages of former builds in this one. `lacks` is what the books lack, to be reported."""
    global _library, _lacks
    _library, _lacks = library, lacks
    page_cache.use_cached_pages(config, files, library)
    static_files.reuse(files)


def survive_first_build() -> None:
    """Keep the server running if the first build fails, as MkDocs does for later ones."""
    command: Any = adapter.serve
    build = command.build
    adapter.LOG.addHandler(_warnings)
    logging.getLogger(LiveReloadServer.__module__).addFilter(_not_a_warning)

    def first_build(*args: Any, **kwargs: Any) -> None:
        global failure
        command.build = build
        try:
            build(*args, **kwargs)
        except (Exception, SystemExit) as error:  # an author's Python may raise anything
            failure = _reason(error)
        _report()

    command.build = first_build


def start(server: LiveReloadServer) -> None:
    """Change the server's builds and its application after the first build."""
    if not failure:
        page_cache.commit()
    build_site = server.builder
    reload.watch_imports()
    adapter.clean_site_with(static_files.clean)

    def build(first: set[str]) -> None:
        global failure
        GATE.close(first)
        _warnings.messages.clear()
        for _ in range(_ATTEMPTS):
            try:
                reload.reload_changed()
                build_site()
            except RulesChangedError as error:  # an author may save two files one after the other
                failure = _reason(error)
                continue
            except (Exception, SystemExit) as error:  # an author's Python may raise anything
                failure = _reason(error)
            else:
                failure = ""
                page_cache.commit()
            break
        GATE.open()

    def rebuild() -> None:
        timer = _Timer()
        build(GATE.shown_pages())
        if failure and GATE.late:  # perhaps only a link to a heading of a page that is still to be built
            build(set())
        if not failure and GATE.late:
            timer.log("Shown")
            with server._epoch_cond:  # as the server does at the end of a build
                server._visible_epoch = server._wanted_epoch
                server._epoch_cond.notify_all()
            _wait_for_quiet(server)
            if server._want_rebuild:
                return
            build(set())
            if failure:
                server._wanted_epoch += 1  # so that browsers reload
        _report()
        timer.log("Done")

    server.builder = rebuild
    server.set_app(_application(server))


class _Timer:
    """The wall time and processor time since its creation."""

    def __init__(self) -> None:
        self._wall, self._processor = time.monotonic(), sum(os.times()[:4])

    def log(self, event: str) -> None:
        wall, processor = time.monotonic() - self._wall, sum(os.times()[:4]) - self._processor
        _log.info("%s within %.2f s, %.2f s of processor time", event, wall, processor)


class _Warnings(logging.Handler):
    """The warnings of the current build; MkDocs itself reports only how many there are."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    @override
    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


_warnings = _Warnings()


def _not_a_warning(record: logging.LogRecord) -> bool:
    """Turn a warning about a request, such as one for a missing file, into information.

    As a warning it would count against the current build.
    """
    if record.levelno == logging.WARNING:
        record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
    return True


def _reason(error: BaseException) -> str:
    """Return why a build failed."""
    if isinstance(error, SystemExit):
        only_count = str(error).endswith("in strict mode!")
        return "\n".join(dict.fromkeys(_warnings.messages)) if only_count else str(error)
    return summarize(error)


def _report() -> None:
    """Print in the terminal what the browser shows."""
    mistakes = [failure] if failure else error_page.each_cause_once(_library.mistakes)
    for message in mistakes:
        _log.error(message)
    if failure:
        return
    lacks = error_page.each_cause_once((*_library.mistakes, *_lacks))[len(mistakes) :]
    if lacks:
        more = f"; and {len(lacks) - 1} more, listed at the top of the first page" if len(lacks) > 1 else ""
        _log.info("Unfinished, `build` will report: %s%s", lacks[0], more)


def _wait_for_quiet(server: LiveReloadServer) -> None:
    """Return when browsers have everything for the pages they show, or something else is urgent."""
    began = time.monotonic()
    with GATE.changed:
        while not (GATE.urgent or server._want_rebuild):
            quiet = time.monotonic() - max(GATE.last, began)
            if quiet > _QUIET or time.monotonic() - began > _PATIENCE:
                return
            GATE.changed.wait(0.1)


def _application(server: LiveReloadServer) -> Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]:
    """Return the server's application, which also rejects other hosts, waits for pages that are being built,
    and shows why there is no site.
    """
    own_name = urlsplit(server.url).hostname or ""

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not is_own(environ.get("HTTP_HOST", ""), own_name):
            start_response("421 Misdirected Request", [("Content-Type", "text/plain; charset=utf-8")])
            return [_MISDIRECTED.encode()]
        path = environ["PATH_INFO"]
        is_page = path.endswith(("/", ".html"))
        if path.startswith("/livereload/"):
            page = urlsplit(environ.get("HTTP_REFERER", "")).path
            if page.startswith(server.mount_path):
                GATE.polled[page.removeprefix(server.mount_path)] = time.monotonic()
        elif path.startswith(server.mount_path):
            address = path.removeprefix(server.mount_path).removesuffix("index.html")
            if is_page:
                GATE.requested = address
            GATE.wait(address)
        if failure and is_page:
            # with status 200, as the terminal would report each error
            start_response("200 OK", [("Content-Type", "text/html; charset=utf-8")])
            return [error_page.failure_page(failure).encode()]
        answer: Iterable[bytes] = server.serve_request(environ, start_response)
        return answer

    return application
