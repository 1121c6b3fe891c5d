"""The table of contents without a `nav` to edit: folders are books, front matter gives order and title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from hooks.mkdocs.adapter import Page

type Heads = Mapping[str, Mapping[str, Any]]
"""Front matter of every page, by the page's path below the docs folder."""


def sort_key(path: str, heads: Heads) -> tuple[tuple[float, str], ...]:
    """Sorts pages by their `order`, a folder by that of its index page, which comes first in it.

    Without an `order` a page or folder follows those that have one, by name.
    """
    place = PurePosixPath(path)
    folders = [*place.parents][-2::-1]
    levels = [(_order(folder / "index.md", heads), folder.name) for folder in folders]
    own = float("-inf") if place.name == "index.md" else _order(place, heads)
    return (*levels, (own, place.name))


def folder_title(index: str, heads: Heads) -> str | None:
    """What a folder is called whose index page is `index`: the page's `title`, or None."""
    return heads.get(index, {}).get("title")


def stay_in_book(page: Page) -> None:
    """Let the ways back and onward from a page end where its book does."""
    if page.previous_page and page.previous_page.parent is not page.parent:
        page.previous_page = None
    if page.next_page and page.next_page.parent is not page.parent:
        page.next_page = None


def chapters(heads: Heads) -> dict[str, int]:
    """Which chapter of its book a page is, counted from 1, by its path. What is no chapter isn't there: a
    book's first page, and a page to look things up in or to play with, whose front matter says `opened` or
    `chapter: false`.
    """
    found: dict[str, int] = {}
    last: Counter[PurePosixPath] = Counter()
    for path in sorted(heads, key=lambda each: sort_key(each, heads)):
        place, head = PurePosixPath(path), heads[path]
        if place.name != "index.md" and not head.get("opened") and head.get("chapter", True):
            last[place.parent] += 1
            found[path] = last[place.parent]
    return found


def _order(page: PurePosixPath, heads: Heads) -> float:
    order = heads.get(str(page), {}).get("order")
    return order if isinstance(order, int | float) else float("inf")  # a page that is being written
