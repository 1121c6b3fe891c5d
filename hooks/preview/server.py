"""The site while an author works on it: `serve` builds it anew at each save.

MkDocs would build every page again, with the rules as they were when it started. Here a page is built again
where something it is made from has changed, the rules are those on disk, and an error shows in the browser.
A page that somebody looks at is built first, and shown; the others follow, and until then nobody gets them.
This module alone stays in memory from build to build, with what it kept.
"""

from __future__ import annotations

import importlib
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any, override
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIEnvironment

from jinja2 import Environment, Template

from hooks.mkdocs import adapter
from hooks.mkdocs.adapter import Files, LiveReloadServer, MkDocsConfig, Navigation, Page
from hooks.preview import error_page
from hooks.preview.allowed_hosts import is_own
from hooks.preview.dependency_hashes import Facts, Sources, facts_below
from hooks.preview.persistent_cache import is_of_text
from rules_py import systems
from rules_py.authoring.error_summary import summarize
from rules_py.authoring.loop_guard import guard
from rules_py.base.paths import BOOK, PACKAGE

if TYPE_CHECKING:
    from hooks.directives import Library
    from hooks.directives.block_cache import KeptFences

_log = adapter.LOG.getChild("hooks.preview.server")
_LASTING = (
    __name__,
    "rules_py.authoring.error_summary",
    "rules_py.authoring.loop_guard",
    "hooks.preview.error_page",
    "hooks.mkdocs.links",
    "hooks.preview.persistent_cache",
    "hooks.preview.dependency_hashes",
    "hooks.mkdocs.theme_patches",
    "hooks.engine.bytecode",
    "hooks.search_index.page_parser",
)
"""Modules that know nothing of the rules and may stay, with what they found out about files."""
_OURS = ("rules_py", "hooks")
type _Stamp = dict[str, Facts]
"""The facts of every file of a folder."""
_RULES, _HOOKS = {PACKAGE / "rules_py", BOOK / "rules_py"}, PACKAGE / "hooks"

_GATHERED = ("search/", "assets/odds/")
"""Where stands what all pages have a part in."""
_POLL = 65.0
"""Seconds within which a browser that shows a page asks again for news of it."""
_TRIES = 5
"""So often a build begins anew where the rules are saved meanwhile; the next save begins another."""
_QUIET, _PATIENCE = 1.0, 10.0
"""Seconds without a request after which a page has all it needs, and those after which that is enough."""

_NOT_HERE = "This preview answers at localhost, at this machine's address in numbers, and at no other name.\n"


@dataclass(frozen=True)
class _Rendered:
    """A page's text as HTML, with what MkDocs and the site learnt from it on the way."""

    key: object
    content: str | None
    toc: Any
    title: str | None
    anchors: set[str] | None
    links: dict[str, dict[str, str]]
    tables: list[Any]
    mistakes: list[str]


@dataclass(frozen=True)
class _Written:
    """A page as it is written to its file."""

    key: object
    output: str


@dataclass
class _Kept:
    """What holds from build to build, by the path of a page; `shared` is what all pages hang on."""

    shared: object = None
    env: Environment | None = None
    fences: KeptFences = field(default_factory=dict)
    rendered: dict[str, _Rendered] = field(default_factory=dict)
    written: dict[str, _Written] = field(default_factory=dict)


@dataclass
class _Gate:
    """Who gets what while the site is built: `open` pages come first, and `late` ones are those put off.

    Addresses are those below the site's root. `shut` holds back every request, `hurried` tells of one that
    waits for what is late, and `last` is when the last one came.
    """

    changed: threading.Condition = field(default_factory=threading.Condition)
    polled: dict[str, float] = field(default_factory=dict)
    asked: str | None = None
    open: set[str] = field(default_factory=set)
    late: set[str] = field(default_factory=set)
    shut: bool = False
    hurried: bool = False
    last: float = 0.0

    def look(self) -> set[str]:
        """The pages that browsers show now."""
        since = time.monotonic() - _POLL
        return {
            *([] if self.asked is None else [self.asked]),
            *(p for p, t in self.polled.items() if t > since),
        }

    def wait(self, address: str) -> None:
        """Return when what stands at the address is up to date."""
        with self.changed:
            self.last = time.monotonic()
            while self.shut or (self.late and (address in self.late or address.startswith(_GATHERED))):
                self.hurried = True
                self.changed.notify_all()
                self.changed.wait()

    def turn(self, *, shut: bool) -> None:
        with self.changed:
            self.shut, self.hurried = shut, False
            self.changed.notify_all()


