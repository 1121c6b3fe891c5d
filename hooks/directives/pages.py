"""The pages of the site: their sources, front matter and addresses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import yaml
from yaml.reader import ReaderError

from hooks import licences
from hooks.base import package_files
from hooks.base.errors import DirectiveError, Place, mistake, unexpected_field, unknown_name
from hooks.base.persistent_cache import text_cache
from rules_py.base.errors import join_or
from rules_py.systems import registry

PARTS = {
    (TOOLS := "tools"): "At the table",
    "learn": "Learn",
    "play": "Play",
    "reference": "Reference",
    "numbers": "Numbers",
}
"""The parts of a book's contents, by the value of `part` in front matter."""

FIELDS: Mapping[str, tuple[type, ...]] = {
    "title": (str, int),
    "description": (str,),
    "order": (int, float),
    "game": (str,),
    "chapter": (bool,),
    "opened": (bool,),
    "hide": (list,),
    "part": (str,),
    "minutes": (int,),
    "book": (bool,),
    "motif": (str,),
    "feel": (str,),
    "people": (str,),
    "length": (str,),
    "licence": (str, dict),
    "search": (dict,),
    "redirect_from": (list, str),
    "no_example": (list,),
}
"""The fields of front matter, each with the types of its value."""
_EXPECTED: Mapping[object, str] = {
    "no_example": "a list of rules, such as [C-010, C-011]",
    "redirect_from": "a list of former paths, such as [fights.md]",
    str: "a text",
    int: "a number",
    bool: "yes or no",
    list: "a list, such as [toc]",
    dict: "lines such as `C-017: get points back, regain points`",
}

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<yaml>.*?\n)(?:---|\.\.\.)[ \t]*\n\n*", re.DOTALL)


@dataclass(frozen=True)
class Page:
    """A page as directives need it.

    path         of its source, as errors name it
    head         the front matter, with its lines of ---
    game         the game whose rules it is about; "" for none
    address      from the root of the site; `root` is the relative path back
    of_book      whether it is part of the game's own book, where rules are stated
    order        its position in the book
    opened       whether its forms and tables are open; those of chapters are collapsed
    mistake      the error in its front matter, which is then ignored
    search       rule numbers of its book, each with other words by which the search finds the rule
    redirect_from former paths of the page, relative to it
    no_example   the rules of its book that need no example, such as descriptions
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
    search: tuple[tuple[str, str], ...] = ()
    redirect_from: tuple[str, ...] = ()
    no_example: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The path below the docs folder."""
        return self.path.partition("/")[2]

    @property
    def start(self) -> Place:
        """The first line of the text."""
        return Place(self.path, self.head.count("\n") + 1)

    def place_of(self, name: str) -> Place:
        """Return the line of this field in the front matter, or the first line."""
        return _place_of(name, self.head, self.path)


def made_page(name: str, *, directory_urls: bool = True) -> Page:
    """Return a page that the build itself writes, without a source."""
    address = address_of(PurePosixPath(name), directory_urls)
    return Page(name, address=address, root="../" * address.count("/"))


def read_page(docs_dir: Path, name: str, *, directory_urls: bool = True) -> tuple[Page, list[str]]:
    """Return the page at this path below `docs_dir`, or of the package, and its lines of text."""
    text = package_files.source(docs_dir, name).read_text(encoding="utf-8-sig").expandtabs(4)
    path = f"{docs_dir.name}/{name}"
    head = front_matter_of(text)
    address = address_of(PurePosixPath(name), directory_urls)
    fields: Mapping[str, Any] = {}
    mistake_in_head = None
    of_book = name.partition("/")[0] in registry.game_ids()
    game = name.partition("/")[0] if of_book else ""
    try:
        fields = front_matter(text, path)
        game = _game(path, fields, head) or game
    except DirectiveError as error:
        mistake_in_head = error
    former = fields.get("redirect_from", ())
    page = Page(
        path,
        head,
        game,
        address,
        "../" * address.count("/"),
        of_book,
        str(fields.get("title") or ""),
        str(fields.get("description") or ""),
        fields.get("order", float("inf")),
        fields.get("opened", not of_book),
        mistake_in_head,
        tuple((str(number), str(words)) for number, words in fields.get("search", {}).items()),
        (former,) if isinstance(former, str) else tuple(former),
        tuple(fields.get("no_example", ())),
    )
    return page, text[len(head) :].split("\n")


