"""Authors' mistakes: each names its place, what is wrong and what is expected. They stop `build`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rules_py.authoring.error_summary import STOPPED, is_game_error, summarize
from rules_py.authoring.loop_guard import guard
from rules_py.base.errors import (
    DeclarationError,
    InputError,
    format_duplicate,
    format_missing,
    format_unexpected_field,
    format_value_error,
)


@dataclass(frozen=True)
class Place:
    """A line of a page, as editors open it: `docs/core_rules/fighting.md:12`. Lines count from 1."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"

    def down(self, lines: int) -> Place:
        """Return the place this number of lines further down the page."""
        return Place(self.path, self.line + lines)


class AuthorError(Exception):
    """A mistake that an author has to fix."""


class Mistakes(AuthorError):
    """Several mistakes, each with its place."""

    def __init__(self, mistakes: Iterable[object]) -> None:
        super().__init__("\n".join(dict.fromkeys(map(str, mistakes))))

    @staticmethod
    def of(mistakes: Iterable[AuthorError]) -> AuthorError:
        """Return one error that reports each different mistake once."""
        first, *others = {str(mistake): mistake for mistake in mistakes}.values()
        return Mistakes((first, *others)) if others else first


class DirectiveError(AuthorError):
    """`docs/core_rules/fighting.md:12: steps: expected a whole number from 0 to 10, got 11`."""

    def __init__(self, place: Place, message: str) -> None:
        self.place = place
        super().__init__(f"{place}: {message}")


def mistake(place: Place, subject: str, value: object, expected: str) -> DirectiveError:
    """Return the error for a wrong value, which is quoted in short on one line."""
    return DirectiveError(place, format_value_error(subject, value, expected))


def unknown_name(place: Place, kind: str, name: str, expected: str, within: str = "") -> DirectiveError:
    """Return the error for an unknown name: `unknown KIND 'NAME' (expected A or B). Did you mean 'A'?`"""
    return DirectiveError(place, format_value_error(within, name, expected, kind))


def missing_field(place: Place, kind: str, field: str, expected: str) -> DirectiveError:
    """Return the error for a missing field: `KIND needs 'FIELD' (EXPECTED)`."""
    return DirectiveError(place, format_missing(kind, field, expected))


def unexpected_field(place: Place, kind: str, name: str, fields: Iterable[str]) -> DirectiveError:
    """Return the error for an unexpected field: `KIND has no field 'NAME'; fields are A and B`."""
    return DirectiveError(place, format_unexpected_field(kind, name, fields))


def duplicate(place: Place, kind: str, name: object, first: object) -> DirectiveError:
    """Return the error for something defined twice: `KIND: 'NAME' is already defined at PLACE2`."""
    return DirectiveError(place, f"{kind}: {format_duplicate(name, first)}")


def from_input_error(place: Place, error: InputError) -> DirectiveError:
    """Return the first fault of an InputError as an author's mistake at the place."""
    return DirectiveError(place, str(error.faults[0]))


class RulesError(AuthorError):
    """A game's Python failed: `rules_py/systems/core_rules/rules.py:12, in challenge: KeyError: 'steps'`."""


@contextmanager
def located_errors(place: Place, calculator: str = "") -> Iterator[None]:
    """Report every exception of the rules within this block as an AuthorError at the place.

    The message names the calculator, if any.
    """
    try:
        with guard():
            yield
    except AuthorError:
        raise
    except DeclarationError as error:
        if is_game_error(error):
            raise _timeout_error(place, calculator, error) from error
        raise DirectiveError(place, error.describe(calculator)) from error
    except Exception as error:  # a game's Python may raise anything
        raise _timeout_error(place, calculator, error) from error


def _timeout_error(place: Place, calculator: str, error: Exception) -> RulesError:
    return RulesError(f"{place}: {calculator or 'the rules'}{STOPPED}{summarize(error)}")