class RulesChanged(Exception):
    """The rules were saved while they were being read: what was imported isn't what stands there."""

    def __init__(self) -> None:
        super().__init__("The rules were saved while the build began; build the site again.")


active = False
"""Whether `serve` runs."""
failure = ""
"""Why the site could not be built the last time, or nothing."""

_stamps: dict[Path, _Stamp | None] = {}
"""What the rules and hooks were like when they were imported."""
_kept = _Kept()
_gate = _Gate()
_new: dict[str, _Rendered] = {}
_library: Library
_unkept: list[str]
_files: object
_nav = ""


class KeptPage(Page):
    """A page that is rendered and written again only where something it is made from has changed."""

    def written_from(self, chapter: int | None) -> object:
        """What its file is made from; `chapter` is its number."""
        return self.content, self.title, repr(self.meta), chapter, _nav, _library.told_of(self.file.src_uri)

    def render(self, config: MkDocsConfig, files: Files) -> None:
        name, page = self.file.src_uri, config.mdx_configs["hooks.directives"]["page"]
        key = (self.markdown, _files, _library.made_from(page, self.markdown or ""))
        kept = _kept.rendered.get(name)
        later = bool(_gate.open) and self.file.url not in _gate.open
        if kept and (kept.key == key or later):
            if kept.key != key:
                _gate.late.add(self.file.url)
            self.content, self.toc, self._title_from_render = kept.content, kept.toc, kept.title
            self.present_anchor_ids = kept.anchors
            found = {files.get_file_from_path(path): links for path, links in kept.links.items()}
            self.links_to_anchors = {file: links for file, links in found.items() if file}
            _library.tables.added += kept.tables
            _library.mistakes += kept.mistakes
            return
        before, told = len(_library.tables.added), len(_library.mistakes)
        super().render(config, files)
        links = {file.src_uri: found for file, found in (self.links_to_anchors or {}).items()}
        tables = _library.tables.added[before:]
        _new[name] = _Rendered(
            key,
            self.content,
            self.toc,
            self._title_from_render,
            self.present_anchor_ids,
            links,
            tables,
            _library.mistakes[told:],
        )


class _KeptTemplate(Template):
    """A template that is not carried out for a page that was written already as it is now."""

    def render(self, *given: Any, **named: Any) -> str:
        context = dict(*given, **named)
        page = context.get("page")
        if not isinstance(page, KeptPage):
            return super().render(*given, **named)
        key = page.written_from(context.get("chapter"))
        kept = _kept.written.get(page.file.src_uri)
        if not kept or kept.key != key:
            kept = _Written(key, super().render(*given, **named))
            _kept.written[page.file.src_uri] = kept
        return kept.output


def as_imported() -> None:
    """Raises RulesChanged where the rules on disk are others by now than those that were imported: whatever
    was kept under the digest of the ones would be made by the others.
    """
    if any(facts_below(top) != stamp for top, stamp in _stamps.items()):
        raise RulesChanged


def begin(config: MkDocsConfig) -> KeptFences:
    """Begin a build: what the fences of all pages came to in those before it, which is nothing where the
    site is configured otherwise by now.
    """
    shared = Path(config.config_file_path).read_bytes()
    if shared != _kept.shared:
        forget()
    _kept.shared = shared
    return _kept.fences


def take_part(config: MkDocsConfig, files: Files, library: Library, unkept: list[str]) -> None:
    """Have every page of this build be one that can be kept. `unkept` is what the books still lack."""
    global _library, _unkept, _files
    _library, _unkept = library, unkept
    _files = {(file.src_uri, file.url) for file in files}
    _new.clear()
    for file in files.documentation_pages():
        KeptPage(None, file, config)


def forget() -> None:
    """Keep nothing of the builds so far."""
    global _kept
    _kept = _Kept()


