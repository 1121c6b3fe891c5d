"""The `desk` fence: a game's desk, at one of its starts."""

from __future__ import annotations

from collections.abc import Mapping

from hooks.directives import yaml_body
from hooks.directives.errors import mistake
from hooks.directives.fences import Fence, FenceKind
from rules_py import present
from rules_py.base.errors import join_or
from rules_py.present import Markup
from rules_py.systems import registry

FENCES: Mapping[str, FenceKind] = {
    "desk": FenceKind(
        "A game's desk: a fight, or another scene that is set up, played, taken back and shared.",
        {
            "game": "The game's id.",
            "start": "Which of the desk's starts it stands at; the first if left out.",
        },
    )
}


def shown(fence: Fence) -> Markup:
    """The desk of the game that the fence's `game: dichotomy` names, at the start that `start:` names or
    the first.
    """
    asked = yaml_body.read(fence)
    asked.only(*FENCES["desk"].fields)
    known = {game.id: (game, game.desk) for game in registry.games() if game.desk}
    name = asked.text("game", join_or(known))
    if name not in known:
        raise mistake(asked.place("game"), "game", name, join_or(known))
    game, declared = known[name]
    starts = [each.id for each in declared.starts]
    start = asked.text("start", join_or(starts), optional=True)
    if start and start not in starts:
        raise mistake(asked.place("start"), "start", start, join_or(starts))
    return present.desk(game, declared, start)
