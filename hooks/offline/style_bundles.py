"""The bundles of stylesheets: a common one for every page, and one for each part of the site.

A part's rules are about its own elements. The tray and the cards are on every page, so theirs are common.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_ELEMENT = re.compile(r"<([a-z]+(?:-[a-z]+)+)")
_CLASSES = re.compile(r'class="([^"]*)"')


@dataclass(frozen=True)
class Part:
    """The `sheets` of `assets/css`, in cascade order, for pages with an element or class in `known_by`."""

    name: str
    known_by: frozenset[str]
    sheets: tuple[str, ...]


def _part(name: str, *, known_by: str, sheets: str) -> Part:
    return Part(name, frozenset(known_by.split()), tuple(sheets.split()))


PARTS = (
    _part("home", known_by="home title-page", sheets="home"),
    _part("saved", known_by="dice-tracker dice-backup dice-sheet dice-house-rules", sheets="saved tool-bar"),
    _part(
        "sheets",
        known_by="dice-sheet",
        sheets="sheet choice-cards creation-guide sheet-modes play roll-list change-log sheet-print",
    ),
    _part("house", known_by="dice-house-rules", sheets="house house-consent"),
    _part("lists", known_by="reference offers", sheets="reference reference-entries reference-cards"),
    _part(
        "trackers",
        known_by="dice-tracker",
        sheets="tracker tracker-combatants forecast tracker-actions tracker-log tracker-setup player-view",
    ),
    _part("diagrams", known_by="dice-tracker dice-sheet diagram", sheets="diagrams zone-map track balance"),
    _part(
        "house-text",
        known_by="house-text",  # on no page: docs/assets/js/house/styles.js loads the bundle
        sheets="house-text house-figures house-chip house-print",
    ),
    _part("paper", known_by="table-screen print-book__cover", sheets="table-screen print-book"),
)


def parts_of(page: str) -> list[Part]:
    """Return the parts that the page with this HTML contains, in order."""
    names = elements_of(page) | {*_words({*_CLASSES.findall(page)})}
    return [part for part in PARTS if part.known_by & names]


def elements_of(page: str) -> set[str]:
    """Return the names of the custom elements in a page."""
    return {*_ELEMENT.findall(page)}


def _words(texts: Iterable[str]) -> Iterable[str]:
    return (word for text in texts for word in text.split())
