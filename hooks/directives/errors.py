"""An author's mistake: where it stands, what was given, what is allowed. It stops `build`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rules_py.authoring.error_summary import STOPPED, is_game_error, summarize
from rules_py.authoring.loop_guard import guard
from rules_py.base.errors import DeclarationError, InputError, format_error, format_value, suggestion


@dataclass(frozen=True)
class Place:
    """A line of a page, as an editor opens it: `docs/core_rules/fights.md:12`. Lines count from 1."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"

    def down(self, lines: int) -> Place:
        """The place so many lines further down the same page."""
        return Place(self.path, self.line + lines)


class AuthorError(Exception):
    """What an author has to mend."""


class Mistakes(AuthorError):
    """Several, each with its place, all at once."""

    def __init__(self, found: Iterable[object]) -> None:
        super().__init__("\n".join(dict.fromkeys(map(str, found))))

    @staticmethod
    def of(found: Iterable[AuthorError]) -> AuthorError:
        """All of these in one, each told once; where they come to the same, that one."""
        first, *others = {str(each): each for each in found}.values()
        return Mistakes((first, *others)) if others else first


class DirectiveError(AuthorError):
    """`docs/core_rules/fights.md:12: steps: given 11, allowed a whole number from 0 to 10`."""

    def __init__(self, place: Place, what: str, given: str, allowed: str) -> None:
        self.place = place
        super().__init__(f"{place}: {format_error(what, given, allowed)}")


def mistake(place: Place, what: str, given: object, allowed: str) -> DirectiveError:
    """The error about a value, which is quoted short and on one line."""
    return DirectiveError(place, what, format_value(given), f"{allowed}{suggestion(given, allowed)}")


def refused(place: Place, error: InputError) -> DirectiveError:
    """The first fault that the rules found in an input, told with its place."""
    return mistake(place, error.field, error.value, error.expected)


class RulesError(AuthorError):
    """The Python of a game stopped: `rules_py/systems/lantern/rules.py:12, in shine: KeyError: 'oil'`."""


@contextmanager
def told_at(place: Place, about: str = "") -> Iterator[None]:
    """Within this block whatever stops the rules is told with the line of the page that asked for them;
    `about` names the calculator.
    """
    try:
        with guard():
            yield
    except AuthorError:
        raise
    except DeclarationError as error:
        if is_game_error(error):
            raise _stopped(place, about, error) from error
        what = error.subject if about in error.subject else f"{about}: {error.subject}"
        raise mistake(place, what, error.value, error.expected) from error
    except Exception as error:  # a game's Python may raise anything
        raise _stopped(place, about, error) from error


def _stopped(place: Place, about: str, error: Exception) -> RulesError:
    return RulesError(f"{place}: {about or 'the rules'}{STOPPED}{summarize(error)}")
