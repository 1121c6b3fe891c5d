"""A page of the site: where it is written, whose book it is part of, and its address once it is published."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from hooks.directives.errors import DirectiveError, Place, mistake
from hooks.mkdocs import package_files
from hooks.preview.persistent_cache import of_text
from rules_py.base.errors import join_or
from rules_py.systems import registry

_FRONT: Mapping[str, tuple[type, ...]] = {
    "title": (str, int),
    "description": (str,),
    "order": (int, float),
    "game": (str,),
    "chapter": (bool,),
    "opened": (bool,),
    "hide": (list,),
}
"""What a page may say of itself, each with what its value is."""
_MEANT = {str: "a text", int: "a number", bool: "yes or no", list: "a list, such as [toc]"}

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<yaml>.*?\n)(?:---|\.\.\.)[ \t]*\n\n*", re.DOTALL)


@dataclass(frozen=True)
class Page:
    """What a directive has to know of its page.

    path        of its source, as an error names it; name: below the docs folder
    head        what stands before its text, the front matter between two lines of ---
    first_line  of its text, behind the front matter
    game        the one whose rules it speaks of; "" for none
    address     from the root of the site; root: the way back
    of_book     whether it is a page of the game's own book, where rules are stated, not only spoken of
    title       as its front matter has it; description: what it is about; order: its place in the book
    opened      whether its forms and tables stand open: not in a chapter, which is read for its rules
    mistake     what is wrong with its front matter, of which nothing is taken then
    """

    path: str = "page.md"
    head: str = ""
    game: str = ""
    address: str = ""
    root: str = ""
    of_book: bool = False
    title: str = ""
    description: str = ""
    order: float = float("inf")
    opened: bool = True
    mistake: DirectiveError | None = None

    @property
    def name(self) -> str:
        return self.path.partition("/")[2]

    @property
    def start(self) -> Place:
        return Place(self.path, self.head.count("\n") + 1)

    def place_of(self, name: str) -> Place:
        """The line of its front matter that has this name, or where it begins."""
        return _place_of(name, self.head, self.path)


def made_page(name: str, *, directory_urls: bool = True) -> Page:
    """A page that the build itself writes, which no folder holds."""
    address = _address(PurePosixPath(name), directory_urls)
    return Page(name, address=address, root="../" * address.count("/"))


def read_page(docs_dir: Path, name: str, *, directory_urls: bool = True) -> tuple[Page, list[str]]:
    """The page called `name` (its path below `docs_dir`, or among those shipped), and its lines of text."""
    written = package_files.source(docs_dir, name).read_text(encoding="utf-8-sig").expandtabs(4)
    front = _FRONT_MATTER.match(written)
    head = front[0] if front else ""
    path = f"{docs_dir.name}/{name}"
    address = _address(PurePosixPath(name), directory_urls)
    said: Mapping[str, Any] = {}
    wrong = None
    of_book = name.partition("/")[0] in registry.game_ids()
    game = name.partition("/")[0] if of_book else ""
    try:
        if front is None and written.startswith("---\n"):
            raise mistake(Place(path, 1), "front matter", "---", "a second line of --- behind its last line")
        said = _said(front["yaml"], path) if front else {}
        game = _game(path, said, head) or game
    except DirectiveError as error:
        wrong = error
    page = Page(
        path,
        head,
        game,
        address,
        "../" * address.count("/"),
        of_book,
        str(said.get("title") or ""),
        str(said.get("description") or ""),
        said.get("order", float("inf")),
        said.get("opened", not of_book),
        wrong,
    )
    return page, written[len(head) :].split("\n")


@of_text
def _said(front: str, path: str) -> Mapping[str, Any]:
    """What a front matter says. It is read at every build, and changes rarely."""
    try:
        said = yaml.safe_load(front)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line if mark else 0
        given = front.splitlines()[min(line, front.count("\n") - 1)].strip()
        allowed = (
            f"lines such as `title: Fights`, with quotes around a text that holds a colon ({error.problem})"
        )
        raise mistake(Place(path, 2 + line), "front matter", given, allowed) from error
    if said is not None and not isinstance(said, dict):
        raise mistake(Place(path, 2), "front matter", said, "lines such as `title: Fights`")
    head = f"---\n{front}"
    for name, value in (said or {}).items():
        if name not in _FRONT:
            raise mistake(_place_of(name, head, path), "line of the front matter", name, join_or(_FRONT))
        fits = isinstance(value, _FRONT[name]) and isinstance(value, bool) == (bool in _FRONT[name])
        if value is not None and not fits:
            raise mistake(_place_of(name, head, path), f"{name} of the page", value, _MEANT[_FRONT[name][0]])
    return {name: value for name, value in (said or {}).items() if value is not None}


def _place_of(name: object, head: str, path: str) -> Place:
    """The line at the head of a page that says something by this name, or the first."""
    lines = enumerate(head.splitlines(), 1)
    return Place(path, next((at for at, line in lines if line.startswith(f"{name}:")), 1))


def _game(path: str, said: Mapping[str, Any], head: str) -> str:
    """The game named by the front matter, which is written at the head, or ""."""
    games, named = registry.game_ids(), said.get("game")
    if named is not None and named not in games:
        raise mistake(_place_of("game", head, path), "game of the page", named, join_or(games))
    return "" if named is None else str(named)


def _address(name: PurePosixPath, directory_urls: bool) -> str:
    """Where MkDocs publishes the page: `core_rules/fights/`, or `core_rules/fights.html`."""
    index = name.stem in ("index", "README")
    if not directory_urls:
        return str(name.with_name("index.html" if index else f"{name.stem}.html"))
    folder = name.parent if index else name.with_suffix("")
    return "" if str(folder) == "." else f"{folder}/"
