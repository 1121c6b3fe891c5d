"""What a game's numbers and pages are made from, as digests of files: what was kept of them holds as long as
these stay the same.
"""

from __future__ import annotations

import ast
import hashlib
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath

from rules_py.base.paths import BOOK, PACKAGE

type Facts = tuple[int, int]
"""When a file was last written to, and its size: one of them changes whenever its content does."""

_GAMES = "rules_py/systems"
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


class Sources:
    """The files of the rules as they are now; what it tells holds as long as nothing is written to them."""

    def __init__(self) -> None:
        self._contents = {
            name: _read(root, name, facts)
            for root, top in _tops()
            for name, facts in facts_below(root, top).items()
        }
        self._modules = {_module(name): name for name in self._contents if name.endswith(".py")}
        self._games: dict[str, set[str]] = defaultdict(set)
        for name in self._contents:
            if name.startswith(f"{_GAMES}/"):
                self._games[name.removeprefix(f"{_GAMES}/").partition("/")[0]].add(name)
        self._imports: dict[str, set[str]] = {}
        self._digests: dict[str, str] = {}

    def numbers(self, game: str) -> str:
        """A digest of what the game's odds and answers come from: its own folder, and every module of the
        rules that it or the door imports, directly or not.
        """
        if game not in self._digests:
            self._digests[game] = self._digest(self._needed(game))
        return self._digests[game]

    def hanging_on(self, game: str) -> set[str]:
        """The games of which something is imported from this one, itself among them."""
        own = self._games[game]
        return {game} | {each for each in [*self._games] if self._needed(each) & own}

    def _needed(self, game: str) -> set[str]:
        found = self._games[game] | {"rules_py/__init__.py"}
        left = list(found)
        while left:
            new = self._imported(left.pop()) - found
            found |= new
            left += new
        return found

    def core(self) -> str:
        """A digest of the rules that no game owns, how things are shown included."""
        if "" not in self._digests:
            self._digests[""] = self._digest(self._contents.keys() - set().union(*self._games.values()))
        return self._digests[""]

    def _imported(self, name: str) -> set[str]:
        """The files of the rules that this one imports, wherever in it, and the packages these lie in."""
        if name not in self._imports:  # many games come by the same module
            named = _named(name, self._contents[name]) if name.endswith(".py") else ()
            self._imports[name] = {self._modules[each] for each in named if each in self._modules}
        return self._imports[name]

    def _digest(self, names: Iterable[str]) -> str:
        """A digest of the files' names and contents."""
        total = hashlib.sha256()
        for name in sorted(names):
            total.update(f"{name}\0{_hash(self._contents[name])}\n".encode())
        return total.hexdigest()


def rules() -> dict[str, Path]:
    """Every file of the rules by its name in the package, such as `rules_py/dice/dice.py`, the games of a
    book in a repository of its own included.
    """
    return {name: root / name for root, top in _tops() for name in files_below(root, top)}


def _tops() -> tuple[tuple[Path, str], ...]:
    """The folders that they lie in, each below its root."""
    return (PACKAGE, "rules_py"), (BOOK, _GAMES)


def files_below(root: Path, folder: str = "") -> Iterator[str]:
    """The name below `root` of every file of the folder, without the bytecode that Python keeps there."""
    return (name for name, _ in _found_below(root, folder))


def facts_below(root: Path, folder: str = "") -> dict[str, Facts]:
    """The facts of every such file by its name."""
    found = ((name, file.stat()) for name, file in _found_below(root, folder))
    return {name: (facts.st_mtime_ns, facts.st_size) for name, facts in found}


def _found_below(root: Path, folder: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    if not (root / folder).is_dir():
        return
    with os.scandir(root / folder) as found:
        for each in found:
            name = f"{folder}/{each.name}" if folder else each.name
            if each.is_dir(follow_symlinks=False):
                if each.name != "__pycache__":
                    yield from _found_below(root, name)
            elif each.is_file():
                yield name, each


@cache
def _read(root: Path, name: str, facts: Facts) -> bytes:
    """What the file holds, read again when its facts are others."""
    return (root / name).read_bytes()


@cache
def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@cache
def imports(name: str, content: bytes) -> frozenset[tuple[str, tuple[str, ...]]]:
    """The full name of each module that a file of the rules imports, at its head or within a function, and
    what it takes from it by name.
    """
    found: set[tuple[str, tuple[str, ...]]] = set()
    left: list[ast.AST] = [ast.parse(content, name)]
    while left:
        node = left.pop()
        if isinstance(node, ast.Import):
            found |= {(alias.name, ()) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((_from(node, name), tuple(alias.name for alias in node.names)))
        for part in _BLOCKS:  # only what may hold statements: most of a file is expressions
            left += getattr(node, part, ())
    return frozenset(found)


@cache
def _named(name: str, content: bytes) -> frozenset[str]:
    """The full names of what a file of the rules imports, and of the packages that each lies in."""
    named: set[str] = set()
    for module, taken in imports(name, content):
        named |= {module, *(f"{module}.{each}" for each in taken)}
    return frozenset(named | {each[:at] for each in named for at, letter in enumerate(each) if letter == "."})


def _from(node: ast.ImportFrom, name: str) -> str:
    """The full name of the module that `from … import` names in the file."""
    if not node.level:
        return node.module or ""
    package = PurePosixPath(name).parts[: -node.level]
    return ".".join([*package, *([node.module] if node.module else [])])


def _module(name: str) -> str:
    """The full name of the module in the file: `rules_py.systems` of that package's `__init__.py`."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
