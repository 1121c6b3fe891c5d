"""Which stylesheets a page asks for: the book's, as every page does, and one for each part that it holds.

A part's rules are about what stands in the page, or comes into an element of it as the engine answers. What
the tray and the cards show, which lie on every page, is the book's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_ELEMENT = re.compile(r"<([a-z]+(?:-[a-z]+)+)")
_CLASSES = re.compile(r'class="([^"]*)"')


@dataclass(frozen=True)
class Part:
    """`sheets` of `assets/css`, in the order of the cascade, for pages that hold an element with a name or a
    class of `known_by`. What brings a part to life is told in `docs/assets/js/lazy-elements.js`.
    """

    name: str
    known_by: frozenset[str]
    sheets: tuple[str, ...]


def _part(name: str, *, known_by: str, sheets: str) -> Part:
    return Part(name, frozenset(known_by.split()), tuple(sheets.split()))


PARTS = (
    _part("home", known_by="home", sheets="home"),
    _part("saved", known_by="dice-tracker dice-backup dice-sheet", sheets="saved"),
    _part("sheets", known_by="dice-sheet", sheets="sheet play sheet-print"),
    _part("lists", known_by="reference offers", sheets="reference"),
    _part("trackers", known_by="dice-tracker", sheets="tracker tracker-setup player-view"),
    _part("diagrams", known_by="dice-tracker dice-sheet diagram", sheets="diagrams zone-map track balance"),
    _part("paper", known_by="table-screen print-book__cover", sheets="table-screen print-book"),
)


def parts_of(page: str) -> list[Part]:
    """Those that the page with this HTML holds, in their order."""
    held = {*_ELEMENT.findall(page), *_words({*_CLASSES.findall(page)})}
    return [part for part in PARTS if part.known_by & held]


def _words(texts: Iterable[str]) -> Iterable[str]:
    return (word for text in texts for word in text.split())
