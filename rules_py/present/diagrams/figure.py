"""Drawings as figures of a page, each with its caption."""

from __future__ import annotations

from collections.abc import Sequence

from rules_py.present.diagrams.balance import seesaws
from rules_py.present.diagrams.zone_map import ground
from rules_py.present.html import Markup, tag
from rules_py.sheets.sheet import Shared
from rules_py.tracker import Piece, Place


def map_figure(
    caption: str, places: Sequence[Place], pieces: Sequence[Piece], *, called: str = "place"
) -> Markup:
    """The map of these places with those who stand there."""
    return _figure(caption, ground(places, pieces, called=called))


def seesaws_figure(caption: str, pairs: Sequence[Shared]) -> Markup:
    """A see-saw for each pair."""
    return _figure(caption, seesaws(pairs))


def _figure(caption: str, drawing: Markup) -> Markup:
    return tag("figure", tag("figcaption", caption), drawing, class_="diagram")
