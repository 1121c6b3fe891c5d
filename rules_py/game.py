"""What a folder in `systems/` exports as GAME: everything the site needs to know of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.calculator import Calculator
from rules_py.desk import Desk
from rules_py.sheet import Sheet


@dataclass(frozen=True)
class Source:
    """The document a game's facts were taken from, for the credit on the book's first page."""

    title: str
    author: str
    version: str
    date: str


@dataclass(frozen=True)
class Column:
    """A column of a reference list.

    `filter` offers its values as a choice; texts may hold rule numbers `[C-021]`.
    """

    key: str
    label: str
    filter: bool = False


@dataclass(frozen=True, kw_only=True)
class ReferenceList:
    """Abilities, skills, gear and the like, one source for the engine, the sheet and the page.

    `entries` are dicts with `id` (the anchor), `name`, a value for each column, and `rules`, the numbers
    behind it. Those are stated by the list, unless `states` is off: then the book's text states them, and the
    list links to it. `names` stands over the names.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    entries: tuple[Mapping[str, Any], ...]
    states: bool = True
    names: str = "Name"


@dataclass(frozen=True, kw_only=True)
class Game:
    """A published game.

    `id` is the folder's name, the docs folder, the URL and the first half of each calculator id.

    `order` is its place on the shelf; `numbers` lists every fact and ruling its book must state, each exactly
    once. A folder of tools that belong to no game has neither numbers nor a source.
    """

    id: str
    title: str
    tagline: str
    order: int
    source: Source | None
    numbers: tuple[str, ...]
    calculators: tuple[Calculator, ...]
    sheet: Sheet | None = None
    references: tuple[ReferenceList, ...] = ()
    desk: Desk | None = None

    def reference(self, name: str) -> ReferenceList | None:
        return next((each for each in self.references if each.name == name), None)


def numbered(prefix: str, last: int, width: int = 0) -> tuple[str, ...]:
    """Rule numbers `prefix-1` to `prefix-last`, padded with zeros to `width` digits."""
    return tuple(f"{prefix}-{number:0{width}}" for number in range(1, last + 1))