def templates(env: Environment, nav: Navigation) -> Environment:
    """The templates of this build, which are those of the last; `nav` is the way through all pages."""
    global _nav
    _nav = str(nav)
    if _kept.env is None:
        env.template_class = _KeptTemplate
        _kept.env = env
    return _kept.env


def outlive_mistakes() -> None:
    """Have `serve` go on where the first build fails; MkDocs would end, though it goes on after any other."""
    command: Any = adapter.serve
    build = command.build
    adapter.LOG.addHandler(_warnings)
    logging.getLogger(LiveReloadServer.__module__).addFilter(_is_of_no_build)

    def first(*given: Any, **named: Any) -> None:
        global failure
        command.build = build
        try:
            build(*given, **named)
        except (Exception, SystemExit) as error:  # an author's Python may raise anything
            failure = _why(error)
        _tell()

    command.build = first


def start(server: LiveReloadServer) -> None:
    """Take part in the server after its first build."""
    if not failure:
        _kept.rendered |= _new
    builder = server.builder
    sys.meta_path.insert(0, _Finder())
    for name, module in sys.modules.items():
        if name.partition(".")[0] in _OURS and module.__file__:
            _Loader(name, module.__file__).get_code(name)  # so that the first save is as quick as others

    def build(first: set[str]) -> None:
        global failure
        _gate.turn(shut=True)
        _gate.open, _gate.late = first, set()
        _warnings.said.clear()
        for _ in range(_TRIES):
            try:
                _take_changes()
                builder()
            except RulesChanged as error:  # who saves two files one after the other sees the second
                failure = _why(error)
                continue
            except (Exception, SystemExit) as error:  # an author's Python may raise anything
                failure = _why(error)
            else:
                failure = ""
                _kept.rendered.update(_new)
            break
        _gate.turn(shut=False)

    def rebuild() -> None:
        wall, processor = time.monotonic(), _processor_time()
        build(_gate.look())
        if failure and _gate.late:  # which may be no more than that a page put off lacks a heading
            build(set())
        if failure:
            _tell()
        elif _gate.late:
            spent = time.monotonic() - wall, _processor_time() - processor
            _log.info("Shown within %.2f s, %.2f s of processor time", *spent)
            with server._epoch_cond:  # as the server does when all is done
                server._visible_epoch = server._wanted_epoch
                server._epoch_cond.notify_all()
            _wait_for_quiet(server)
            if server._want_rebuild:
                return
            build(set())
            if failure:
                server._wanted_epoch += 1  # so that browsers come and see
            _tell()
        else:
            _tell()
        spent = time.monotonic() - wall, _processor_time() - processor
        _log.info("Done within %.2f s, %.2f s of processor time", *spent)

    server.builder = rebuild
    server.set_app(_guarded(server))


