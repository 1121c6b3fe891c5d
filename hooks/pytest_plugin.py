"""How failing tests are told, for the `conftest.py` of a book: what the rules refuse is one sentence with its
line, not the way it took through Diceleaf; a contract test says which declaration it is about, and what for.
"""

import sys
from collections.abc import Generator, Iterator, Mapping
from inspect import getdoc, unwrap
from pathlib import Path
from typing import Any

import pytest

from hooks.directives.errors import AuthorError
from rules_py import InputError, systems
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.duel_sides import DuelSides
from rules_py.systems.game import Game
from rules_py.tracker import Start

LAWS = "hooks.contracts."
pytest.register_assert_rewrite("hooks.contracts")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.excinfo is not None and isinstance(call.excinfo.value, InputError):
        own = [each for each in call.excinfo.traceback if Path(each.path) == item.path]
        if own:
            report.longrepr = f"{item.nodeid.partition('::')[0]}:{own[-1].lineno + 1}: {call.excinfo.value}"
    law = getattr(item, "function", None)
    if report.failed and call.excinfo and getattr(law, "__module__", "").startswith(LAWS):
        if isinstance(call.excinfo.value, AuthorError):
            report.longrepr = str(call.excinfo.value)
        given = getattr(getattr(item, "callspec", None), "params", {})
        place = _place(given, item.config.rootpath)
        _explain(report, place, _declaration(given), "\n".join((*_inputs(call.excinfo), getdoc(law) or "")))
    return report


def _explain(report: pytest.TestReport, place: str, about: str, told: str) -> None:
    """Add to the report of a contract test its declaration, what is asked of it, and how it is put right."""
    told = f"{place}{about}\n{told}".strip()
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:
        report.longrepr = f"{report.longrepr}\n{told}"
        return
    named = "" if not about or about in crash.message else f"{about}: "
    crash.message = f"{place}{named}{crash.message}"
    report.longrepr.addsection("What this contract test asks for", told)  # type: ignore[union-attr]


def _inputs(failure: pytest.ExceptionInfo[BaseException]) -> Iterator[str]:
    """Yield the inputs that a contract test had come to when it failed."""
    for each in reversed(failure.traceback):
        inputs = each.frame.f_locals.get("inputs")
        if isinstance(inputs, Mapping) and each.frame.f_globals.get("__name__", "").startswith(LAWS):
            yield f"with {dict(inputs)}"
            return


def _place(given: Mapping[str, Any], root: Path) -> str:
    """Return the file and line of the code that a contract test was given, in front of a message, or ""."""
    for each in given.values():
        if isinstance(each, Calculator):
            function = each.mechanic or each.closed_form or each.answer
            code = getattr(unwrap(function), "__code__", None) if function else None
            if code and function.__module__.startswith(f"{systems.__name__}."):
                return f"{_below(root, code.co_filename)}:{code.co_firstlineno}: "
        elif isinstance(each, Game):
            module = sys.modules.get(f"{systems.__name__}.{each.id}")
            if module and module.__file__:
                return f"{_below(root, module.__file__)}: "
    return ""


def _below(root: Path, file: str) -> Path:
    """Return a file's path from the root of the tests, or the whole path where it is elsewhere."""
    path = Path(file)
    return path.relative_to(root) if path.is_relative_to(root) else path


def _declaration(given: Mapping[str, Any]) -> str:
    """Name the declaration that a contract test was given."""
    names = []
    for each in given.values():
        if isinstance(each, Calculator):
            names.append(f"calculator {each.id}")
        elif isinstance(each, Game):
            names.append(f"game {each.id}")
        elif isinstance(each, Start):
            names.append(f"start {each.id}")
        elif isinstance(each, DuelSides):
            names.append(f"sides of calculator {each.calculator}")
        elif isinstance(each, str):
            names.append(each)
    return ", ".join(names)
