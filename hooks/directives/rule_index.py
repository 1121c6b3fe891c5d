"""Which page of a book states which rule and shows which random table: read from the books themselves
before any page is built."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from hooks.directives import drawings, fences, prose, random_tables, references
from hooks.directives.errors import AuthorError, DirectiveError, Place, mistake, told_at
from hooks.directives.fences import Piece
from hooks.directives.pages import Page, read_page
from hooks.mkdocs import package_files
from rules_py.base.suggest import KnownNames
from rules_py.systems import registry

type Stated = tuple[str, Place] | AuthorError
"""What a fence or a mark states, with its place; or why one can't tell."""


@dataclass
class RuleIndex:
    """game -> rule number, or id of a random table -> the place that states or shows it; in `pages` the
    page's address instead. `mistakes` are what the books state that they can't, by the game.
    """

    places: dict[str, dict[str, Place]] = field(default_factory=dict)
    pages: dict[str, dict[str, str]] = field(default_factory=dict)
    mistakes: dict[str, list[AuthorError]] = field(default_factory=dict)

    def place(self, game: str, number: str) -> Place | None:
        """Where the game's book states the rule."""
        return self.places.get(game, {}).get(number)

    def take_in(self, page: Page, pieces: Iterable[Piece]) -> list[AuthorError]:
        """Take in the rules that a page of a book states, and the tables that it shows; doing so again makes
        no difference. Gives what is wrong with them: a rule that the game does not have, or what stands
        elsewhere already.
        """
        return [*self._take_in(page, stated_on(pieces))]

    def read(self, page: Page, lines: Sequence[str]) -> None:
        """Take in the rules that these lines of a book's page state."""
        stated = _stated_in(tuple(lines), page.start)
        self.mistakes.setdefault(page.game, []).extend(self._take_in(page, stated))

    def _take_in(self, page: Page, stated: Iterable[Stated]) -> Iterator[AuthorError]:
        before: set[Stated] = set()
        for each in stated:
            if isinstance(each, AuthorError):
                yield each
                continue
            number, place = each
            try:
                self._add(page, number, place, again=each in before)
            except DirectiveError as error:
                yield error
            before.add(each)

    def _add(self, page: Page, number: str, place: Place, *, again: bool) -> None:
        """Take in one rule; `again` where its very line has stated it before. Raises DirectiveError."""
        is_table = "." in number
        if not is_table:
            known(page.game, number, place, "rule mark")
        already = self.places.setdefault(page.game, {}).setdefault(number, place)
        if already != place or again:
            allowed = f"each {'table' if is_table else 'number'} once; it stands in {already} already"
            what = "table shown twice" if is_table else "rule stated twice"
            raise mistake(place, what, number, allowed)
        self.pages.setdefault(page.game, {})[number] = page.address


def known(game: str, number: str, place: Place, what: str) -> None:
    """Stop where the game has no rule of this number."""
    numbers = registry.game(game).numbers
    if number not in numbers:
        raise mistake(place, what, number, KnownNames(f"the number of a rule of {game}", numbers))


def read_books(docs_dir: Path, *, directory_urls: bool = True) -> RuleIndex:
    """The index of all books below `docs_dir`: a folder named like a game is its book."""
    index = RuleIndex()
    for game in registry.game_ids():
        for name in package_files.pages(docs_dir, game):
            page, lines = read_page(docs_dir, name, directory_urls=directory_urls)
            index.read(page, lines)
    return index


@cache
def _stated_in(lines: tuple[str, ...], start: Place) -> tuple[Stated, ...]:
    """What `stated_on` finds, kept while the rules stay: an author saves one page of many."""
    return tuple(stated_on(fences.split(lines, start)))


def stated_on(pieces: Iterable[Piece]) -> Iterator[Stated]:
    """The numbers that a page states by rule marks, reference lists, ladders and random tables, and the ids
    of those tables, with their places.
    """
    for piece in pieces:
        match piece:
            case fences.Prose():
                for token in prose.tokens(piece.lines, piece.place):
                    if token.kind == "mark":
                        yield token.text, token.place
            case fences.Fence(language=language) if language in _STATING:
                try:
                    with told_at(piece.place):
                        stated = _STATING[language](piece)
                except AuthorError as error:
                    yield error
                else:
                    yield from ((what, piece.place) for what in stated)


_STATING: Mapping[str, Callable[[fences.Fence], Iterable[str]]] = {
    "reference": references.stated_by,
    "table": random_tables.stated_by,
    "ladder": drawings.stated_by,
}
"""What the fences state that state anything, by their language."""
