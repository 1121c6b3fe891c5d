"""What a game's numbers and pages are made from, as digests of files: what was kept of them holds as long as
these stay the same.
"""

from __future__ import annotations

import ast
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parents[1] / "rules_py"
_GAMES = _PACKAGE / "systems"
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


class Sources:
    """The files of the rules as they are now; what it tells holds as long as nothing is written to them."""

    def __init__(self) -> None:
        self._contents = {path: path.read_bytes() for path in files_below(_PACKAGE)}
        self._modules = {_module(path): path for path in self._contents if path.suffix == ".py"}
        self._games: dict[str, set[Path]] = defaultdict(set)
        for path in self._contents:
            if path.is_relative_to(_GAMES):
                self._games[path.relative_to(_GAMES).parts[0]].add(path)
        self._digests: dict[str, str] = {}

    def numbers(self, game: str) -> str:
        """A digest of what the game's odds and answers come from: its own folder, and every module of the
        rules that it or the door imports, directly or not.
        """
        if game not in self._digests:
            found = self._games[game] | {_PACKAGE / "__init__.py"}
            left = list(found)
            while left:
                new = self._imported(left.pop()) - found
                found |= new
                left += new
            self._digests[game] = self._digest(found)
        return self._digests[game]

    def core(self) -> str:
        """A digest of the rules that no game owns, how things are shown included."""
        if "" not in self._digests:
            self._digests[""] = self._digest(self._contents.keys() - set().union(*self._games.values()))
        return self._digests[""]

    def _imported(self, path: Path) -> set[Path]:
        """The files of the rules that this one imports, wherever in it, and the packages these lie in."""
        named: set[str] = set()
        for module, taken in imports(path, self._contents[path]) if path.suffix == ".py" else ():
            named |= {module, *(f"{module}.{each}" for each in taken)}
        around = {name[:at] for name in named for at, letter in enumerate(name) if letter == "."}
        return {self._modules[name] for name in named | around if name in self._modules}

    def _digest(self, paths: Iterable[Path]) -> str:
        """A digest of the files' names and contents."""
        total = hashlib.sha256()
        for path in sorted(paths):
            content = hashlib.sha256(self._contents[path]).hexdigest()
            total.update(f"{path.relative_to(_PACKAGE)}\0{content}\n".encode())
        return total.hexdigest()


def files_below(folder: Path) -> Iterator[Path]:
    """Every file of the folder, without the bytecode that Python keeps there."""
    return (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


@cache
def imports(path: Path, content: bytes) -> frozenset[tuple[str, tuple[str, ...]]]:
    """The full name of each module that a file of the rules imports, at its head or within a function, and
    what it takes from it by name.
    """
    found: set[tuple[str, tuple[str, ...]]] = set()
    left: list[ast.AST] = [ast.parse(content)]
    while left:
        node = left.pop()
        if isinstance(node, ast.Import):
            found |= {(alias.name, ()) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((_from(node, path), tuple(alias.name for alias in node.names)))
        for part in _BLOCKS:  # only what may hold statements: most of a file is expressions
            left += getattr(node, part, ())
    return frozenset(found)


def _from(node: ast.ImportFrom, path: Path) -> str:
    """The full name of the module that `from … import` names in the file."""
    if not node.level:
        return node.module or ""
    package = path.relative_to(_PACKAGE.parent).parts[: -node.level]
    return ".".join([*package, *([node.module] if node.module else [])])


def _module(path: Path) -> str:
    """The full name of the module in the file: `rules_py.systems` of that package's `__init__.py`."""
    parts = path.relative_to(_PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
