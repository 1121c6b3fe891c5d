"""An author's mistake: where it stands, what was given, what is allowed. It stops the build."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from rules_py.errors import InputError, shown


@dataclass(frozen=True)
class Place:
    """A line of a page, as an editor opens it: `docs/core_rules/fights.md:12`. Lines count from 1."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"

    def down(self, lines: int) -> Self:
        """The place so many lines further down the same page."""
        return replace(self, line=self.line + lines)


class DirectiveError(Exception):
    """`docs/core_rules/fights.md:12: steps: given 11, allowed a whole number from 0 to 10`."""

    def __init__(self, place: Place, what: str, given: str, allowed: str) -> None:
        self.place = place
        super().__init__(f"{place}: {what}: given {given}, allowed {allowed}")


def mistake(place: Place, what: str, given: object, allowed: str) -> DirectiveError:
    """The error about a value, which is quoted short and on one line."""
    return DirectiveError(place, what, shown(given), allowed)


def refused(place: Place, error: InputError) -> DirectiveError:
    """The first fault that the rules found in an input, told with its place."""
    return mistake(place, error.field, error.given, error.allowed)
