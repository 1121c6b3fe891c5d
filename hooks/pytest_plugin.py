"""The report of failing tests in a book: an InputError in one sentence with its line instead of a traceback,
and for a contract test its declaration and purpose.
"""

import sys
from collections.abc import Generator, Iterator, Mapping
from inspect import getdoc, unwrap
from pathlib import Path
from typing import Any

import pytest

from hooks.base.errors import AuthorError
from hooks.directives import from_pages
from rules_py import InputError, systems
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.duel_sides import DuelSides
from rules_py.systems.game import Game
from rules_py.tracker import Preset

CONTRACTS = "hooks.contracts."
pytest.register_assert_rewrite("hooks.contracts")
_NOTHING = "got empty parameter set"
_MISSING = {
    "books": "examples or claims",
    "comparing": "calculators with sides or parties",
    "long_counts": "odds that take long",
    "messages": "forms of this kind",
    "sheets": "a character sheet",
    "trackers": "an encounter tracker",
}
"""The declarations that the contract tests of a module need."""


def pytest_configure() -> None:
    """Read what the pages of the book declare, before the contract tests list the games. A mistake there ends
    the run with its line.
    """
    try:
        from_pages.write()
    except AuthorError as error:
        raise pytest.UsageError(str(error)) from error


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say why a contract test has nothing to test in this book."""
    for item in items:
        module = getattr(getattr(item, "function", None), "__module__", "").removeprefix(CONTRACTS)
        for at, mark in enumerate(item.own_markers):
            if mark.name == "skip" and str(mark.kwargs.get("reason")).startswith(_NOTHING):
                missing = _MISSING.get(module.partition(".")[0], "what this test is about")
                item.own_markers[at] = pytest.mark.skip(reason=f"the book doesn't have {missing}").mark


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.excinfo is not None and isinstance(call.excinfo.value, InputError):
        own = [entry for entry in call.excinfo.traceback if Path(entry.path) == item.path]
        if own:
            report.longrepr = f"{item.nodeid.partition('::')[0]}:{own[-1].lineno + 1}: {call.excinfo.value}"
    test = getattr(item, "function", None)
    if report.failed and call.excinfo and getattr(test, "__module__", "").startswith(CONTRACTS):
        if isinstance(call.excinfo.value, AuthorError):
            report.longrepr = str(call.excinfo.value)
        params = getattr(getattr(item, "callspec", None), "params", {})
        place = _place(params, item.config.rootpath)
        _explain(report, place, _declaration(params), "\n".join((*_inputs(call.excinfo), getdoc(test) or "")))
    return report


def _explain(report: pytest.TestReport, place: str, about: str, doc: str) -> None:
    """Add the declaration, the docstring and the fix to the report of a contract test."""
    text = f"{place}{about}\n{doc}".strip()
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:
        report.longrepr = f"{report.longrepr}\n{text}"
        return
    subject = "" if not about or about in crash.message else f"{about}: "
    crash.message = f"{place}{subject}{crash.message}"
    report.longrepr.addsection("What this contract test requires", text)  # type: ignore[union-attr]  # pytest's own


def _inputs(failure: pytest.ExceptionInfo[BaseException]) -> Iterator[str]:
    """Yield the inputs with which a contract test failed, if known."""
    for entry in reversed(failure.traceback):
        inputs = entry.frame.f_locals.get("inputs")
        if isinstance(inputs, Mapping) and entry.frame.f_globals.get("__name__", "").startswith(CONTRACTS):
            yield f"with {dict(inputs)}"
            return


def _place(params: Mapping[str, Any], root: Path) -> str:
    """Return the file and line of the code under test, as the start of a message, or ""."""
    for each in params.values():
        if isinstance(each, Calculator):
            function = each.mechanic or each.closed_form or each.answer
            code = getattr(unwrap(function), "__code__", None) if function else None
            if code and function.__module__.startswith(f"{systems.__name__}."):
                return f"{_relative_to(root, code.co_filename)}:{code.co_firstlineno}: "
        elif isinstance(each, Game):
            module = sys.modules.get(f"{systems.__name__}.{each.id}")
            if module and module.__file__:
                return f"{_relative_to(root, module.__file__)}: "
    return ""


def _relative_to(root: Path, file: str) -> Path:
    """Return a file's path relative to the root of the tests, or the whole path if it is elsewhere."""
    path = Path(file)
    return path.relative_to(root) if path.is_relative_to(root) else path


def _declaration(params: Mapping[str, Any]) -> str:
    """Return the names of the declarations under test."""
    names = []
    for each in params.values():
        if isinstance(each, Calculator):
            names.append(f"calculator {each.id}")
        elif isinstance(each, Game):
            names.append(f"game {each.id}")
        elif isinstance(each, Preset):
            names.append(f"start {each.id}")
        elif isinstance(each, DuelSides):
            names.append(f"sides of calculator {each.calculator}")
        elif isinstance(each, str):
            names.append(each)
    return ", ".join(names)
