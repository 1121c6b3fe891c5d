"""What the pages of one build share: the rules and terms of all books, and the tables the pages have made."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hooks.directives import book_checks, book_summary, glossary, rule_index
from hooks.directives.block_cache import FencesOfPage, KeptFences
from hooks.directives.errors import AuthorError
from hooks.directives.expand import mistakes_of
from hooks.directives.fences import Piece
from hooks.directives.files import write_json
from hooks.directives.pages import Page, made_page, read_page
from hooks.directives.rule_index import RuleIndex
from hooks.directives.table_cache import KeptTables
from hooks.mkdocs import package_files
from hooks.preview.persistent_cache import of_text
from rules_py.systems import registry


class Library:
    """Made once for each build; empty without `docs_dir`.

    `cache` is a folder that keeps numbers between builds, `fences` keeps what fences came to between those
    of one program. Where it `shows_mistakes`, a page is shown as far as it can be, with what is wrong in its
    place, and `mistakes` gathers that from all pages.
    """

    def __init__(
        self,
        docs_dir: Path | None = None,
        *,
        cache: Path | None = None,
        fences: KeptFences | None = None,
        directory_urls: bool = True,
        shows_mistakes: bool = False,
    ) -> None:
        self.docs_dir, self.directory_urls, self._fences = docs_dir, directory_urls, fences
        self.shows_mistakes = shows_mistakes
        self.mistakes: list[str] = []
        self.index = RuleIndex()
        self.terms: dict[str, dict[str, int]] = {}
        self.sheets: dict[str, str] = {}  # game -> address of the page with its sheet
        self.tables = KeptTables(cache)
        self._chapters: dict[str, list[tuple[Page, list[str]]]] = {}
        if docs_dir is not None:
            self.index = rule_index.read_books(docs_dir, directory_urls=directory_urls)
            self.terms = {game: self._terms_of(docs_dir, game) for game in registry.game_ids()}
            self.sheets = dict(self._sheets())

    def settings(self, name: str) -> dict[str, Any]:
        """How to configure the extension for the page called `name` (its path below the docs folder)."""
        folder = self.docs_dir or Path()
        if not package_files.source(folder, name).is_file():
            return {"library": self, "page": made_page(name, directory_urls=self.directory_urls)}
        page, _ = read_page(folder, name, directory_urls=self.directory_urls)
        return {"library": self, "page": page}

    def made_from(self, page: Page, text: str) -> str:
        """All, as text, that the HTML of a page of this text comes from besides: the rules of the
        games it may speak of, and what the books say of them.
        """
        games, sources = registry.game_ids(), self.tables.sources
        if page.of_book and "games(" not in text and "```shelf" not in text:
            named = _names_in(text)
            games = tuple(game for game in games if game == page.game or game in named)
        rules = [(game, sources.numbers(game), self.index.pages.get(game)) for game in games]
        # a sheet offers the characters that the whole book has ready
        gathers = book_summary.asked_for(text) or book_summary.holds(text.splitlines(), "sheet")
        book = self.chapters(page.game) if gathers else None
        return repr((page, sources.core(), rules, self.terms.get(page.game), self.sheets, book))

    def told_of(self, name: str) -> object:
        """What the frame of the page called `name` comes from besides: how all is shown, and the game whose
        book it is part of.
        """
        game = name.partition("/")[0]
        sources = self.tables.sources
        return sources.core(), sources.numbers(game) if game in registry.game_ids() else None

    def fences_of(self, page: Page, lines: Sequence[str]) -> FencesOfPage:
        """What keeps the fences of the page, whose lines these are."""
        made_from = None if self._fences is None else self.made_from(page, "\n".join(lines))
        return FencesOfPage(page.path, made_from, self._fences, self.tables)

    def take_in(self, page: Page, pieces: Sequence[Piece]) -> list[AuthorError]:
        """Know the rules of a page that is not among those of `docs_dir`; gives what is wrong with them."""
        return self.index.take_in(page, pieces) if page.of_book else []

    def chapters(self, game: str) -> list[tuple[Page, list[str]]]:
        """The pages of the game's book with the lines of their text, in the book's order."""
        if self.docs_dir is None:
            return []
        if game not in self._chapters:
            names = package_files.pages(self.docs_dir, game)
            pages = [read_page(self.docs_dir, name, directory_urls=self.directory_urls) for name in names]
            self._chapters[game] = sorted(pages, key=lambda each: each[0].order)
        return self._chapters[game]

    def unkept(self) -> list[str]:
        """What the games, their books and all pages still lack: see `promises`."""
        broken = (
            [] if self.docs_dir is None else book_checks.broken(self.docs_dir, self.index, self._wrong_on)
        )
        tried = [each for game in registry.games() for each in self.tables.tried(game, book_checks.of_game)]
        return [*map(str, broken), *tried]

    def _wrong_on(self, page: Page, lines: Sequence[str]) -> list[AuthorError]:
        return mistakes_of(lines, page, self)

    def write(self, site_dir: Path) -> None:
        """Write the tables of all pages as JSON, with a list of them, to `assets/odds/`."""
        self.tables.write(site_dir / "assets" / "odds")

    def write_places(self, path: Path) -> None:
        """Write where rules and calculators stand, game -> number or id -> page, which the engine in the
        browser reads.
        """
        games = {
            game: book_summary.calculator_pages(game, self.chapters(game)) for game in registry.game_ids()
        }
        places = {game: pages | self.index.pages.get(game, {}) for game, pages in games.items()}
        write_json(path, {game: pages for game, pages in places.items() if pages})

    def _sheets(self) -> Iterator[tuple[str, str]]:
        for game in registry.game_ids():
            for page, lines in self.chapters(game):
                if book_summary.holds(lines, "sheet"):
                    yield game, page.address

    def _terms_of(self, docs_dir: Path, game: str) -> dict[str, int]:
        if not (docs_dir / game / glossary.PAGE).is_file():
            return {}
        _, lines = read_page(docs_dir, f"{game}/{glossary.PAGE}", directory_urls=self.directory_urls)
        return glossary.terms(lines)


@of_text
def _names_in(text: str) -> frozenset[str]:
    """What may be the name of a game."""
    return frozenset(re.findall(r"\w+", text))
