"""Tiny books: pages in a temporary folder, rendered as on the site but without MkDocs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import markdown
import pytest

from hooks.directives import DirectivesExtension, Library
from hooks.directives.pages import read_page

EXTENSIONS = (
    "admonition",
    "attr_list",
    "def_list",
    "tables",
    "toc",
    "pymdownx.caret",
    "pymdownx.details",
    "pymdownx.keys",
    "pymdownx.mark",
    "pymdownx.superfences",
    "pymdownx.tabbed",
    "pymdownx.tasklist",
    "pymdownx.tilde",
)


class TinyBook:
    """A folder of pages such as `core_rules/dice.md`; `render` returns one as HTML."""

    def __init__(self, folder: Path) -> None:
        self.docs, self.cache = folder / "docs", folder / "cache"
        self.docs.mkdir()
        self.library: Library | None = None

    def write(self, name: str, text: str) -> None:
        path = self.docs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def open(self) -> Library:
        self.library = Library(self.docs, cache=self.cache)
        return self.library

    def render(self, name: str) -> str:
        settings = (self.library or self.open()).settings(name)
        _, lines = read_page(self.docs, name)
        return markdown.markdown(
            "\n".join(lines),
            extensions=[*EXTENSIONS, DirectivesExtension(**settings)],
            extension_configs={"pymdownx.tabbed": {"alternate_style": True}},
        )


@pytest.fixture
def book(tmp_path: Path) -> Iterator[TinyBook]:
    yield TinyBook(tmp_path)


@pytest.fixture
def page(book: TinyBook) -> Callable[[str], str]:
    """Return a function that renders text as a page of Core Rules."""

    def render(text: str) -> str:
        book.write("core_rules/page.md", text)
        return book.render("core_rules/page.md")

    return render
