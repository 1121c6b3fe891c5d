"""Drawings as figures of a page, each with its caption."""

from __future__ import annotations

from collections.abc import Sequence

from rules_py.desk import Piece, Place
from rules_py.present.drawn.ground import ground
from rules_py.present.drawn.seesaw import seesaws
from rules_py.present.html import Markup, tag
from rules_py.sheet import Shared


def map_figure(
    caption: str, places: Sequence[Place], pieces: Sequence[Piece], *, called: str = "place"
) -> Markup:
    """The map of these places with those who stand there."""
    return _figure(caption, ground(places, pieces, called=called))


def seesaws_figure(caption: str, pairs: Sequence[Shared]) -> Markup:
    """A see-saw for each pair."""
    return _figure(caption, seesaws(pairs))


def _figure(caption: str, drawing: Markup) -> Markup:
    return tag("figure", tag("figcaption", caption), drawing, class_="drawn")
