"""Drawings as figures of a page, each with its caption."""

from __future__ import annotations

from collections.abc import Sequence

from rules_py.present.diagrams.balance import render_balances
from rules_py.present.diagrams.zone_map import render_zone_map
from rules_py.present.html import Markup, tag
from rules_py.sheets.sheet import LinkedValues
from rules_py.tracker import Combatant, Zone


def zone_map_figure(
    caption: str, places: Sequence[Zone], pieces: Sequence[Combatant], *, called: str = "place"
) -> Markup:
    """Return the map of these zones with the combatants in them."""
    return _figure(caption, render_zone_map(places, pieces, called=called))


def balances_figure(caption: str, pairs: Sequence[LinkedValues]) -> Markup:
    """Return a see-saw for each pair."""
    return _figure(caption, render_balances(pairs))


def _figure(caption: str, drawing: Markup) -> Markup:
    return tag("figure", tag("figcaption", caption), drawing, class_="diagram")
