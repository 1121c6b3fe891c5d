"""The places in a game's Python that declare a name or cite a rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from hooks.base.errors import Place
from hooks.base.persistent_cache import text_cache
from hooks.directives import from_pages
from rules_py import systems
from rules_py.authoring.error_summary import relative_path
from rules_py.base.paths import FROM_PAGES
from rules_py.systems.game import Game

_NUMBER = r"[A-Z]{1,2}-[0-9]{1,3}"


_CITATION = re.compile(rf"\A{_NUMBER}\Z|(?<=\[){_NUMBER}(?=\])")


@cache
def _sources(game_id: str) -> Mapping[str, str]:
    """Return the game's Python by file name, the module that exports it first."""
    folder = next(Path(top) / game_id for top in systems.__path__ if (Path(top) / game_id).is_dir())
    paths = sorted(folder.rglob("*.py"), key=lambda path: (path != folder / "__init__.py", path))
    return {relative_path(path): path.read_text("utf-8") for path in paths}


def place_of(game: Game, declared: str) -> Place:
    """Return where the game's pages or Python declare a name, or contain code that ends in `=` or `(`."""
    if place := from_pages.place_of(game.id, declared):
        return place
    if from_pages.is_from_pages(game.id):
        return Place(f"docs/{game.id}/index.md", 1)
    texts = (declared,) if declared[-1] in "=(" else (f'"{declared}"', f"'{declared}'")
    sources = _sources(game.id)
    for name, source in sources.items():
        positions = [at for text in texts if (at := source.find(text)) >= 0]
        if positions:
            return Place(name, source.count("\n", 0, min(positions)) + 1)
    return Place(next(iter(sources)), 1)


def citations(game: Game) -> Iterator[tuple[Place, str]]:
    """Yield the rule numbers that the game's Python cites, each once, with the place."""
    citations: dict[str, Place] = {}
    for name, source in _sources(game.id).items():
        for line, number in _cited_in(source):
            declared = from_pages.place_of(game.id, number) if FROM_PAGES.name in name else None
            citations.setdefault(number, declared or Place(name, line))
    yield from ((place, number) for number, place in sorted(citations.items()))


@text_cache
def _cited_in(source: str) -> tuple[tuple[int, str], ...]:
    """Return the rule numbers in the strings of a module, with their lines: a whole string, as mechanics,
    inputs and problems cite them, or in brackets.
    """
    return tuple(
        (node.lineno, number)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for number in _CITATION.findall(node.value)
    )
