"""The directives `bookshelf`, every book of the site, and `saved`, everything that a reader has saved."""

from __future__ import annotations

from hooks.base import covers
from hooks.directives import declaring, from_pages, yaml_body
from hooks.directives.blocks import tracker
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from rules_py import present
from rules_py.present import Markup
from rules_py.systems import registry


def _show_shelf(fence: Fence, context: Context) -> Markup:
    """Return the covers of the games that are books."""
    yaml_body.must_be_empty(fence, "it lists every book")
    games = from_pages.books()
    saved = {
        (game.id, kind): (page.title, page.address)
        for kind, mark in (("sheet", f"```{declaring.SHEET.language}"), ("desk", f"```{tracker.NAME}"))
        for game in games
        for page, lines in context.chapters(game.id)
        if mark in lines
    }
    return present.render_bookshelf(games, covers.render_motif, saved)


def _show_saved_items(fence: Fence, context: Context) -> Markup:
    yaml_body.must_be_empty(fence, "it shows the reader's saved items")
    return present.render_backup(registry.games())


DIRECTIVES = (
    Directive("bookshelf", "All books, with their covers. It has no fields.", show=_show_shelf, reads="site"),
    Directive(
        "saved",
        "Everything that a reader has saved, with a backup. It has no fields.",
        show=_show_saved_items,
        reads="site",
    ),
)
