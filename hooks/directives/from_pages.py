"""The games, or parts of them, that pages declare in Markdown, written as Python modules to FROM_PAGES.

So the command line, the tests, the build and the engine in the browser import them like any other game.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from pprint import pformat
from typing import Any

from hooks.base.errors import (
    AuthorError,
    DirectiveError,
    Mistakes,
    Place,
    duplicate,
    missing_field,
    unknown_name,
)
from hooks.directives import declaring, fences, prose, yaml_body
from hooks.directives.declaring import BLOCKS
from hooks.directives.fences import Fence, Piece, Prose, Unreadable
from hooks.directives.pages import front_matter, front_matter_of
from rules_py.base.errors import Fault, InputError, join_or
from rules_py.base.paths import BOOK, FROM_PAGES, PACKAGE
from rules_py.base.suggest import KnownNames, closest_matches
from rules_py.systems import registry
from rules_py.systems.game import Blurb, Game
from rules_py.systems.page_game import with_blocks
from rules_py.systems.page_lists import BlockError, rule_marks

_BLOCKS = re.compile(rf"^ *(?:`{{3,}}|~{{3,}})(?:{'|'.join(BLOCKS)})\b", re.MULTILINE)
_GAMES = FROM_PAGES / "rules_py" / "systems"

type Data = dict[str, Any]
"""The declarations on the pages of a game: the values of each kind of block, and its rule numbers."""


def write() -> None:
    """Write what the pages of the book declare, and forget what they declared before.

    Modules whose content is the same stay untouched. Raises AuthorError with all mistakes and changes nothing
    if there are any.
    """
    games = read_games(BOOK / "docs")
    if mistakes := [mistake for each in games for mistake in each.mistakes]:
        raise Mistakes.of(mistakes)
    for each in games:
        each.write()
    for folder in _GAMES.iterdir() if _GAMES.is_dir() else ():
        if folder.name not in {each.id for each in games}:
            shutil.rmtree(folder, ignore_errors=True)
    FROM_PAGES.mkdir(parents=True, exist_ok=True)
    (FROM_PAGES / "made").touch()


def read_games(docs: Path) -> list[PageGame]:
    """Return the games whose pages declare something, and the books without Python."""
    games = map(PageGame, _folders(docs))
    return [each for each in games if each.is_book or each.data]


def is_from_pages(game_id: str) -> bool:
    """Return whether a game has no Python of its own."""
    return (_GAMES / game_id / "__init__.py").is_file()


def is_book(game: Game) -> bool:
    """Return whether a game is a book: it has numbered rules, or is declared on pages alone."""
    return bool(game.numbers) or is_from_pages(game.id)


def books() -> list[Game]:
    """Return the games that are books, not those of a folder of tools."""
    return [game for game in registry.games() if is_book(game)]


def place_of(game_id: str, declared: str) -> Place | None:
    """Return where the pages of a game declare something: the ID of a table, a list or a calculator, or the
    text of an entry. None if they don't.
    """
    for pieces in _page_game(game_id).pages.values():
        for piece in pieces:
            if isinstance(piece, Fence) and piece.language in BLOCKS and declaring.declares(piece):
                if declaring.declared_id(piece) == declared:
                    return piece.place
                for at, line in enumerate(piece.body):
                    if declared in line:
                        return piece.body_place.down(at)
    return None


def mechanics_of(game_id: str) -> list[Fence]:
    """Return the blocks of mechanics on the pages of a game."""
    return [*_page_game(game_id).mechanic_fences()]


def _page_game(game_id: str) -> PageGame:
    """Return the pages of a game, read again only after a change, as a build calls this once per table."""
    folder = BOOK / "docs" / game_id
    states = ((path, path.stat()) for path in sorted(folder.rglob("*.md")))
    return _read_page_game(folder, tuple((path, state.st_mtime_ns, state.st_size) for path, state in states))


@lru_cache(maxsize=8)
def _read_page_game(folder: Path, _state: tuple[tuple[Path, int, int], ...]) -> PageGame:
    return PageGame(folder)


def python_of(page: Path, title: str) -> str:
    """Return the mechanic with this title or ID on a page as a Python module for the game's folder.

    Raises InputError.
    """
    folder = next((each for each in page.resolve().parents if (each.parent / "index.md").is_file()), None)
    if not page.is_file() or folder is None:
        expected = "a page of a book, such as docs/ember/rules.md"
        raise InputError.at("page", str(page), expected, code="bad_file")
    game = PageGame(folder)
    if game.mistakes:
        raise InputError(Fault("page", "bad_page", str(page), "", str(Mistakes.of(game.mistakes))))
    code_by_name = {}
    for fence in game.mechanic_fences():
        if fence.place.path == f"{folder.parent.name}/{page.resolve().relative_to(folder.parent).as_posix()}":
            mechanic = declaring.mechanic(fence)
            code_by_name[mechanic.declaration.title] = code_by_name[mechanic.calculator.id] = mechanic.python
    if title not in code_by_name:
        raise InputError.at(
            "title", title, join_or(code_by_name) if code_by_name else "a mechanic", code="unknown_mechanic"
        )
    return code_by_name[title]


def _folders(docs: Path) -> Iterator[Path]:
    """Yield the folders of books, without those of the package itself."""
    for folder in sorted(docs.iterdir()) if docs.is_dir() else ():
        if folder.name.isidentifier() and (folder / "index.md").is_file():
            yield folder


class PageGame:
    """A folder of pages, and what they declare of a game.

    is_book   whether its first page says that it is a book without Python
    mistakes  the mistakes in what it declares
    """

    def __init__(self, folder: Path) -> None:
        self.id, self.mistakes = folder.name, list[AuthorError]()
        self.pages: dict[str, tuple[Piece, ...]] = {}
        self.front: Mapping[str, Any] = {}
        self._folder = folder
        self._misread: list[AuthorError] = []
        for path in sorted(folder.rglob("*.md")):
            name = f"{folder.parent.name}/{path.relative_to(folder.parent).as_posix()}"
            text = path.read_text("utf-8-sig").expandtabs(4)
            is_first = name == f"{folder.parent.name}/{self.id}/index.md"
            if is_first or _BLOCKS.search(text) or "[#" in text:
                self._read(name, text, is_first=is_first)
        self.is_book = self.front.get("book", False)
        self._blocks: list[tuple[Data, Fence]] = []
        self.data = self._data()
        if self.data and not self.mistakes:
            self._check()
        if self.mistakes:
            every = [*self._misread, *self._misread_blocks(), *self.mistakes]
            self.mistakes = [*{str(mistake): mistake for mistake in every}.values()]

    def _misread_blocks(self) -> Iterator[DirectiveError]:
        """Yield the blocks of all pages that aren't closed or are misspelt: others may lack them."""
        for path in sorted(self._folder.rglob("*.md")):
            name = f"{self._folder.parent.name}/{path.relative_to(self._folder.parent).as_posix()}"
            for piece in _pieces(name, path.read_text("utf-8-sig").expandtabs(4)):
                if isinstance(piece, Unreadable):
                    yield piece.error
                elif isinstance(piece, Fence) and _is_misspelt(piece.language):
                    expected = KnownNames(join_or(BLOCKS), BLOCKS)
                    yield unknown_name(piece.place, "block", piece.language, expected)

    def _read(self, name: str, text: str, *, is_first: bool) -> None:
        if is_first:
            try:
                self.front = front_matter(text, name)
            except DirectiveError as error:
                self._misread.append(error)
        self.pages[name] = _pieces(name, text)

    def _data(self) -> Data:
        """Return what the pages declare; nothing if no page declares anything and the folder is no book."""
        data: Data = {block.key: [] for block in BLOCKS.values()}
        first: dict[str, Place] = {}
        for fence in self._declaring_fences():
            try:
                block, own_id = declaring.declaration(fence), declaring.declared_id(fence)
                if (place := first.setdefault(own_id, fence.place)) != fence.place:
                    raise duplicate(fence.place, fence.language, own_id, place)
            except DirectiveError as error:
                self.mistakes.append(error)
                continue
            data[BLOCKS[fence.language].key].append(block)
            self._blocks.append((block, fence))
        if not self.is_book:
            return {**data, "numbers": []} if self._blocks or self.mistakes else {}
        return {**data, "numbers": sorted(self._numbers(), key=_in_order)}

    def _declaring_fences(self) -> Iterator[Fence]:
        for pieces in self.pages.values():
            for piece in pieces:
                if isinstance(piece, Fence) and piece.language in BLOCKS:
                    try:
                        declares = declaring.declares(piece)
                    except DirectiveError as error:
                        self.mistakes.append(error)
                    else:
                        if declares:
                            yield piece

    def _numbers(self) -> set[str]:
        """Return the numbers of the rules that the pages state."""
        numbers = set[str]()
        for pieces in self.pages.values():
            for piece in pieces:
                if isinstance(piece, Prose):
                    tokens = prose.tokens(piece.lines, piece.place)
                    numbers |= {token.text for token in tokens if token.kind == "mark"}
                elif isinstance(piece, Fence) and piece.language in BLOCKS:
                    numbers |= {*rule_marks("\n".join(piece.body))}
        return numbers

    def _check(self) -> None:
        """Make the game once, to find what can't be made."""
        place = Place(f"docs/{self.id}/index.md", 1)
        if not self.is_book:
            folders = (root / "rules_py" / "systems" / self.id for root in (BOOK, PACKAGE))
            if not any(folder.is_dir() for folder in folders):
                expected = "a line `book: yes`, which makes a game of the folder"
                self.mistakes += self._misread or [missing_field(place, "front matter", "book", expected)]
            return
        try:
            self.game()
        except BlockError as error:
            fence = next(fence for block, fence in self._blocks if block is error.block)
            at = yaml_body.read(fence).place(*error.path)
            self.mistakes.append(DirectiveError(at, error.message))
        except Exception:  # a list or the sheet rolls a mechanic that fails
            self.mistakes += [each for fence in self.mechanic_fences() for each in declaring.faults(fence)[0]]
            if not self.mistakes:
                raise

    def game(self) -> Game:
        """Return the game of a book without Python. Raises BlockError."""
        game = Game(
            *self._titles, order=self._order, motif=self.front.get("motif", "leaf"), blurb=self._blurb
        )
        mechanics = [declaring.mechanic(fence).calculator for fence in self.mechanic_fences()]
        return with_blocks(game, self.data, mechanics)

    def mechanic_fences(self) -> Iterator[Fence]:
        """Yield the blocks of mechanics that can be read."""
        return (fence for _, fence in self._blocks if BLOCKS[fence.language] is declaring.MECHANIC)

    @property
    def _titles(self) -> tuple[str, str, str]:
        title = str(self.front.get("title") or self.id.replace("_", " ").title())
        return self.id, title, str(self.front.get("description") or title)

    @property
    def _blurb(self) -> Blurb:
        """The text for the cover, from the front matter."""
        feel, people, length = (str(self.front.get(name, "")) for name in ("feel", "people", "length"))
        return Blurb(feel=feel, people=people, length=length)

    @property
    def _order(self) -> int:
        return int(self.front.get("order", 1))

    def write(self) -> None:
        folder = _GAMES / self.id
        modules = {f"{registry.PAGES}.py"}
        for fence in self.mechanic_fences():
            mechanic = declaring.mechanic(fence)
            name = f"{registry.mechanic_module(mechanic.declaration.id)}.py"
            modules.add(name)
            _write(folder / name, mechanic.python)
        for path in folder.glob("mechanic_*.py") if folder.is_dir() else ():
            if path.name not in modules:
                path.unlink()
        data = f'"""What the pages in docs/{self.id} declare."""\n\nDATA = {pformat(self.data, width=100)}\n'
        _write(folder / f"{registry.PAGES}.py", data)
        if not self.is_book:
            (folder / "__init__.py").unlink(missing_ok=True)
            return
        arguments = ", ".join(map(repr, self._titles))
        last_arguments = f"order={self._order}, motif={self.front.get('motif', 'leaf')!r}"
        lines = (
            f'"""The game of the pages in docs/{self.id}."""\n',
            "from rules_py.systems.game import Blurb, Game\n",
            f"GAME = Game({arguments}, {last_arguments}, blurb={self._blurb!r})\n",
        )
        _write(folder / "__init__.py", "\n".join(lines))


def _pieces(name: str, text: str) -> tuple[Piece, ...]:
    """Return the pieces of a page, without its front matter."""
    head = front_matter_of(text)
    lines = text[len(head) :].split("\n")
    return tuple(fences.split(lines, Place(name, head.count("\n") + 1)))


def _is_misspelt(language: str) -> bool:
    return language not in BLOCKS and bool(closest_matches(language, BLOCKS))


def _in_order(number: str) -> tuple[str, int]:
    """Return the sort key of a rule number."""
    prefix, _, rest = number.rpartition("-")
    return prefix, int(rest) if rest.isdecimal() else 0


def _write(path: Path, text: str) -> None:
    """Write a module atomically, unless it has this content."""
    if path.is_file() and path.read_text("utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    temporary.write_text(text, "utf-8")
    temporary.replace(path)
