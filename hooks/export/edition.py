"""The declaration of a format of `hooks.export`, and the book that it gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hooks.base.adapter import Page
from hooks.base.site_folders import DOWNLOADS
from hooks.directives import Library
from hooks.search_index.index import Read
from rules_py.systems.game import Game


class ExportError(RuntimeError):
    """A file can't be written; the message says why."""


@dataclass(frozen=True)
class Edition:
    """A book in the finished site.

    pages       its pages in order, the cover first: `content` is the HTML, `meta` the front matter
    site        the folder of the site, with the print edition of the book
    read_pages  the entries of the search index for each page, by the path of its Markdown file
    numbers     the numbers of the chapters, likewise
    licence     `what` it covers and its `terms`; for a well-known licence also its `address`, the
                `copyright`, and the `notice` for every copy, with a paragraph on each line
    site_url    the address of the site, if it is known
    paper       the setting `extra.paper`: the size of the PDF's pages, A4 or Letter
    ruling      the setting `extra.ruling`: the label of rulings
    """

    game: Game
    pages: Sequence[Page]
    site: Path
    library: Library
    read_pages: Mapping[str, Read]
    numbers: Mapping[str, int]
    licence: Mapping[str, str]
    site_url: str | None = None
    paper: str = "A4"
    ruling: str = "Our ruling"


def _nothing() -> None:
    return None


@dataclass(frozen=True)
class Format:
    """A format in which books are offered.

    label   its name in the links of a cover, such as "PDF"
    about   what it is for, such as "for paper and readers"
    suffix  the end of the file's name, such as ".pdf"
    write   writes the file; raises ExportError
    lacks   returns what is missing on this machine, with a way to get it, or None
    waits   whether `write` mostly waits for another program, so that several run at a time, in threads
    """

    label: str
    about: str
    suffix: str
    write: Callable[[Edition, Path], None]
    lacks: Callable[[], str | None] = field(default=_nothing)
    waits: bool = False

    def address(self, game: Game) -> str:
        """Return the address of a book's file from the root of the site."""
        return f"{DOWNLOADS}/{game.id}{self.suffix}"
