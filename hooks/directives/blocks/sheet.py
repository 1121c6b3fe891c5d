"""The `sheet` directive: a game's character sheet."""

from __future__ import annotations

from hooks.base import covers
from hooks.directives import character_links, declaring, yaml_body
from hooks.directives.blocks import reference
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from rules_py import present
from rules_py.present import Markup
from rules_py.present.html import fragment, tag
from rules_py.sheets.sheet import Sheet
from rules_py.systems import registry
from rules_py.systems.game import Game

_FIELDS = {"game": "The ID of a game whose sheet is declared in Python.", **declaring.SHEET.fields}


def _read(fence: Fence) -> tuple[Game, Sheet]:
    sheets = {game.id: (game, game.sheet) for game in registry.games() if game.sheet}
    if declaring.declares(fence):
        return declaring.find_declaration(fence, sheets)
    body = yaml_body.read(fence)
    body.only("game")
    return body.one_of("game", sheets)


def _show(fence: Fence, context: Context) -> Markup:
    """Return the sheet, with a link to each ready character of its book."""
    game, sheet = _read(fence)
    chapters = context.chapters(game.id)
    ready = character_links.characters(chapters)
    html = present.render_sheet(game, sheet, ready=ready, list_pages=reference.pages_of_lists(chapters))
    return fragment(_paper_head(game), html)


def _paper_head(game: Game) -> Markup:
    """Return the head of a printed sheet: the name of its game and the motif of the book."""
    title = tag("p", game.title, class_="sheet-head__title")
    return tag("div", title, covers.render_motif(game), class_="sheet-head", aria_hidden="true")


DIRECTIVES = (
    Directive(
        declaring.SHEET.language,
        "A game's character sheet.",
        fields=_FIELDS,
        show=_show,
        reads="book",
        kind="sheet",
        shows=declaring.SHEET.shows,
    ),
)
