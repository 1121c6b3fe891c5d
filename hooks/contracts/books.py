"""Contract tests of books: their checks, as in hooks/directives/book_checks.py, and their examples."""

from __future__ import annotations

from functools import cache

import pytest

from hooks.base import package_files
from hooks.contracts.coverage.checks import run_fence
from hooks.contracts.faults import assert_no_faults
from hooks.directives import book_checks, fences
from hooks.directives.directive import Context
from hooks.directives.fences import Fence
from hooks.directives.library import Library
from hooks.directives.pages import Page, read_page
from hooks.directives.registry import runs_code
from hooks.directives.stated_rules import read_books
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
    blocks = (piece for piece in fences.split(lines, page.start) if isinstance(piece, Fence))
    return tuple(each for each in blocks if runs_code(each))


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


_contexts: dict[str, tuple[Context, int]] = {}
"""The names of each page whose examples passed so far, and their number."""


@cache
def _library() -> Library:
    return Library(DOCS)


@pytest.mark.parametrize(("page", "place"), EXAMPLES)
def test_example_or_claim_is_true(page: str, place: int) -> None:
    """An example gives the output that is written below it, after the examples above it on the page. A claim
    holds over its whole range.

    Fix: the output or the claim if the rule is right, otherwise the rule.
    """
    context, count = _contexts.pop(page, (None, 0))
    if context is None or count > place:
        context, count = _library().context(read(page)[0], (), {}), 0
    for fence in examples_of(page)[count : place + 1]:
        run_fence(fence, context)
    _contexts[page] = context, place + 1
