"""Hashes of the files that a game's odds and pages depend on: caches are valid while these are unchanged."""

from __future__ import annotations

import ast
import hashlib
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath

from rules_py.base.paths import BOOK, FROM_PAGES, PACKAGE

type Stat = tuple[int, int]
"""A file's modification time and size; one of them changes with its content."""

_GAMES = "rules_py/systems"
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


class DependencyHashes:
    """Hashes of the rules as they are on disk when it is created."""

    def __init__(self) -> None:
        self._contents = {
            name: _read(root, name, stat)
            for root, folder in _folders()
            for name, stat in stats_below(root, folder).items()
        }
        self._modules = {_module(name): name for name in self._contents if name.endswith(".py")}
        self._games: dict[str, set[str]] = defaultdict(set)
        for name in self._contents:
            if name.startswith(f"{_GAMES}/"):
                self._games[name.removeprefix(f"{_GAMES}/").partition("/")[0]].add(name)
        self._imports: dict[str, set[str]] = {}
        self._hashes: dict[str, str] = {}

    def of_game(self, game: str) -> str:
        """Return the hash of what the game's odds and answers depend on: its own folder, and every module
        that it or the API imports, directly or not.
        """
        if game not in self._hashes:
            self._hashes[game] = self._hash(self._files_needed(game))
        return self._hashes[game]

    def of_core(self) -> str:
        """Return the hash of the rules outside the games, including how everything is presented."""
        if "" not in self._hashes:
            self._hashes[""] = self._hash(self._contents.keys() - set().union(*self._games.values()))
        return self._hashes[""]

    def dependents(self, game: str) -> set[str]:
        """Return the game and all games that import something from it."""
        own = self._games[game]
        return {game} | {other for other in [*self._games] if self._files_needed(other) & own}

    def _files_needed(self, game: str) -> set[str]:
        needed = self._games[game] | {"rules_py/__init__.py"}
        remaining = list(needed)
        while remaining:
            new = self._imported_files(remaining.pop()) - needed
            needed |= new
            remaining += new
        return needed

    def _imported_files(self, name: str) -> set[str]:
        """Return the files of the modules that this one imports, anywhere in it, and of their packages."""
        if name not in self._imports:  # many games import the same module
            named = _imported_names(name, self._contents[name]) if name.endswith(".py") else ()
            self._imports[name] = {self._modules[module] for module in named if module in self._modules}
        return self._imports[name]

    def _hash(self, names: Iterable[str]) -> str:
        total = hashlib.sha256()
        for name in sorted(names):
            total.update(f"{name}\0{_content_hash(self._contents[name])}\n".encode())
        return total.hexdigest()


def rules() -> dict[str, Path]:
    """Return every file of the rules by its name in the package, such as `rules_py/dice/dice.py`, including
    the games of a book in its own repository.
    """
    return {name: root / name for root, folder in _folders() for name in files_below(root, folder)}


def _folders() -> tuple[tuple[Path, str], ...]:
    """Return the folders of the rules, each with its root."""
    return (PACKAGE, "rules_py"), (BOOK, _GAMES), (FROM_PAGES, _GAMES)


def files_below(root: Path, folder: str = "") -> Iterator[str]:
    """Yield the name below `root` of every file in the folder, except bytecode."""
    return (name for name, _ in _entries_below(root, folder))


def stats_below(root: Path, folder: str = "") -> dict[str, Stat]:
    """Return the modification time and size of every such file by its name."""
    stats = ((name, file.stat()) for name, file in _entries_below(root, folder))
    return {name: (stat.st_mtime_ns, stat.st_size) for name, stat in stats}


def _entries_below(root: Path, folder: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    if not (root / folder).is_dir():
        return
    with os.scandir(root / folder) as entries:
        for entry in entries:
            name = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from _entries_below(root, name)
            elif entry.is_file():
                yield name, entry


@cache
def _read(root: Path, name: str, stat: Stat) -> bytes:
    """Return the content of a file, read again when its modification time or size changes."""
    return (root / name).read_bytes()


@cache
def _content_hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@cache
def imports(name: str, content: bytes) -> frozenset[tuple[str, tuple[str, ...]]]:
    """Return the full name of each module that a file imports, anywhere in it, and the names it takes."""
    imported: set[tuple[str, tuple[str, ...]]] = set()
    remaining: list[ast.AST] = [ast.parse(content, name)]
    while remaining:
        node = remaining.pop()
        if isinstance(node, ast.Import):
            imported |= {(alias.name, ()) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((_source(node, name), tuple(alias.name for alias in node.names)))
        for part in _BLOCKS:  # only statements: most of a file is expressions
            remaining += getattr(node, part, ())
    return frozenset(imported)


@cache
def _imported_names(name: str, content: bytes) -> frozenset[str]:
    """Return the full names of everything that a file imports, and of the packages around it."""
    names: set[str] = set()
    for module, members in imports(name, content):
        names |= {module, *(f"{module}.{member}" for member in members)}
    return frozenset(names | {full[:at] for full in names for at, letter in enumerate(full) if letter == "."})


def _source(node: ast.ImportFrom, name: str) -> str:
    """Return the full name of the module that `from … import` names in the file."""
    if not node.level:
        return node.module or ""
    package = PurePosixPath(name).parts[: -node.level]
    return ".".join([*package, *([node.module] if node.module else [])])


def _module(name: str) -> str:
    """Return the full name of the module in the file: `rules_py.systems` for its `__init__.py`."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
