"""Authors' mistakes: each names its place, what is wrong and what is expected. They stop `build`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rules_py.authoring.error_summary import STOPPED, is_game_error, summarize
from rules_py.authoring.loop_guard import guard
from rules_py.base.errors import DeclarationError, InputError, format_error, format_value, suggestion


@dataclass(frozen=True)
class Place:
    """A line of a page, as editors open it: `docs/core_rules/fights.md:12`. Lines count from 1."""

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
    """`docs/core_rules/fights.md:12: steps: given 11, allowed a whole number from 0 to 10`."""

    def __init__(self, place: Place, subject: str, given: str, allowed: str) -> None:
        self.place = place
        super().__init__(f"{place}: {format_error(subject, given, allowed)}")


def mistake(place: Place, subject: str, given: object, allowed: str) -> DirectiveError:
    """Return the error about a value, which is quoted in short on one line, with a suggestion."""
    return DirectiveError(place, subject, format_value(given), f"{allowed}{suggestion(given, allowed)}")


def from_input_error(place: Place, error: InputError) -> DirectiveError:
    """Return the first fault of an InputError as an author's mistake at the place."""
    return mistake(place, error.field, error.value, error.expected)


class RulesError(AuthorError):
    """The Python of a game stopped: `rules_py/systems/lantern/rules.py:12, in shine: KeyError: 'oil'`."""


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
            raise _stopped(place, calculator, error) from error
        subject = error.subject if calculator in error.subject else f"{calculator}: {error.subject}"
        raise mistake(place, subject, error.value, error.expected) from error
    except Exception as error:  # a game's Python may raise anything
        raise _stopped(place, calculator, error) from error


def _stopped(place: Place, calculator: str, error: Exception) -> RulesError:
    return RulesError(f"{place}: {calculator or 'the rules'}{STOPPED}{summarize(error)}")