class _Warnings(logging.Handler):
    """What was warned of since the build began, of which MkDocs itself in the end tells the number alone."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    @override
    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


_warnings = _Warnings()


def _is_of_no_build(record: logging.LogRecord) -> bool:
    """Of a request for what isn't there MkDocs warns, and so counts it against the build that goes on
    meanwhile: it is told, and no more than that.
    """
    if record.levelno == logging.WARNING:
        record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
    return True


def _why(error: BaseException) -> str:
    """Why a build failed."""
    if isinstance(error, SystemExit):
        counted = str(error).endswith("in strict mode!")
        return "\n".join(dict.fromkeys(_warnings.said)) if counted else str(error)
    return summarize(error)


def _tell() -> None:
    """Say in the terminal what the browser shows."""
    mistakes = [failure] if failure else error_page.each_cause_once(_library.mistakes)
    for each in mistakes:
        _log.error(each)
    unkept = [] if failure else error_page.each_cause_once((*_library.mistakes, *_unkept))[len(mistakes) :]
    if unkept:
        more = f"; and {len(unkept) - 1} more, all at the top of the first page" if len(unkept) > 1 else ""
        _log.info("Not finished, `build` will stop at this: %s%s", unkept[0], more)


def _processor_time() -> float:
    """Seconds that this process and the programs it started have taken."""
    return sum(os.times()[:4])


def _wait_for_quiet(server: LiveReloadServer) -> None:
    """Return when the browsers have what the pages they show consist of, or somebody wants something else."""
    begun = time.monotonic()
    with _gate.changed:
        while not (_gate.hurried or server._want_rebuild):
            quiet = time.monotonic() - max(_gate.last, begun)
            if quiet > _QUIET or time.monotonic() - begun > _PATIENCE:
                return
            _gate.changed.wait(0.1)


def _take_changes() -> None:
    """Import anew of the rules and hooks what has changed: MkDocs itself would never do so."""
    now = {top: facts_below(top) for top in _stamps}
    if now == _stamps:
        return
    if now[_HOOKS] != _stamps[_HOOKS]:
        forget()
    games = _changed_games(now)
    _stamps.update(dict.fromkeys(_stamps))  # as long as what follows fails, it is tried again
    importlib.invalidate_caches()
    forget_modules(games)
    with guard():
        importlib.import_module("hooks.directives")
        importlib.import_module("rules_py.systems.registry").games()
    _stamps.update(now)


def _changed_games(now: Mapping[Path, _Stamp]) -> set[str] | None:
    """The games whose own files alone have changed; None where others have, or where nobody knows."""
    found: set[str] = set()
    for top, stamp in now.items():
        before = _stamps[top]
        if before is None:
            return None
        for name, _ in stamp.items() ^ before.items():
            parts = name.split("/")
            if top not in _RULES or parts[0] != "systems" or len(parts) < 3:
                return None
            found.add(parts[1])
    return found


def forget_modules(games: set[str] | None) -> None:
    """Have the modules of these games be imported anew, and of those that import from them; or else all.

    The others know nothing of a game but what they found out by asking, which is in their caches.
    """
    hanging = set().union(*map(Sources().hanging_on, games or ()))
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] not in _OURS or name in _LASTING:
            continue
        if games is None or _game_of(name) in hanging:
            del sys.modules[name]
        else:
            _empty_caches(module)


def _game_of(module: str) -> str | None:
    """The game whose module has this name."""
    _, _, within = module.partition(f"{systems.__name__}.")
    return within.partition(".")[0] or None


def _empty_caches(module: ModuleType) -> None:
    for each in vars(module).values():
        kept = hasattr(each, "cache_clear") and each.__module__ == module.__name__
        if kept and not is_of_text(each):
            each.cache_clear()


class _Loader(SourceFileLoader):
    """Loads a module as it is on disk, compiled before if it reads as it did then."""

    @override
    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return _compiled(path, self.get_data(path))


class _Finder(MetaPathFinder):
    """Finds the modules of the rules and of the hooks, and has them loaded in this way."""

    @override
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        ours = fullname.partition(".")[0] in _OURS
        spec = PathFinder.find_spec(fullname, path) if ours else None
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path)
        return spec


@cache
def _compiled(path: str, source: bytes) -> CodeType:
    return compile(source, path, "exec", dont_inherit=True)


def _guarded(server: LiveReloadServer) -> Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]:
    """The server's application, which gives nobody what is out of date, nothing to whoever asks for another
    host, and tells why there is no site.
    """
    given = urlsplit(server.url).hostname or ""

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not is_own(environ.get("HTTP_HOST", ""), given):
            start_response("421 Misdirected Request", [("Content-Type", "text/plain; charset=utf-8")])
            return [_NOT_HERE.encode()]
        path = environ["PATH_INFO"]
        is_page = path.endswith(("/", ".html"))
        if path.startswith("/livereload/"):
            shown = urlsplit(environ.get("HTTP_REFERER", "")).path
            if shown.startswith(server.mount_path):
                _gate.polled[shown.removeprefix(server.mount_path)] = time.monotonic()
        elif path.startswith(server.mount_path):
            address = path.removeprefix(server.mount_path).removesuffix("index.html")
            if is_page:
                _gate.asked = address
            _gate.wait(address)
        if failure and is_page:
            # not as an error: the terminal would tell of every look
            start_response("200 OK", [("Content-Type", "text/html; charset=utf-8")])
            return [error_page.failed(failure).encode()]
        answer: Iterable[bytes] = server.serve_request(environ, start_response)
        return answer

    return application


_stamps |= {top: facts_below(top) for top in (*_RULES, _HOOKS)}
