"""The `sheet` directive: a game's character sheet."""

from __future__ import annotations

from hooks.directives import character_links, yaml_body
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from rules_py import present
from rules_py.present import Markup
from rules_py.systems import registry

_FIELDS = {"game": "The ID of the game."}


def _show(fence: Fence, context: Context) -> Markup:
    """Return the sheet, with a link to each ready character of its book."""
    body = yaml_body.read(fence)
    body.only(*_FIELDS)
    game, sheet = body.one_of(
        "game", {game.id: (game, game.sheet) for game in registry.games() if game.sheet}
    )
    return present.render_sheet(game, sheet, ready=character_links.characters(context.chapters(game.id)))


DIRECTIVES = (
    Directive("sheet", "A game's character sheet.", fields=_FIELDS, show=_show, reads="book", shows="game"),
)
