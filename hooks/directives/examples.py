"""Runs the examples of a page, holds them to the output below them, and notes what the rules answered."""

from __future__ import annotations

import ast
import doctest
import io
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import rules_py
from hooks.directives.errors import DirectiveError, Place, RulesError, mistake
from rules_py.authoring.error_summary import EXAMPLE_PREFIX, summarize
from rules_py.authoring.error_summary import error_location as place_of
from rules_py.base.errors import InputError, format_value

REPEATING = (
    ast.For,
    ast.While,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.Lambda,
    ast.FunctionDef,
)
"""Calls within these are a computation rather than a scene: their results are not shown one by one."""

DOOR = {name: getattr(rules_py, name) for name in rules_py.__all__}
SHOWN = ("roll", "resolve", "odds", "ask", "check_sheet")
"""The calls whose results a reader wants to see as dice, tables and sentences."""

_parser = doctest.DocTestParser()
_checker = doctest.OutputChecker()


@dataclass(frozen=True)
class Call:
    """A call of the door: its name, what it was given, and what came back, which may be a refusal
    (InputError).
    """

    name: str
    about: str
    given: Mapping[str, Any]
    result: Any


class Session:
    """What the examples of one page share: their names, from the first to the last of them."""

    def __init__(self) -> None:
        self._calls: list[Call] = []
        self._shown = {name: self._noting(name, DOOR[name]) for name in SHOWN}
        self._names: dict[str, Any] = {"__name__": "__main__", "Fraction": Fraction, **DOOR, **self._shown}

    def run(self, code: str, place: Place) -> list[Call]:
        """Run a block of examples that begins at `place`. Stops at the first whose output differs.

        Gives the calls whose results are worth showing, in order.
        """
        calls: list[Call] = []
        for example in _examples(code, place):
            calls += self._run_one(example, place.down(example.lineno))
        return calls

    def _noting(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def noting(about: str, /, *values: Any, **given: Any) -> Any:
            # a sheet is given by position, everything else by name
            asked = {"sheet": values[0]} if values else given
            try:
                result = function(about, *values, **given)
            except InputError as refusal:
                self._calls.append(Call(name, about, asked, refusal))
                raise
            self._calls.append(Call(name, about, asked, result))
            return result

        return noting

    def _run_one(self, example: doctest.Example, place: Place) -> list[Call]:
        self._calls.clear()
        printed = io.StringIO()
        try:
            # compiled apart: only broken syntax may stop here
            program = compile(example.source, f"{EXAMPLE_PREFIX}{place}", "single", dont_inherit=True)
            with redirect_stdout(printed), _results_printed():
                exec(program, self._names)
            raised = None
        except (Exception, SystemExit) as error:
            raised = error
        # an import puts the door's own functions in the place of those that note
        self._names |= {name: self._shown[name] for name in SHOWN if self._names.get(name) is DOOR[name]}
        _hold(example, place, printed.getvalue(), raised)
        return [] if _repeats(example.source) else list(self._calls)


def _examples(code: str, place: Place) -> list[doctest.Example]:
    try:
        found = _parser.get_examples(code)
    except ValueError as error:
        line = _line_of(str(error))
        given = code.splitlines()[line].strip()
        allowed = "lines of `>>> code`, `... more of it`, then its output"
        raise mistake(place.down(line), "example", given, allowed) from error
    if not found:
        raise mistake(place, "example", code.strip(), "at least one line of `>>> code`")
    return found


def _line_of(message: str) -> int:
    """The line that doctest's message names, counted from 0."""
    return int(message.partition("line ")[2].partition(" ")[0]) - 1


def _repeats(source: str) -> bool:
    return any(isinstance(node, REPEATING) for node in ast.walk(ast.parse(source)))


@contextmanager
def _results_printed() -> Iterator[None]:
    """Within this block a bare expression prints its value, and leaves no `_` behind for others to find."""
    before = sys.displayhook
    sys.displayhook = lambda value: None if value is None else print(repr(value))
    try:
        yield
    finally:
        sys.displayhook = before


def _hold(example: doctest.Example, place: Place, printed: str, raised: BaseException | None) -> None:
    """Stop where the example did anything but what is written below it."""
    flags = 0
    for flag, on in example.options.items():
        flags |= flag if on else 0
    line = f"`>>> {example.source.splitlines()[0]}`"
    if raised is None:
        came, written = printed, example.want
    else:
        came = "".join(traceback.format_exception_only(raised))
        if example.exc_msg is None:
            if isinstance(raised, InputError):
                about = f"example {line}: {raised.field}"
                raise mistake(place, about, raised.value, raised.expected) from raised
            if place_of(raised):
                raise RulesError(f"{place}: example {line} stopped: {summarize(raised)}") from raised
            given = f"one that raises {came.splitlines()[-1]}"
            allowed = "one that gives the output written below it"
            raise DirectiveError(place, f"example {line}", given, allowed) from raised
        written = example.exc_msg
    if (raised is None) != (example.exc_msg is None) or not _checker.check_output(written, came, flags):
        given = format_value(written.strip()) if written else "nothing"
        raise DirectiveError(place, f"output of {line}", given, _what(came))


def _what(came: str) -> str:
    """What came, in full, so that it can be pasted."""
    text = came.rstrip("\n")
    if not text:
        return "nothing, for nothing came"
    return f"what came:\n{text}" if "\n" in text else f"what came: {text}"
