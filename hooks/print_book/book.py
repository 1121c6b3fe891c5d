"""Puts a book's pages together in the order in which they are read."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Template

from hooks.directives.book_summary import asked_for
from hooks.mkdocs.adapter import Page
from hooks.pages import covers
from hooks.pages.site_folders import PRINT
from hooks.print_book.paper import mended, on_paper
from rules_py.present.typography import typeset
from rules_py.systems.game import Game

_TOOLS = ("<dice-sheet", "<dice-tracker")
_STATED = 'class="rule-mark"'


class PrintError(RuntimeError):
    """A book can't be put together; says why."""


@dataclass(frozen=True)
class Book:
    """A game and the pages of its book, rendered, in order, the first one being the book's own."""

    game: Game
    pages: Sequence[Page]


@dataclass(frozen=True)
class _Chapter:
    """A page of the book on paper; `name` is its id and the name of its sheets of paper."""

    name: str
    title: str
    about: str
    number: int | None
    html: str


def address(game: Game) -> str:
    """Where the book's page for paper stands, from the root of the site."""
    return f"{PRINT}/{game.id}/"


def write(
    book: Book, site: Path, numbers: Mapping[str, int], template: Template, context: dict[str, Any]
) -> None:
    """Write the book's page for paper below `site`. `numbers` are those of the chapters by their paths,
    `context` is what every template gets. Raises PrintError.
    """
    place = site / address(book.game) / "index.html"
    if place.exists():
        raise PrintError(
            f"{address(book.game)}: the whole book is printed from here, so no page may stand here"
        )
    first, *others = book.pages
    read = [first, *filter(_is_read, others)]
    homes = {page.file.url: _name(page) for page in read}
    root = "../" * address(book.game).count("/")
    chapters = [
        _Chapter(
            _name(page),
            html.unescape(str(page.title)),
            typeset(html.unescape(str(page.meta.get("description", "")))),
            numbers.get(page.file.src_uri),
            on_paper(page.content or "", name=_name(page), at=page.file.url, homes=homes, root=root),
        )
        for page in read
    ]
    motif = covers.drawing(book.game)
    text = template.render(context | {"book": book.game, "motif": motif, "chapters": chapters})
    place.parent.mkdir(parents=True)
    place.write_text(mended(text), "utf-8")


def _is_read(page: Page) -> bool:
    """Whether there is something to read on the page: not where it is built around what is operated, or
    gathers what other pages say, and states no rule itself.
    """
    html = page.content or ""
    apart = asked_for(page.markdown or "") or any(tool in html for tool in _TOOLS)
    return not apart or _STATED in html


def _name(page: Page) -> str:
    return str(page.file.name)
