"""The state that the pages of one build share: the rules and terms of all books, and their tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from hooks.base import package_files
from hooks.base.errors import DirectiveError, Place
from hooks.base.persistent_cache import text_cache
from hooks.directives import fences, glossary, stated_rules
from hooks.directives.block_cache import BlockCache, PageBlocks
from hooks.directives.blocks.book_summary import CALCULATORS
from hooks.directives.blocks.calculator import KIND
from hooks.directives.declaring import SHEET
from hooks.directives.directive import Chapters, Context
from hooks.directives.fences import Fence
from hooks.directives.files import write_json
from hooks.directives.pages import Page, made_page, read_page
from hooks.directives.registry import DIRECTIVES, reads_book
from hooks.directives.rule_index import RuleIndex
from hooks.directives.table_cache import TableCache
from rules_py.present.links import Places
from rules_py.systems import registry


class Library:
    """The books below `docs_dir` during one build; empty without it.

    cache           a folder for numbers, cached between builds
    blocks          the HTML of fences, cached between the builds of one process
    shows_mistakes  whether a page is shown with its mistakes in it, which `mistakes` collects from all pages,
                    or the first page with mistakes stops the build
    """

    def __init__(
        self,
        docs_dir: Path | None = None,
        *,
        cache: Path | None = None,
        blocks: BlockCache | None = None,
        directory_urls: bool = True,
        shows_mistakes: bool = False,
    ) -> None:
        self.docs_dir, self.directory_urls, self._blocks = docs_dir, directory_urls, blocks
        self.shows_mistakes = shows_mistakes
        self.mistakes: list[str] = []
        self.index = RuleIndex()
        self.terms: dict[str, dict[str, int]] = {}
        self.sheet_pages: dict[str, str] = {}  # game -> address of the page with its sheet
        self.tables = TableCache(cache)
        self._chapters: dict[str, Chapters] = {}
        if docs_dir is not None:
            self.index = stated_rules.read_books(docs_dir, directory_urls=directory_urls)
            self.terms = {game: self._terms_of(docs_dir, game) for game in registry.game_ids()}
            self.sheet_pages = {
                game: page.address
                for game in registry.game_ids()
                for page, lines in self.chapters(game)
                if f"```{SHEET.language}" in lines
            }

    def settings(self, name: str) -> dict[str, Any]:
        """Return the settings of the extension for the page at this path below the docs folder."""
        folder = self.docs_dir or Path()
        if not package_files.source(folder, name).is_file():
            return {"library": self, "page": made_page(name, directory_urls=self.directory_urls)}
        page, _ = read_page(folder, name, directory_urls=self.directory_urls)
        return {"library": self, "page": page}

    def context(
        self, page: Page, examples: tuple[tuple[str, ...], ...], form_ids: Mapping[Place, str]
    ) -> Context:
        """Return the surroundings of the fences of a page."""
        return Context(
            page,
            self.index,
            self.tables,
            self.chapters,
            self.sheet_pages,
            DIRECTIVES,
            examples,
            form_ids=form_ids,
        )

    def made_from(self, page: Page, text: str) -> str:
        """Return what the HTML of a page depends on besides its text: the rules of the games that it may
        name, and the books' statements of them.
        """
        games, hashes = registry.game_ids(), self.tables.hashes
        if page.of_book and "games(" not in text and not _reads_site(text):
            names = _words(text)
            games = tuple(game for game in games if game == page.game or game in names)
        rules = [(game, hashes.of_game(game), self.index.pages.get(game)) for game in games]
        book = self.chapters(page.game) if reads_book(text) else None
        return repr((page, hashes.of_core(), rules, self.terms.get(page.game), self.sheet_pages, book))

    def frame_made_from(self, name: str) -> object:
        """Return what the frame of a page depends on besides its text: the core and the game of its book."""
        game = name.partition("/")[0]
        hashes = self.tables.hashes
        return hashes.of_core(), hashes.of_game(game) if game in registry.game_ids() else None

    def blocks_of(self, page: Page, lines: Sequence[str]) -> PageBlocks:
        """Return the cached fences of the page with these lines."""
        made_from = None if self._blocks is None else self.made_from(page, "\n".join(lines))
        return PageBlocks(page.path, made_from, self._blocks, self.tables)

    def chapters(self, game: str) -> Chapters:
        """Return the pages of the game's book with the lines of their text, in the book's order."""
        if self.docs_dir is None:
            return []
        if game not in self._chapters:
            names = package_files.pages(self.docs_dir, game)
            pages = [read_page(self.docs_dir, name, directory_urls=self.directory_urls) for name in names]
            self._chapters[game] = sorted(pages, key=lambda chapter: chapter[0].order)
        return self._chapters[game]

    def write(self, site_dir: Path) -> None:
        """Write the tables of all pages as JSON, with a list of them, to `assets/odds/`."""
        self.tables.write(site_dir / "assets" / "odds")

    @property
    def places(self) -> Places:
        """The address of the page of every rule and of every calculator that rolls, by game."""
        places = {
            game: self._calculator_pages(game) | self.index.pages.get(game, {})
            for game in registry.game_ids()
        }
        return {game: pages for game, pages in places.items() if pages}

    def write_places(self, path: Path) -> None:
        """Write the places, which the engine in the browser reads."""
        write_json(path, self.places)

    def _calculator_pages(self, game: str) -> dict[str, str]:
        """Return the address of the page for each calculator that rolls: the one that lists all calculators,
        or the first with a roller for it. Those of random tables are in the index.
        """
        calculators = registry.game(game).calculators
        rolling = {calculator.id for calculator in calculators if calculator.rolls_dice}
        public = {calculator.id for calculator in calculators if not calculator.api_only}
        pages: dict[str, str] = {}
        for page, lines in self.chapters(game):
            if f"```{CALCULATORS}" in lines:
                pages |= dict.fromkeys(rolling & public, page.address)
            for piece in fences.split(lines, page.start):
                if isinstance(piece, Fence) and _kind_of(piece) == KIND:
                    with suppress(DirectiveError):  # reported on its page
                        pages.setdefault(form_of(piece), page.address)
        return {name: address for name, address in sorted(pages.items()) if name in rolling}

    def _terms_of(self, docs_dir: Path, game: str) -> dict[str, int]:
        if not (docs_dir / game / glossary.PAGE).is_file():
            return {}
        _, lines = read_page(docs_dir, f"{game}/{glossary.PAGE}", directory_urls=self.directory_urls)
        return glossary.terms(lines)


def form_of(fence: Fence) -> str:
    """Return the id of the calculator whose form the fence makes, or "" if it makes none.

    Raises DirectiveError if the fence can't be read.
    """
    directive = DIRECTIVES.get(fence.language)
    return directive.form(fence) if directive and directive.form else ""


def _kind_of(fence: Fence) -> str:
    directive = DIRECTIVES.get(fence.language)
    return directive.kind if directive else ""


def _reads_site(text: str) -> bool:
    return any(
        f"```{directive.name}" in text for directive in DIRECTIVES.values() if directive.reads == "site"
    )


@text_cache
def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))
