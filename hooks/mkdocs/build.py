"""The state of one build: what each event of MkDocs leaves for the later ones."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from jinja2 import Environment
from markupsafe import escape

from hooks.base.adapter import Files, MkDocsConfig, Navigation, Page, get_context, meta
from hooks.directives import Library, from_pages
from hooks.directives.redirect_from import Redirect
from hooks.licences import Licence
from hooks.mkdocs import contents
from hooks.pages import page_head, policy, redirects, site_facts
from hooks.preview import server as preview
from hooks.search_index import Read
from rules_py.systems.game import Game


@dataclass
class Build:
    """One build of the site.

    lacks       what is wrong with the books, to be shown by the preview
    heads       the front matter of every page by path, as is all that follows
    kinds       whether a page is a tool, and which
    chapters    the numbers of the chapters
    read_pages  the entries of the search index
    targets     the pages that redirects may lead to
    licences    of the books that name one, by the ID of the game
    social      the facts for the heads of pages, None if the address of the site is unknown
    """

    config: MkDocsConfig
    library: Library
    lacks: list[str]
    heads: contents.Heads = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    chapters: dict[str, int] = field(default_factory=dict)
    read_pages: dict[str, Read] = field(default_factory=dict)
    targets: dict[str, redirects.Target] = field(default_factory=dict)
    licences: dict[str, Licence] = field(default_factory=dict)
    moved: list[Redirect] = field(default_factory=list)
    social: page_head.Site | None = None
    navigation: Navigation = field(init=False)
    templates: Environment = field(init=False)

    def read_heads(self, files: Files) -> None:
        """Read the front matter of the pages, and what follows from it."""
        read = {file.src_uri: meta.get_data(file.content_string) for file in files.documentation_pages()}
        self.heads = {path: head for path, (_, head) in read.items()}
        self.kinds = {path: contents.tool_kind(text) for path, (text, _) in read.items()}
        self.chapters = contents.chapters(self.heads)

    def read_targets(self) -> None:
        """Read the pages that redirects lead to."""
        absolute = "SITE_URL" in os.environ
        pages = self.navigation.pages
        self.targets = {page.file.src_uri: redirects.target_of(page, absolute=absolute) for page in pages}

    def covers(self) -> list[Page]:
        """Return the first pages of the books and other folders."""
        return [page for page in self.navigation.pages if page.is_index and page.file.src_uri.count("/") == 1]

    def book_of(self, page: Page) -> Game | None:
        """Return the game whose book the page is part of."""
        books = from_pages.books()
        return next((game for game in books if page.file.src_uri.startswith(f"{game.id}/")), None)

    def pages_of(self, game: Game) -> list[Page]:
        """Return the pages of the game's book, the cover first."""
        return [page for page in self.navigation.pages if page.file.src_uri.startswith(f"{game.id}/")]

    def facts(self, page: Page) -> page_head.PageFacts:
        """Return the facts for the head of a page."""
        path = page.file.src_uri
        return site_facts.describe_page(
            self.read_pages[path], self.read_pages, self.book_of(page), page.is_index, self.chapters.get(path)
        )

    @property
    def has_frames(self) -> bool:
        """True if other sites may show calculators in frames. The preview has no pages for them."""
        return self.config.extra["frames"] != policy.NONE and not preview.active

    def colour(self, book: Game | None) -> None:
        """Set the motif of the book on the next page, from which `palette.css` derives its colours."""
        palette = self.config.theme["palette"]
        self.config.theme["palette"] = palette | {"primary": book.motif if book else "custom"}

    def context(self, base_url: str) -> dict[str, object]:
        """Return the context of a template for a page that MkDocs doesn't know."""
        return {**get_context(self.navigation, [], self.config, base_url=base_url)}

    def escape_texts(self) -> None:
        """Escape plain text from YAML, as neither MkDocs' templates nor the theme's do.

        The result is Markup, which templates don't escape again.
        """
        for name in ("site_name", "site_description", "site_author"):
            if self.config[name] is not None:
                self.config[name] = escape(self.config[name])
        contents.escape_titles(self.navigation)
