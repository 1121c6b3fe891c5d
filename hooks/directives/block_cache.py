"""The content of fences, cached between the builds of `serve`, as an author changes only a few at a time.

A fence is reused if its text, the forms and examples on its page, the rules, and the books' statements of
them are unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hooks.directives.table_cache import TableCache

type BlockCache = dict[str, dict[object, Block]]
"""Fences by the path of their page and by everything that their content is made from."""


@dataclass(frozen=True)
class Block:
    """The content of a fence, and the tables that it adds to those that the site serves."""

    content: Any
    tables: Sequence[Mapping[str, Any]]


class PageBlocks:
    """The fences of one page during its build.

    `made_from` is what all of them depend on; without a `cache` nothing is reused.
    """

    def __init__(self, path: str, made_from: object, cache: BlockCache | None, tables: TableCache) -> None:
        self._path, self._made_from, self._cache, self._tables = path, made_from, cache, tables
        self._former = {} if cache is None else cache.get(path, {})
        self._current: dict[object, Block] = {}

    def get[Content](self, made_from: object, make: Callable[[], Content]) -> Content:
        """Return the content of a fence, cached or new; `made_from` is what only this fence depends on."""
        key = self._made_from, made_from
        if block := self._former.get(key):
            self._tables.added += block.tables
        else:
            before = len(self._tables.added)
            block = Block(make(), self._tables.added[before:])
        self._current[key] = block
        content: Content = block.content
        return content

    def store(self) -> None:
        """Replace the cached fences of the page by the current ones."""
        if self._cache is not None:
            self._cache[self._path] = self._current
