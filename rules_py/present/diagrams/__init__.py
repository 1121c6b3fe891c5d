"""Drawings of what a game declares. Each has a text alternative, and works in print and without scripts.

    ground    places and the ways between them, as a map with whoever stands there; spots: where on the paper
    ladder    the stages of a track, and on which of them somebody stands
    seesaw    two numbers that share their points

They are lists in HTML whose lines and shapes are drawn beside the words: so words wrap, grow and are read
aloud as words, and only what carries no words is SVG. `figure` gives them captions in a page.
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
