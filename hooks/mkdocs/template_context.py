"""The variables of the templates: of all, of each page, and of the pages shown instead of a missing one."""

from __future__ import annotations

from html import unescape
from pathlib import Path

from hooks import export
from hooks.base import covers, package_files
from hooks.base.adapter import Page
from hooks.base.site_folders import EMBED, SHARE
from hooks.directives import from_pages
from hooks.mkdocs import contents
from hooks.mkdocs.build import Build
from hooks.pages import not_found, page_head, print_book
from hooks.preview import server as preview
from rules_py import present
from rules_py.present.titles import title_letters
from rules_py.systems import registry
from rules_py.systems.game import Game


def of_site(build: Build) -> dict[str, object]:
    """Return the variables that all pages share."""
    first_pages = build.covers()
    packaged = frozenset(package_files.names())
    own = registry.notation_calculator()
    dice_page = build.library.places.get(own.game, {}).get(own.id) if own else None
    return {
        "games": [page for page in first_pages if build.book_of(page)],
        "elsewhere": [
            page
            for page in build.navigation.pages
            if page.file.src_uri in packaged or (page in first_pages and not build.book_of(page))
        ],
        "tray": present.render_tray(own, registry.games(), dice_page),
        "dice_page": dice_page,
        "sheets": contents.sheet_pages(build.navigation.pages),
    }


def of_page(build: Build, page: Page) -> dict[str, object]:
    """Return the contents of the page's folder and, in a book, its motif, chapter and downloads."""
    book = build.book_of(page)
    folder, below, _ = page.file.src_uri.partition("/")
    pages = [each for each in build.navigation.pages if each.file.src_uri.startswith(f"{folder}/")]
    numbers, kinds, social = build.chapters, build.kinds, build.social
    listed = None
    if below:
        listed = contents.contents_of(page, pages, build.heads, kinds, numbers, is_book=bool(book))
    own: dict[str, object] = {
        "contents": listed,
        "head": page_head.render_head(social, build.facts(page)) if social else "",
        "embed": EMBED if build.has_frames else "",
        "share": SHARE if social and not preview.active else "",
    }
    return own | _of_book_page(build, page, book) if book else own


def _of_book_page(build: Build, page: Page, book: Game) -> dict[str, object]:
    path = page.file.src_uri
    own = {
        "book": book,
        "motif": covers.render_motif(book),
        "chapter": build.chapters.get(path),
        "whole_book": None if preview.active else print_book.address(book),
        "tool": build.kinds[path] in (contents.SHEET, contents.TRACKER),
        "licence": build.licences.get(book.id),
        "letters": title_letters(unescape(str(page.title))),
        "rolls_on_cover": from_pages.is_from_pages(book.id) and "<dice-roller" in (page.content or ""),
    }
    if page.is_index and not preview.active:
        own["downloads"] = export.downloads(book)
    return own


def of_missing_page(build: Build) -> dict[str, object]:
    """Return the covers of all books, and the colours."""
    palette = package_files.source(Path(build.config.docs_dir), "assets/css/palette.css")
    drawings = [(game, covers.render_motif(game)) for game in from_pages.books()]
    return {"covers": drawings, "colours": not_found.colours(palette)}
