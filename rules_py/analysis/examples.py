"""Run the examples of a page, which call the API at Python's prompt, by the book or under house rules."""

from __future__ import annotations

import io
import sys
from _ast import PyCF_ONLY_AST  # browsers have no `ast`
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import rules_py
from rules_py.base.errors import InputError
from rules_py.calculators.house_rules import Values
from rules_py.sheets.sheet_parser import HOUSE
from rules_py.systems import registry

_API = {name: getattr(rules_py, name) for name in rules_py.__all__}
_CALLED = ("roll", "resolve", "odds", "ask", "partial_roll", "goal_seek", "compare", "check_sheet")
"""The functions that take inputs, including a table's house rules."""

_RECORDED = ("roll", "resolve", "odds", "ask", "check_sheet")
"""The functions whose results are shown as dice, tables and sentences."""

_LOOPS = {"For", "While", "ListComp", "SetComp", "DictComp", "GeneratorExp", "Lambda", "FunctionDef"}
"""Calls within these are part of a computation: their results are not shown one by one."""

_PROMPT, _CONTINUED = ">>> ", "... "


@dataclass(frozen=True)
class Call:
    """A call of an API function: its name, the calculator or game, the inputs, and the result, which may be
    an InputError.
    """

    name: str
    subject: str
    inputs: Mapping[str, Any]
    result: Any


@dataclass(frozen=True)
class Run:
    """The output or error of an example, and the calls whose results are to be shown."""

    printed: str
    raised: BaseException | None
    calls: tuple[Call, ...]


class Session:
    """The names that the examples of one page share.

    The examples run by the book, or under the `house` rules of a table that plays the `game`, unless their
    calls name these.
    """

    def __init__(self, game: str = "", house: Values | None = None) -> None:
        self._game, self._house = game, house or {}
        self._calls: list[Call] = []
        self._own = {name: self._wrap(name, _API[name]) for name in _CALLED}
        self._names: dict[str, Any] = {"__name__": "__main__", "Fraction": Fraction, **_API, **self._own}

    def house_of(self, game: str) -> Values:
        """Return the house rules that apply to this game in the session."""
        return self._house if game == self._game else {}

    @property
    def names(self) -> Mapping[str, Any]:
        """The names that the examples so far have defined, and the functions of the API."""
        return self._names

    def run_example(self, source: str, file: str) -> Run:
        """Run one statement; tracebacks name it as the `file`."""
        self._calls.clear()
        printed = io.StringIO()
        raised: BaseException | None = None
        try:
            program = compile(source, file, "single", dont_inherit=True)
            with redirect_stdout(printed), _print_results():
                exec(program, self._names)
        except (Exception, SystemExit) as error:
            raised = error
        # an import in the example replaces our functions with the original ones
        self._names |= {name: own for name, own in self._own.items() if self._names.get(name) is _API[name]}
        calls = () if not self._calls or _has_loop(source) else tuple(self._calls)
        return Run(printed.getvalue(), raised, calls)

    def _wrap(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def calling(subject: str, /, *values: Any, **inputs: Any) -> Any:
            values, inputs = self._at_the_table(name, subject, values, inputs)
            # a sheet is a positional argument, all other inputs are keywords
            named = {"sheet": values[0]} if values else inputs
            try:
                result = function(subject, *values, **inputs)
            except InputError as error:
                self._record(Call(name, subject, named, error))
                raise
            self._record(Call(name, subject, named, result))
            return result

        return calling

    def _record(self, call: Call) -> None:
        if call.name in _RECORDED:
            self._calls.append(call)

    def _at_the_table(
        self, name: str, subject: str, values: tuple[Any, ...], inputs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments of a call with the table's house rules."""
        house = self.house_of(subject.partition(".")[0])
        if not house:
            return values, inputs
        if name == "check_sheet":
            return tuple({HOUSE: house, **sheet} for sheet in values), inputs
        filled = registry.calculator(subject).with_house_rules
        if name == "compare":
            return tuple(filled(house, each) for each in values), inputs
        return values, filled(house, inputs)


def without_repeats(calls: Iterable[Call]) -> list[Call]:
    """Return the calls whose results are shown: the first of each group of equal ones."""
    distinct: list[Call] = []
    for call in calls:
        if call not in distinct:
            distinct.append(call)
    return distinct


def statements(code: str) -> list[str]:
    """Return the statements of a session at Python's prompt, without their output."""
    texts: list[str] = []
    for line in code.splitlines():
        start, rest = line[: len(_PROMPT)].ljust(len(_PROMPT)), line[len(_PROMPT) :]
        if start == _PROMPT:
            texts.append(f"{rest}\n")
        elif start == _CONTINUED and texts:
            texts[-1] += f"{rest}\n"
    return texts


def _has_loop(source: str) -> bool:
    nodes: list[Any] = [compile(source, "", "single", PyCF_ONLY_AST, dont_inherit=True)]
    while nodes:
        node = nodes.pop()
        if type(node).__name__ in _LOOPS:
            return True
        for name in getattr(node, "_fields", ()):
            part = getattr(node, name)
            nodes += part if isinstance(part, list) else [part]
    return False


@contextmanager
def _print_results() -> Iterator[None]:
    """Print the value of a bare expression within this block, without assigning it to `_`."""
    former = sys.displayhook
    sys.displayhook = lambda value: None if value is None else print(repr(value))
    try:
        yield
    finally:
        sys.displayhook = former
