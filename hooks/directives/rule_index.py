"""The index of rules: which page of a book states which rule and shows which random table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hooks.base.errors import AuthorError, DirectiveError, Place, duplicate, unknown_name
from hooks.directives.pages import Page
from rules_py.base.suggest import KnownNames
from rules_py.systems import registry

type Stated = tuple[str, Place] | AuthorError
"""A rule number or the id of a random table, with the place that states it; or why it can't be read."""


@dataclass
class RuleIndex:
    """game -> rule number or id of a random table -> the place that states it, or in `pages` the address of
    its page. `mistakes` are those of the statements themselves, by game.
    """

    places: dict[str, dict[str, Place]] = field(default_factory=dict)
    pages: dict[str, dict[str, str]] = field(default_factory=dict)
    mistakes: dict[str, list[AuthorError]] = field(default_factory=dict)

    def place(self, game: str, number: str) -> Place | None:
        """Return where the game's book states the rule."""
        return self.places.get(game, {}).get(number)

    def add(self, page: Page, rules: Iterable[Stated]) -> list[AuthorError]:
        """Add what a page of a book states, and return its mistakes: unknown rules, and those already stated
        elsewhere. Adding the same page again changes nothing.
        """
        mistakes: list[AuthorError] = []
        added: set[Stated] = set()
        for statement in rules:
            if isinstance(statement, AuthorError):
                mistakes.append(statement)
                continue
            try:
                self._add(page, *statement, repeated=statement in added)
            except DirectiveError as error:
                mistakes.append(error)
            added.add(statement)
        return mistakes

    def _add(self, page: Page, number: str, place: Place, *, repeated: bool) -> None:
        """Add one rule or table; `repeated` if the same line has stated it before. Raises DirectiveError."""
        is_table = "." in number
        if not is_table:
            check_number(page.game, number, place, "rule mark")
        first = self.places.setdefault(page.game, {}).setdefault(number, place)
        if first != place or repeated:
            raise duplicate(place, "table" if is_table else "rule mark", number, first)
        self.pages.setdefault(page.game, {})[number] = page.address


def check_number(game: str, number: str, place: Place, subject: str) -> None:
    """Raise DirectiveError if the game has no rule of this number."""
    numbers = registry.game(game).numbers
    if number not in numbers:
        raise unknown_name(place, subject, number, KnownNames(f"a rule number of {game}", numbers))
