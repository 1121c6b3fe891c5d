"""Diagrams of a game's declarations. Each has a text alternative, and works in print and without scripts.

    zone_map     zones and their connections, with the combatants in them; zone_layout places the zones
    track        the stages of a track, and a character's position on them
    balance      two numbers with a fixed sum
    clock        the segments of a clock

They are HTML lists with lines and shapes drawn beside the text. So text wraps, scales and is read aloud as
text, and only shapes without text are SVG. `figure` adds captions for a page.
"""

from rules_py.present.diagrams.balance import render_balances
from rules_py.present.diagrams.figure import balances_figure, zone_map_figure
from rules_py.present.diagrams.track import render_track, track_positions
from rules_py.present.diagrams.zone_map import render_zone_map

__all__ = [
    "render_zone_map",
    "render_track",
    "zone_map_figure",
    "render_balances",
    "balances_figure",
    "track_positions",
]
