"""The assembly of a book's pages for print."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, product
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from jinja2 import Template

from hooks.base import covers
from hooks.base.adapter import Page
from hooks.base.site_folders import PRINT
from hooks.directives.registry import reads_book
from hooks.pages.print_book.paper import on_paper, redirect_links
from rules_py.present.titles import title_letters
from rules_py.present.typography import typeset
from rules_py.systems.game import Game

_TOOLS = ("<dice-sheet", "<dice-tracker")
_STATED = 'class="rule-mark"'


class PrintError(RuntimeError):
    """The print edition can't be built; the message says why."""


@dataclass(frozen=True)
class Book:
    """A game and the rendered pages of its book in order, starting with its index page."""

    game: Game
    pages: Sequence[Page]


@dataclass(frozen=True)
class _Chapter:
    """A page of the book in print; `name` is its id and the name of its CSS page.

    Its pages are numbered by themselves, after its `mark`: the number of the chapter, with a letter for what
    follows without a number. Browsers can't tell on which page of the whole book a chapter starts.
    """

    name: str
    title: str
    about: str
    number: int | None
    mark: str
    html: str


def address(game: Game) -> str:
    """Return the address of the print edition from the root of the site."""
    return f"{PRINT}/{game.id}/"


def root_of(game: Game) -> str:
    """Return the relative path from the print edition back to the root of the site."""
    return "/".join([".."] * address(game).count("/"))


def write(
    book: Book, site: Path, numbers: Mapping[str, int], template: Template, context: dict[str, Any]
) -> None:
    """Write the print edition of a book below `site`. Raises PrintError.

    `numbers` are those of the chapters by path, `context` is that of every template.
    """
    place = site / address(book.game) / "index.html"
    if place.exists():
        raise PrintError(f"{address(book.game)}: expected no page, as the print edition is written here")
    first, *others = book.pages
    text_pages = [first, *filter(is_text, others)]
    homes = {page.file.url: _name(page) for page in text_pages}
    root = f"{root_of(book.game)}/"
    chapter_numbers = [numbers.get(page.file.src_uri) for page in text_pages]
    chapters = [
        _Chapter(
            _name(page),
            html.unescape(str(page.title)),
            typeset(html.unescape(str(page.meta.get("description", "")))),
            number,
            mark,
            on_paper(page.content or "", name=_name(page), at=page.file.url, homes=homes, root=root),
        )
        for page, number, mark in zip(
            text_pages, chapter_numbers, chapter_marks(chapter_numbers), strict=True
        )
    ]
    motif = covers.render_motif(book.game)
    own = {"book": book.game, "motif": motif, "letters": title_letters(book.game.title), "chapters": chapters}
    text = template.render(context | own)
    place.parent.mkdir(parents=True)
    place.write_text(redirect_links(text), "utf-8")


def chapter_marks(numbers: Sequence[int | None]) -> Iterator[str]:
    """Yield the mark of each chapter: 3, then 3a and 3b for the next two if they have no number."""
    last = 0
    letters: Iterator[str] = chain([""], _letters())
    for number in numbers:
        if number:
            last, letters = number, _letters()
        yield f"{last}{'' if number else next(letters)}"


def _letters() -> Iterator[str]:
    """Yield a to z, then aa, ab and so on, without end."""
    for length in count(1):
        yield from map("".join, product(ascii_lowercase, repeat=length))


def is_text(page: Page) -> bool:
    """Return whether the page has text to print: one that only has tools or repeats other pages, and states
    no rule, has none.
    """
    html = page.content or ""
    without_text = reads_book(page.markdown or "") or any(tool in html for tool in _TOOLS)
    return not without_text or _STATED in html


def _name(page: Page) -> str:
    return str(page.file.name)
