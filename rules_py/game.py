"""What a folder in `systems/` exports as GAME: everything the site needs to know of a game."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from typing import Any

from rules_py.calculator import Calculator, Policy
from rules_py.desk import Desk
from rules_py.errors import DeclarationError
from rules_py.ladder import Ladder
from rules_py.problems import Codes
from rules_py.reference import ReferenceList, problem_list
from rules_py.sheet import Sheet


@dataclass(frozen=True)
class Source:
    """The document a game's facts were taken from, for the credit on the book's first page."""

    title: str
    author: str
    version: str
    date: str


@dataclass(frozen=True)
class Game:
    """A published game.

    `id` is the folder's name, the docs folder, the URL and the first half of each calculator id.

    `order` is its place on the shelf; `numbers` lists every fact and ruling its book must state, each exactly
    once. A folder of tools that belong to no game has neither numbers nor a source. `policy` holds for all
    its calculators. `problems` are its problem codes, which become a reference list of themselves. `ladders`
    are its tracks of stages. `face` is how its book looks: one of `rules_py.present.faces.FACES`.
    """

    id: str
    title: str
    tagline: str
    _: KW_ONLY
    order: int
    source: Source | None = None
    numbers: tuple[str, ...] = ()
    calculators: tuple[Calculator, ...] = ()
    policy: Policy = Policy()
    sheet: Sheet | None = None
    references: tuple[ReferenceList, ...] = ()
    ladders: tuple[Ladder, ...] = ()
    problems: tuple[Codes, ...] = ()
    desk: Desk[Any, Any] | None = None
    face: str = "leaf"

    def __post_init__(self) -> None:
        for each in self.calculators:
            if each.game != self.id:
                raise DeclarationError(f"id of a calculator of {self.id}", each.id, f"{self.id}.NAME")
        own = tuple(replace(each, policy=self.policy) for each in self.calculators)
        object.__setattr__(self, "calculators", own)
        if self.problems:
            object.__setattr__(self, "references", (*self.references, problem_list(self.problems)))

    def reference(self, name: str) -> ReferenceList | None:
        return next((each for each in self.references if each.name == name), None)


def numbered(prefix: str, last: int, width: int = 0) -> tuple[str, ...]:
    """Rule numbers `prefix-1` to `prefix-last`, padded with zeros to `width` digits."""
    return tuple(f"{prefix}-{number:0{width}}" for number in range(1, last + 1))
