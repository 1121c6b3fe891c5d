"""The table of contents, from folders and front matter instead of a `nav`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any

from hooks.mkdocs.adapter import Page

_TOOL = re.compile(r"</h1>\s*<dice-(?:sheet|tracker)\b")

type Heads = Mapping[str, Mapping[str, Any]]
"""The front matter of every page by its path below the docs folder."""


def sort_key(path: str, heads: Heads) -> tuple[tuple[float, str], ...]:
    """Return a key that sorts pages by `order`, and folders by that of their index page, which comes first.

    Without an `order` a page or folder follows those that have one, by name.
    """
    place = PurePosixPath(path)
    folders = [*place.parents][-2::-1]
    levels = [(_order(folder / "index.md", heads), folder.name) for folder in folders]
    own = float("-inf") if place.name == "index.md" else _order(place, heads)
    return (*levels, (own, place.name))


def folder_title(index: str, heads: Heads) -> str | None:
    """Return the title of the folder with this index page, or None."""
    return heads.get(index, {}).get("title")


def stay_in_book(page: Page) -> None:
    """Remove links to the previous and next page that lead out of the book."""
    if page.previous_page and page.previous_page.parent is not page.parent:
        page.previous_page = None
    if page.next_page and page.next_page.parent is not page.parent:
        page.next_page = None


def chapters(heads: Heads) -> dict[str, int]:
    """Return the number of each chapter in its book, from 1, by its path.

    The first page of a book isn't a chapter, nor is a page with `opened` or `chapter: false`.
    """
    numbers: dict[str, int] = {}
    last: Counter[PurePosixPath] = Counter()
    for path in sorted(heads, key=lambda page: sort_key(page, heads)):
        place, head = PurePosixPath(path), heads[path]
        if place.name != "index.md" and not head.get("opened") and head.get("chapter", True):
            last[place.parent] += 1
            numbers[path] = last[place.parent]
    return numbers


def is_tool(html: str) -> bool:
    """Return whether a page opens with a sheet or a tracker, directly below its title."""
    return bool(_TOOL.search(html))


def sheet_pages(pages: Iterable[Page]) -> dict[str, Page]:
    """Return the page with the character sheet of each book, by its folder; under "" the one that lists saved
    characters.
    """
    found: dict[str, Page] = {}
    for page in pages:
        content = page.content or ""
        if "<dice-sheet" in content:
            found.setdefault(page.file.src_uri.partition("/")[0], page)
        if "<dice-backup" in content:
            found.setdefault("", page)
    return found


def _order(page: PurePosixPath, heads: Heads) -> float:
    order = heads.get(str(page), {}).get("order")
    return order if isinstance(order, int | float) else float("inf")  # also while the author is typing it
