"""The table of contents, from folders and front matter instead of a `nav`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath
from typing import Any

from markupsafe import escape

from hooks.base.adapter import Navigation, Page, Section, StructureItem, nest_paths
from hooks.directives import anchors, glossary
from hooks.directives.pages import PARTS, TOOLS

type Heads = Mapping[str, Mapping[str, Any]]
"""The front matter of every page by its path below the docs folder."""

SHEET, TRACKER, HOUSE_RULES = "sheet", "tracker", "house-rules"
_KINDS = {
    SHEET: re.compile(r"^```sheet$", re.MULTILINE),
    TRACKER: re.compile(r"^```tracker$", re.MULTILINE),
    "screen": re.compile(r"^#.*\{[^}]*\.table-screen\b", re.MULTILINE),
    HOUSE_RULES: re.compile(r"^```house-rules$", re.MULTILINE),
}
"""The kinds of pages used during play, in the order of the contents, by what their text contains."""


@dataclass(frozen=True)
class Part:
    """A part of the contents with its pages; the title is "" if it is the only one."""

    title: str
    pages: tuple[Page, ...]
    is_open: bool


@dataclass(frozen=True)
class Contents:
    """The contents of a book or another folder, as one of its pages shows them.

    cover        the first page
    tools        the pages used during play: sheets, trackers, table screens, others
    parts        all other pages
    sheet        the page with the character sheet
    tracker      the page with the encounter tracker
    house_rules  the page with the table's house rules
    """

    cover: Page | None
    tools: tuple[Page, ...]
    parts: tuple[Part, ...]
    sheet: Page | None
    tracker: Page | None
    house_rules: Page | None


@cache  # of pages that stay the same from build to build of the preview
def tool_kind(text: str) -> str:
    """Return the kind of a page used during play, or "" if the page with this text is read."""
    return next((kind for kind, mark in _KINDS.items() if mark.search(text)), "")


def contents_of(
    page: Page,
    pages: Sequence[Page],
    heads: Heads,
    kinds: Mapping[str, str],
    numbers: Mapping[str, int],
    *,
    is_book: bool,
) -> Contents:
    """Return the contents that `page` shows of its folder, whose `pages` are in order.

    By path, `kinds` are those of `tool_kind` and `numbers` those of chapters. The parts have titles if there
    are several.
    """
    cover = next((each for each in pages if each.is_index), None)
    pages_by_part: dict[str, list[Page]] = {name: [] for name in PARTS}
    for each in pages:
        path = each.file.src_uri
        is_chapter = path in numbers and not path.endswith(f"/{glossary.PAGE}")
        default = TOOLS if is_book and kinds[path] else "learn" if is_chapter else "reference"
        if each is not cover:
            pages_by_part[heads[path].get("part", default)].append(each)
    order = [*_KINDS, ""]
    tools = sorted(pages_by_part.pop(TOOLS), key=lambda each: order.index(kinds[each.file.src_uri]))
    filled = {name: pages for name, pages in pages_by_part.items() if pages}
    current = next((name for name, pages in filled.items() if page in pages), next(iter(filled), ""))
    parts = tuple(
        Part(PARTS[name] if len(filled) > 1 else "", tuple(pages), is_open=name == current)
        for name, pages in filled.items()
    )
    first = {kinds[each.file.src_uri]: each for each in reversed(tools)}
    links = (first.get(kind) for kind in (SHEET, TRACKER, HOUSE_RULES))
    return Contents(cover, tuple(tools), parts, *links)


def sort_key(path: str, heads: Heads) -> tuple[tuple[float, str], ...]:
    """Return a key that sorts pages by `order`, and folders by that of their index page, which comes first.

    Without an `order` a page or folder follows those that have one, by name.
    """
    place = PurePosixPath(path)
    folders = [*place.parents][-2::-1]
    levels = [(_order(folder / "index.md", heads), folder.name) for folder in folders]
    own = float("-inf") if place.name == "index.md" else _order(place, heads)
    return (*levels, (own, place.name))


def paths_in_order(heads: Heads) -> Any:
    """Return the paths of all pages as MkDocs' `nav`. Without one it would order them by name."""
    return nest_paths(  # type: ignore[no-untyped-call]  # MkDocs' own
        sorted(heads, key=lambda path: sort_key(path, heads))
    )


def name_folders(navigation: Navigation, heads: Heads) -> None:
    """Give each folder the title of its index page."""
    for section in _sections(navigation.items):
        for page in section.children:
            if isinstance(page, Page) and page.file.name == "index":
                section.title = folder_title(page.file.src_uri, heads) or section.title


def escape_titles(navigation: Navigation) -> None:
    """Escape the titles of pages and folders, and the descriptions."""
    for page in navigation.pages:
        for name in {"title", "description"} & page.meta.keys():
            page.meta[name] = escape(page.meta[name])
    for item in (*navigation.pages, *_sections(navigation.items)):
        item.title = escape(item.title)


def _sections(items: Iterable[StructureItem]) -> Iterator[Section]:
    for item in items:
        if isinstance(item, Section):
            yield item
            yield from _sections(item.children)


def parts_of(heads: Heads, kinds: Mapping[str, str]) -> list[tuple[str, object, str]]:
    """Return the path, part and kind of each page, which the contents depend on."""
    return [(path, head.get("part"), kinds[path]) for path, head in heads.items()]


def with_heading(html: str, page: Page) -> str:
    """Return the content of a page with a heading, which search, print and screen readers need, too."""
    if "<h1" in html:
        return html
    return f'<h1 id="{anchors.anchor(str(page.title))}">{escape(page.title)}</h1>\n{html}'


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


def sheet_pages(pages: Iterable[Page]) -> dict[str, Page]:
    """Return the page with the character sheet of each book, by its folder; under "" the one that lists saved
    characters.
    """
    sheets: dict[str, Page] = {}
    for page in pages:
        content = page.content or ""
        if "<dice-sheet" in content:
            sheets.setdefault(page.file.src_uri.partition("/")[0], page)
        if "<dice-backup" in content:
            sheets.setdefault("", page)
    return sheets


def _order(page: PurePosixPath, heads: Heads) -> float:
    order = heads.get(str(page), {}).get("order")
    return order if isinstance(order, int | float) else float("inf")  # also while the author is typing it
