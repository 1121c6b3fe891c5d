"""The `tracker` directive: a game's encounter tracker at one of its presets."""

from __future__ import annotations

from hooks.base.errors import unknown_name
from hooks.directives import yaml_body
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from rules_py import present
from rules_py.base.errors import join_or
from rules_py.present import Markup
from rules_py.systems import registry

NAME = "tracker"
_FIELDS = {"game": "The ID of the game.", "start": "The ID of a preset; by default the first."}


def _show(fence: Fence, context: Context) -> Markup:
    body = yaml_body.read(fence)
    body.only(*_FIELDS)
    game, tracker = body.one_of(
        "game", {game.id: (game, game.tracker) for game in registry.games() if game.tracker}
    )
    starts = [start.id for start in tracker.presets]
    start = body.text("start", join_or(starts), optional=True)
    if start and start not in starts:
        raise unknown_name(body.place("start"), "start", start, join_or(starts))
    return present.render_tracker(game, tracker, start)


DIRECTIVES = (
    Directive(
        NAME,
        "A game's encounter tracker: a fight, or another encounter to set up, play, undo and share.",
        fields=_FIELDS,
        show=_show,
    ),
)
