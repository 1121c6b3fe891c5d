"""The order of an imported book's pages: by its index pages, else by numbers, else by names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, takewhile
from pathlib import PurePosixPath
from posixpath import commonpath
from urllib.parse import unquote

from hooks.importing.links import Library
from hooks.importing.pages import HOMES, Page, name_of, natural
from hooks.importing.text import in_fences
from rules_py.base.wording import name_key

_ENTRY = re.compile(
    r"[ >]*(?:[-*+]\s+|\d+[.)]\s+|#{1,6}\s+)?[*_]*!?"
    r"(?:\[\[(?P<wiki>[^\[\]|#]+)[^\[\]]*\]\]|\[[^\[\]]*\]\(<?(?P<to>[^()#<>]+)[^()]*\))"
)
"""A line that starts with a link, as in a table of contents."""
_NO_TEXT = re.compile(r"\s*(?:#{1,6}\s.*|[-*_]{3,}|<[^>]*>|)\s*$")
_FEWEST = 3
"""The fewest entries of an index."""


def in_order(pages: Sequence[Page], title: str) -> tuple[list[Page], Page | None]:
    """Return the pages in order, and the first page of the book, if there is one: an index, or a page with
    the title of the book.

    An index, whose lines are mostly links, is followed by the pages that it lists. Pages with an order in
    their front matter stay in that order.
    """
    order = _Order(pages)
    ordered = sorted(pages, key=_key)
    home = next((page for page in ordered if page.source.partition(".")[0].lower() in HOMES), None)
    home = home or order.index(ordered) or _page_titled(ordered, title)
    for page in [*([home] if home else []), *ordered]:
        order.place(page)
    return order.placed, home


class _Order:
    def __init__(self, pages: Sequence[Page]) -> None:
        self._library = Library(pages, ())
        self._links = {page: self._entries(page) for page in pages}
        self._placed: dict[Page, None] = {}

    @property
    def placed(self) -> list[Page]:
        return [*self._placed]

    def place(self, page: Page) -> None:
        """Add a page and those that it lists, in the order of its list."""
        waiting = [page]
        while waiting:
            first = waiting.pop(0)
            if first not in self._placed:
                self._placed[first] = None
                waiting = self._merge(waiting, self._links[first])

    def _merge(self, waiting: Sequence[Page], linked: Sequence[Page]) -> list[Page]:
        """Return the waiting pages, merged with those that the last placed index lists.

        Waiting pages keep their order, as an index of the whole book orders pages better than the indexes
        that it lists. Those at the start that this index lists too are siblings of its other pages, which
        follow them if the orders differ. Pages that an index among the siblings lists are placed by that.
        """
        siblings = [*takewhile({*linked}.__contains__, waiting)]
        others = waiting[len(siblings) :]
        placed_elsewhere = {
            *others,
            *self._placed,
            *chain.from_iterable(self._links[page] for page in siblings),
        }
        placed_elsewhere -= {*siblings}
        new = [page for page in linked if page not in placed_elsewhere]
        if [page for page in new if page in siblings] != siblings:
            new = [*siblings, *(page for page in new if page not in siblings)]
        return [*new, *others]

    def index(self, pages: Sequence[Page]) -> Page | None:
        """Return the page called index that lists others, in the common folder of all pages."""
        top = commonpath([PurePosixPath("/", page.source).parent.as_posix() for page in pages])
        return next(
            (
                page
                for page in pages
                if PurePosixPath("/", page.source).parent.as_posix() == top
                and name_of(page.source).endswith(("index", "contents"))
                and self._links[page]
            ),
            None,
        )

    def _entries(self, page: Page) -> list[Page]:
        """Return the pages that a page lists, if most of its lines are links to pages without an order."""
        code = in_fences(page.lines)
        lines = [line.text for at, line in enumerate(page.lines) if at not in code]
        entries = [match for match in map(_ENTRY.match, lines) if match]
        if len(entries) < _FEWEST or 2 * len(entries) < sum(not _NO_TEXT.match(line) for line in lines):
            return []
        targets = ((match["wiki"] or unquote(match["to"]).partition("?")[0]).strip() for match in entries)
        pages = (self._library.page(target, page.source, by_stem=True) for target in targets)
        return [*dict.fromkeys(each for each in pages if each is not None and _number(each) is None)]


def _page_titled(pages: Sequence[Page], title: str) -> Page | None:
    """Return the only page with this title, or None."""
    titled = [page for page in pages if name_key(page.title) == name_key(title)]
    return titled[0] if len(titled) == 1 else None


def _number(page: Page) -> float | None:
    order = next((page.front[k] for k in ("nav_order", "order", "weight") if k in page.front), None)
    return float(order) if isinstance(order, int | float) else None


def _key(page: Page) -> list[object]:
    """Return a key by the folders, then the numbers in front matter and names."""
    parts = PurePosixPath(page.source).parts
    number = _number(page)
    folders: list[object] = [(1, float("inf"), natural(part)) for part in parts[:-1]]
    return [*folders, (0, float("inf") if number is None else number, natural(parts[-1]))]
