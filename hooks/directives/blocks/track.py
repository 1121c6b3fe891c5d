"""The `track` directive: an injury or other track that a game declares."""

from __future__ import annotations

from hooks.directives import yaml_body
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from rules_py import present
from rules_py.present import Markup
from rules_py.sheets.track import Track
from rules_py.systems import registry
from rules_py.systems.game import Game

NAME = "track"
_FIELDS = {"track": "The game and the name of the track, such as `dichotomy.injuries`."}


def _read(fence: Fence) -> tuple[Game, Track]:
    body = yaml_body.read(fence)
    body.only(*_FIELDS)
    tracks = {f"{game.id}.{track.name}": (game, track) for game in registry.games() for track in game.tracks}
    return body.one_of("track", tracks)


def _states(fence: Fence) -> tuple[str, ...]:
    _, track = _read(fence)
    return tuple(number for stage in track.stages for number in stage.rules)


def _show(fence: Fence, context: Context) -> Markup:
    return present.render_track(*_read(fence))


DIRECTIVES = (
    Directive(
        NAME,
        "A track of a game, with the effect of each stage. It states their rules.",
        fields=_FIELDS,
        show=_show,
        kind="track",
        shows="track",
        states=_states,
    ),
)
