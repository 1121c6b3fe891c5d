"""What a game's numbers and pages are made from, as digests of files: what was kept of them holds as long as
these stay the same.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parents[1] / "rules_py"
_GAMES = _PACKAGE / "systems"


class Sources:
    """The files of the rules as they are now; what it tells holds as long as nothing is written to them."""

    def __init__(self) -> None:
        self._digests: dict[str, str] = {}

    def numbers(self, game: str) -> str:
        """A digest of what the game's odds and answers come from: its own folder, and every module of the
        rules that it or the door imports, directly or not.
        """
        if game not in self._digests:
            found = {*files_below(_GAMES / game), _PACKAGE / "__init__.py"}
            left = list(found)
            while left:
                path = left.pop()
                new = _imported(path, path.read_bytes()) - found
                found |= new
                left += new
            self._digests[game] = digest(found)
        return self._digests[game]

    def core(self) -> str:
        """A digest of the rules that no game owns, how things are shown included."""
        if "" not in self._digests:
            self._digests[""] = digest(path for path in files_below(_PACKAGE) if _GAMES not in path.parents)
        return self._digests[""]


def digest(paths: Iterable[Path]) -> str:
    """A digest of the files' names and contents."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(
            f"{path.relative_to(_PACKAGE)}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode()
        )
    return total.hexdigest()


def files_below(folder: Path) -> Iterator[Path]:
    """Every file of the folder, without the bytecode that Python keeps there."""
    return (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


@cache
def _imported(path: Path, content: bytes) -> frozenset[Path]:
    """The files of the rules that this one imports, wherever in it, and the packages these lie in."""
    if path.suffix != ".py":
        return frozenset()
    names: set[str] = set()
    for node in ast.walk(ast.parse(content)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = _from(node, path)
            names |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return frozenset(found for name in names for found in _files_of(name))


def _from(node: ast.ImportFrom, path: Path) -> str:
    """The full name of the module that `from … import` names in the file."""
    if not node.level:
        return node.module or ""
    package = path.relative_to(_PACKAGE.parent).parts[: -node.level]
    return ".".join([*package, *([node.module] if node.module else [])])


def _files_of(name: str) -> Iterator[Path]:
    """The module's file and those of the packages around it; none where it is no module of the rules."""
    first, *parts = name.split(".")
    if first != _PACKAGE.name:
        return
    for length in range(len(parts) + 1):
        place = _PACKAGE.joinpath(*parts[:length])
        for path in (place / "__init__.py", place.with_suffix(".py")):
            if path.is_file():
                yield path
