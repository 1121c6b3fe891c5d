"""The `sheet` fence: a game's character sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hooks.directives import character_links, yaml_body
from hooks.directives.errors import mistake
from hooks.directives.fences import Fence, FenceKind
from rules_py import present
from rules_py.base.errors import join_or
from rules_py.present import Markup
from rules_py.systems import registry

if TYPE_CHECKING:
    from hooks.directives.library import Library

FENCES: Mapping[str, FenceKind] = {
    "sheet": FenceKind("A game's character sheet, with everything it can do.", {"game": "The game's id."})
}


def shown(fence: Fence, library: Library) -> Markup:
    """The sheet of the game that the fence's `game: core_rules` names, with the characters its book has
    ready.
    """
    asked = yaml_body.read(fence)
    asked.only(*FENCES["sheet"].fields)
    known = {game.id: (game, game.sheet) for game in registry.games() if game.sheet}
    name = asked.text("game", join_or(known))
    if name not in known:
        raise mistake(asked.place("game"), "game", name, join_or(known))
    return present.sheet(*known[name], ready=character_links.characters(name, library))
