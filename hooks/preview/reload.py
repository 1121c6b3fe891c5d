"""The reloading of rules and hooks that were saved after they were imported."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import override

from hooks.base.dependency_hashes import DependencyHashes, Stat, stats_below
from hooks.base.errors import AuthorError
from hooks.base.persistent_cache import is_text_cache
from hooks.preview import page_cache
from rules_py import systems
from rules_py.authoring.loop_guard import guard
from rules_py.base.paths import BOOK, FROM_PAGES, PACKAGE

_OURS = ("rules_py", "hooks")
_LASTING = (
    "hooks.preview",
    "hooks.base.dependency_hashes",
    "hooks.base.persistent_cache",
    "rules_py.authoring.error_summary",
    "rules_py.authoring.loop_guard",
    "hooks.mkdocs.links",
    "hooks.mkdocs.theme_patches",
    "hooks.engine.bytecode",
    "hooks.search_index.page_parser",
)
"""Modules and packages that are never reloaded, since they and their caches don't depend on the rules."""
_PAGES = FROM_PAGES / "rules_py"
_RULES, _HOOKS = {PACKAGE / "rules_py", BOOK / "rules_py", _PAGES}, PACKAGE / "hooks"

type _Stats = dict[str, Stat]

_imported: dict[Path, _Stats | None] = {}
"""The files of rules and hooks as they were imported; None if the last import failed."""


class RulesChangedError(Exception):
    """The rules were saved during their import, so that the modules differ from the files."""

    def __init__(self) -> None:
        super().__init__("The rules were saved while the build began; build the site again.")


def check_imported() -> None:
    """Raise RulesChangedError if rules or hooks were saved since their import.

    Otherwise results of the old rules would be cached under the hash of the new ones.
    """
    if any(stats_below(folder) != stats for folder, stats in _imported.items()):
        raise RulesChangedError


def record_pages() -> None:
    """Take the modules made from pages as they are now for those that will be imported."""
    _imported[_PAGES] = stats_below(_PAGES)


def watch_imports() -> None:
    """Have rules and hooks compiled in memory, and only if their source has changed."""
    sys.meta_path.insert(0, _Finder())
    for name, module in sys.modules.items():
        if name.partition(".")[0] in _OURS and module.__file__:
            _Loader(name, module.__file__).get_code(
                name
            )  # so that the first reload is as quick as later ones


def reload_changed() -> None:
    """Import the rules and hooks that have changed again, and what the pages declare."""
    with suppress(AuthorError):  # reported by the build
        importlib.import_module("hooks.directives.from_pages").write()
    now = {folder: stats_below(folder) for folder in _imported}
    if now == _imported:
        return
    if now[_HOOKS] != _imported[_HOOKS]:
        page_cache.clear()
    games = _changed_games(now)
    _imported.update(dict.fromkeys(_imported))  # so that everything is imported again if this fails
    importlib.invalidate_caches()
    forget_modules(games)
    with guard():
        importlib.import_module("hooks.directives")
        importlib.import_module("rules_py.systems.registry").games()
    _imported.update(now)


def _changed_games(now: Mapping[Path, _Stats]) -> set[str] | None:
    """Return the games whose files have changed, or None if others have changed or the last import failed."""
    games: set[str] = set()
    for folder, stats in now.items():
        before = _imported[folder]
        if before is None:
            return None
        for name, _ in stats.items() ^ before.items():
            parts = name.split("/")
            if folder not in _RULES or parts[0] != "systems" or len(parts) < 3:
                return None
            games.add(parts[1])
    return games


def forget_modules(games: set[str] | None) -> None:
    """Have the modules of these games, and of those that import from them, imported again; None means all.

    Other modules depend on games only through their caches, which are emptied.
    """
    dependents = set().union(*map(DependencyHashes().dependents, games or ()))
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] not in _OURS or name.startswith(_LASTING):
            continue
        if games is None or _game_of(name) in dependents:
            del sys.modules[name]
        else:
            _empty_caches(module)


def _game_of(module: str) -> str | None:
    """Return the game that the module of this name belongs to."""
    _, _, name = module.partition(f"{systems.__name__}.")
    return name.partition(".")[0] or None


def _empty_caches(module: ModuleType) -> None:
    for value in vars(module).values():
        own_cache = hasattr(value, "cache_clear") and value.__module__ == module.__name__
        if own_cache and not is_text_cache(value):
            value.cache_clear()


class _Loader(SourceFileLoader):
    """Loads a module from its source, compiled once for each content.

    Bytecode files would hide a change that leaves size and modification time in seconds the same.
    """

    @override
    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return _compile(path, self.get_data(path))


class _Finder(MetaPathFinder):
    """Finds the modules of rules and hooks for `_Loader`."""

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
def _compile(path: str, source: bytes) -> CodeType:
    return compile(source, path, "exec", dont_inherit=True)


_imported |= {folder: stats_below(folder) for folder in (*_RULES, _HOOKS)}
