"""Errors in a game's Python, summarised in one line for their author."""

from __future__ import annotations

import os
import pkgutil
import re
import sys
import traceback
from collections.abc import Iterable
from inspect import Parameter, signature
from pathlib import Path
from types import FrameType

from rules_py import systems
from rules_py.base.errors import join_or
from rules_py.base.paths import BOOK, PACKAGE
from rules_py.base.suggest import closest_matches, did_you_mean

EXAMPLE_PREFIX = "example in "
"""The start of the file name that Python sees for a page's example; page and line follow."""

RUNNER = str(PACKAGE / "rules_py/analysis/examples.py")
"""The module that runs the examples of pages."""

STOPPED = " stopped: "
"""The words between the subject and the summary of the error that stopped it."""


class InfiniteLoopError(Exception):
    """`rules_py/systems/core_rules/rules.py:12, in challenge: stopped after 1 s (infinite loop?)`"""

    def __init__(self, frame: FrameType, seconds: float) -> None:
        code = frame.f_code
        where = f"{relative_path(code.co_filename)}:{frame.f_lineno}, in {code.co_name}"
        if is_example_file(code.co_filename):
            where = code.co_filename.removeprefix(EXAMPLE_PREFIX)
        super().__init__(f"{where}: stopped after {seconds:g} s (infinite loop?)")


def summarize(error: BaseException) -> str:
    """Return `rules_py/systems/core_rules/rules.py:12, in challenge: KeyError: 'steps'`.

    The location is in a game's own rules if the error passed through them.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f"{relative_path(error.filename)}:{error.lineno}: {type(error).__name__}: {error.msg}"
    if isinstance(error, InfiniteLoopError):
        return str(error)
    at = error_location(error)
    # compared by name, because `serve` reloads the rules and so has another class
    if type(error).__name__ == "DeclarationError":
        where = f"{relative_path(at.filename)}:{at.lineno}: " if at and is_game_file(at.filename) else ""
        return f"{where}{error}"
    where = f"{relative_path(at.filename)}:{at.lineno}, in {at.name}: " if at else ""
    return where + _python_message(error)


def _python_message(error: BaseException) -> str:
    """Return Python's message with a suggested name and without folders of this machine."""
    if isinstance(error, ImportError):
        # Python would look for a submodule's name in its package.
        suggestion = did_you_mean(closest_matches(error.name_from or error.name or "", _importable(error)))
        return f"{type(error).__name__}: {_without_folders(error.msg)}{suggestion and f'. {suggestion}'}"
    last = "".join(traceback.TracebackException.from_exception(error).format_exception_only())
    kind, colon, words = last.strip().partition(": ")
    return kind.rpartition(".")[2] + colon + _without_folders(words) + _expected_instead(error)


def _without_folders(words: str) -> str:
    return re.sub(r" \(/\S*\)", "", words)


def _importable(error: ImportError) -> Iterable[str]:
    """Return the names that could have been imported instead."""
    whole = error.name or ""
    if error.name_from:
        return [*getattr(sys.modules.get(whole), "__dict__", ())]
    package = whole.rpartition(".")[0]
    path = getattr(sys.modules.get(package), "__path__", ())
    return [each.name for each in pkgutil.iter_modules(path, f"{package}.")]


def _expected_instead(error: BaseException) -> str:
    """Return the end of the message: what to write instead of a wrong call or of a class that isn't
    frozen.
    """
    if "non-frozen dataclass" in str(error):
        return " (expected @dataclass(frozen=True))"
    match = re.match(
        r"(\w+)\.__init__\(\) (?:got an unexpected keyword|takes .*(positional) argument)", str(error)
    )
    if not match or error.__traceback__ is None:
        return ""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    declared = frame.f_globals.get(match[1])
    parameters = signature(declared).parameters if callable(declared) else {}
    names = [name for name in parameters if name != "_"]
    if not match[2]:
        return f" (expected {join_or(names)})" if names else ""
    by_name = [f"{name}=" for name in names if parameters[name].kind is Parameter.KEYWORD_ONLY]
    in_order = ", ".join(name for name in names if f"{name}=" not in by_name)
    return f" (expected {match[1]}({in_order}, …), and by name {join_or(by_name)})" if by_name else ""


def error_location(error: BaseException) -> traceback.FrameSummary | None:
    """Return the call within the rules that raised the error, the last in a game's own if there is one.

    The function that runs a page's examples isn't one.
    """
    calls = [
        each
        for each in traceback.extract_tb(error.__traceback__)
        if is_game_file(each.filename)
        or (PACKAGE / "rules_py" in Path(each.filename).parents and each.filename != RUNNER)
    ]
    of_games = [each for each in calls if is_game_file(each.filename)]
    return next(reversed(of_games or calls), None)


def is_game_error(error: BaseException) -> bool:
    """Return whether the error passed through a game's own rules."""
    at = error_location(error)
    return at is not None and is_game_file(at.filename)


def is_game_file(name: str) -> bool:
    """Return whether a file is part of a game. The loop guard calls it for each frame."""
    return name.startswith(tuple(f"{top}{os.sep}" for top in systems.__path__))


def is_example_file(name: str) -> bool:
    """Return whether a file is a page's example."""
    return name.startswith(EXAMPLE_PREFIX)


def relative_path(name: str | Path) -> str:
    """Return the path of a file relative to the book's repository."""
    return str(Path(name).relative_to(BOOK)) if BOOK in Path(name).parents else str(name)
