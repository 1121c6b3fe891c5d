"""Contract tests of books: their checks, as in hooks/directives/book_checks.py, and their examples."""

from __future__ import annotations

from functools import cache

import pytest

from hooks.contracts.faults import assert_no_faults
from hooks.directives import book_checks, fences
from hooks.directives.examples import Session
from hooks.directives.fences import Fence
from hooks.directives.pages import Page, read_page
from hooks.directives.stated_rules import read_books
from hooks.mkdocs import package_files
from rules_py.base.paths import BOOK
from rules_py.systems import registry
from rules_py.systems.game import Game

DOCS = BOOK / "docs"
PAGES = package_files.pages(DOCS)
GAMES = registry.games()

by_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
by_page = pytest.mark.parametrize("name", PAGES)


@cache
def read(name: str) -> tuple[Page, list[str]]:
    return read_page(DOCS, name)


@cache
def examples_of(name: str) -> tuple[Fence, ...]:
    page, lines = read(name)
    found = (piece for piece in fences.split(lines, page.start) if isinstance(piece, Fence))
    return tuple(each for each in found if each.language == "pycon")


@by_game
def test_book_passes_its_checks(game: Game) -> None:
    """The pages of a game state each of its rules once, and show each calculator, sheet and list.

    Fix: the page or the declaration that the message names.
    """
    pages = [(page, tuple(lines)) for page, lines in map(read, PAGES) if page.name.startswith(f"{game.id}/")]
    assert_no_faults(book_checks.check_book(game, pages, read_books(DOCS), "docs"))


@by_page
def test_page_passes_its_checks(name: str) -> None:
    """A page has a title, a description, and no percentage typed by hand, which might be wrong.

    Fix: the line that the message names.
    """
    page, lines = read(name)
    assert_no_faults(book_checks.check_page(page, tuple(lines)))


EXAMPLES = [
    pytest.param(page, place, id=f"{page}:{fence.place.line}")
    for page in PAGES
    for place, fence in enumerate(examples_of(page))
]


_sessions: dict[str, tuple[Session, int]] = {}
"""The session of each page whose examples passed so far, and their number."""


@pytest.mark.parametrize(("page", "place"), EXAMPLES)
def test_example_prints_the_output_below_it(page: str, place: int) -> None:
    """An example gives the output that is written below it, after the examples above it on the page.

    Fix: the output below the example if the rule is right, otherwise the rule.
    """
    session, done = _sessions.pop(page, (None, 0))
    if session is None or done > place:
        session, done = Session(), 0
    for fence in examples_of(page)[done : place + 1]:
        session.run("\n".join(fence.body), fence.body_place)
    _sessions[page] = session, place + 1
