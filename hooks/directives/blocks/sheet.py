"""The `sheet` directive: a game's character sheet."""

from __future__ import annotations

from hooks.directives import character_links, yaml_body
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from hooks.pages import covers
from rules_py import present
from rules_py.present import Markup
from rules_py.present.html import fragment, tag
from rules_py.systems import registry
from rules_py.systems.game import Game

_FIELDS = {"game": "The ID of the game."}


def _show(fence: Fence, context: Context) -> Markup:
    """Return the sheet, with a link to each ready character of its book."""
    body = yaml_body.read(fence)
    body.only(*_FIELDS)
    game, sheet = body.one_of(
        "game", {game.id: (game, game.sheet) for game in registry.games() if game.sheet}
    )
    ready = character_links.characters(context.chapters(game.id))
    return fragment(_paper_head(game), present.render_sheet(game, sheet, ready=ready))


def _paper_head(game: Game) -> Markup:
    """Return what a sheet starts with on paper: the name of its game and the picture of the book."""
    title = tag("p", game.title, class_="sheet-head__title")
    return tag("div", title, covers.drawing(game), class_="sheet-head", aria_hidden="true")


DIRECTIVES = (
    Directive("sheet", "A game's character sheet.", fields=_FIELDS, show=_show, reads="book", shows="game"),
)
