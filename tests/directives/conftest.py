"""Books in a temporary folder, rendered as on the site but without MkDocs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import markdown
import pytest
from mkdocs.exceptions import Abort

from hooks.directives import DirectivesExtension, Library
from hooks.directives.pages import read_page
from hooks.mkdocs import site
from hooks.preview import reload
from rules_py import systems
from rules_py.authoring import error_summary
from tests.directives.guide_game import guide_files

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


@pytest.fixture
def lantern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The guide's game, alone in a repository that is the working directory."""
    for name, text in guide_files().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(error_summary, "BOOK", tmp_path)
    monkeypatch.setattr(systems, "__path__", [str(tmp_path / "rules_py/systems")])
    reload.forget_modules({"lantern"})
    yield tmp_path
    reload.forget_modules({"lantern"})


@pytest.fixture
def build_error(lantern: Path) -> Callable[[], str]:
    """Return a function that builds the guide's game without templates, and returns the error or ""."""

    def build() -> str:
        docs = lantern / "docs"
        try:
            try:
                site.on_pre_build(SimpleNamespace(docs_dir=str(docs), use_directory_urls=True))
                for path in sorted(docs.rglob("*.md")):
                    name = path.relative_to(docs).as_posix()
                    extension = DirectivesExtension(**site.build.library.settings(name))
                    text = "\n".join(read_page(docs, name)[1])
                    markdown.markdown(text, extensions=[*EXTENSIONS, extension])
            except Exception as error:  # as MkDocs reports any error
                site.on_build_error(error)
                raise
        except Abort as error:
            return str(error)
        return ""

    return build
