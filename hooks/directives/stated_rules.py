"""The rules and random tables that the pages of a book state, read before any page is built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from hooks.base import package_files
from hooks.base.errors import AuthorError, Place, located_errors
from hooks.directives import fences, prose
from hooks.directives.fences import Fence, Piece, Prose
from hooks.directives.pages import read_page
from hooks.directives.registry import DIRECTIVES
from hooks.directives.rule_index import RuleIndex, Stated
from rules_py.systems import registry


def read_books(docs_dir: Path, *, directory_urls: bool = True) -> RuleIndex:
    """Return the index of all books below `docs_dir`: a folder named like a game is its book."""
    index = RuleIndex()
    for game in registry.game_ids():
        for name in package_files.pages(docs_dir, game):
            page, lines = read_page(docs_dir, name, directory_urls=directory_urls)
            mistakes = index.add(page, _stated_in(tuple(lines), page.start))
            index.mistakes.setdefault(page.game, []).extend(mistakes)
    return index


@cache  # until a rule is saved: an author saves one page of many
def _stated_in(lines: tuple[str, ...], start: Place) -> tuple[Stated, ...]:
    return tuple(stated_on(fences.split(lines, start)))


def stated_on(pieces: Iterable[Piece]) -> Iterator[Stated]:
    """Yield what rule marks and directives on a page state: rule numbers and ids of random tables."""
    for piece in pieces:
        if isinstance(piece, Prose):
            for token in prose.tokens(piece.lines, piece.place):
                if token.kind == "mark":
                    yield token.text, token.place
        elif isinstance(piece, Fence) and (directive := DIRECTIVES.get(piece.language)) and directive.states:
            try:
                with located_errors(piece.place):
                    numbers = directive.states(piece)
            except AuthorError as error:
                yield error
            else:
                yield from ((number, piece.place) for number in numbers)
