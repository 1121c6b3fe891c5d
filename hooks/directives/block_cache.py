"""What the fences of a page came to when it was last built: whoever writes changes a few of many.

A fence comes out as before where it reads as before, stands among the same forms and the same examples on the
same page, and where the rules and what the books say of them are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hooks.directives.table_cache import KeptTables

type KeptFences = dict[str, dict[object, Shown]]
"""By the path of the page, and by all that a fence is made from."""


@dataclass(frozen=True)
class Shown:
    """A fence as HTML, and the tables that it has the site serve."""

    html: str
    tables: Sequence[Mapping[str, Any]]


class FencesOfPage:
    """The fences of one page as it is built. `made_from` is what all of them hang on, `kept` None where
    nothing is to be kept.
    """

    def __init__(self, path: str, made_from: object, kept: KeptFences | None, tables: KeptTables) -> None:
        self._path, self._made_from, self._kept, self._tables = path, made_from, kept, tables
        self._before = {} if kept is None else kept.get(path, {})
        self._now: dict[object, Shown] = {}

    def html(self, own: object, make: Callable[[], str]) -> str:
        """The HTML of a fence. `own` is what it alone is made from, `make` carries it out."""
        key = self._made_from, own
        if found := self._before.get(key):
            self._tables.added += found.tables
        else:
            before = len(self._tables.added)
            found = Shown(make(), self._tables.added[before:])
        self._now[key] = found
        return found.html

    def done(self) -> None:
        """Keep what the page has now, and nothing else of it."""
        if self._kept is not None:
            self._kept[self._path] = self._now