def front_matter_of(text: str) -> str:
    """Return the front matter at the start of a page, with its lines of ---, or ""."""
    match = _FRONT_MATTER.match(text)
    return match[0] if match else ""


def front_matter(text: str, path: str) -> Mapping[str, Any]:
    """Return the fields of a page's front matter. Raises DirectiveError."""
    match = _FRONT_MATTER.match(text)
    if match is None and text.startswith("---\n"):
        raise DirectiveError(Place(path, 1), "front matter isn't closed. Add a line --- after it.")
    return _fields(match["yaml"], path) if match else {}


@text_cache
def _fields(front: str, path: str) -> Mapping[str, Any]:
    """Return the fields of a front matter. Raises DirectiveError."""
    fields = _load(front, path)
    head = f"---\n{front}"
    for name, value in fields.items():
        if name not in FIELDS:
            raise unexpected_field(_place_of(name, head, path), "front matter", str(name), FIELDS)
        if value is not None:
            _check_field(name, value, _place_of(name, head, path))
    return {name: value for name, value in fields.items() if value is not None}


def _load(front: str, path: str) -> dict[Any, Any]:
    """Return the mapping in a front matter. Raises DirectiveError if it can't be read or isn't one."""
    try:
        fields = yaml.safe_load(front)
    except ReaderError as error:
        place = Place(path, 2 + front.count("\n", 0, error.position))
        raise mistake(
            place, "front matter", front[error.position], "text without control characters"
        ) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line if mark else 0
        line_text = front.splitlines()[min(line, front.count("\n") - 1)].strip()
        expected = f"lines such as `title: Fights`, with quotes around a text with a colon ({error.problem})"
        raise mistake(Place(path, 2 + line), "front matter", line_text, expected) from error
    if fields is not None and not isinstance(fields, dict):
        raise mistake(Place(path, 2), "front matter", fields, "lines such as `title: Fights`")
    return fields or {}


def _check_field(name: str, value: Any, place: Place) -> None:
    """Raise DirectiveError unless a field of the front matter has a valid value."""
    fits = isinstance(value, FIELDS[name]) and isinstance(value, bool) == (bool in FIELDS[name])
    if name in ("search", "redirect_from", "no_example") and fits and not isinstance(value, str):
        inside = value.values() if isinstance(value, dict) else value
        fits = all(isinstance(words, str) for words in inside)
    if not fits:
        raise mistake(place, name, value, _EXPECTED.get(name, _EXPECTED[FIELDS[name][0]]))
    if name == "licence":
        for _, message in licences.faults(value):
            raise DirectiveError(place, message)
    if name == "part" and value not in PARTS:
        raise unknown_name(place, "part", value, join_or(PARTS))


def _place_of(name: object, head: str, path: str) -> Place:
    """Return the line of this field in the front matter, or the first line."""
    lines = enumerate(head.splitlines(), 1)
    return Place(path, next((at for at, line in lines if line.startswith(f"{name}:")), 1))


def _game(path: str, fields: Mapping[str, Any], head: str) -> str:
    """Return the game that the front matter names, or "". Raises DirectiveError if there is none."""
    games, game = registry.game_ids(), fields.get("game")
    if game is not None and game not in games:
        raise unknown_name(_place_of("game", head, path), "game", str(game), join_or(games))
    return "" if game is None else str(game)


def address_of(name: PurePosixPath, directory_urls: bool) -> str:
    """Return where MkDocs publishes the page: `core_rules/fights/`, or `core_rules/fights.html`."""
    index = name.stem in ("index", "README")
    if not directory_urls:
        return str(name.with_name("index.html" if index else f"{name.stem}.html"))
    folder = name.parent if index else name.with_suffix("")
    return "" if str(folder) == "." else f"{folder}/"
