"""How failing tests are told, for the `conftest.py` of a book: what the rules refuse is one sentence with its
line, not the way it took through Diceleaf; a contract test says which declaration it is about, and what for.
"""

from collections.abc import Generator, Mapping
from inspect import getdoc
from pathlib import Path
from typing import Any

import pytest

from rules_py import InputError
from rules_py.calculator import Calculator
from rules_py.desk import Start
from rules_py.game import Game

pytest.register_assert_rewrite("hooks.laws")


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
    if report.failed and getattr(law, "__module__", "").startswith("hooks.laws."):
        _explain(report, law, getattr(getattr(item, "callspec", None), "params", {}))
    return report


def _explain(report: pytest.TestReport, law: object, given: Mapping[str, Any]) -> None:
    """Add to the report of a contract test its declaration, what is asked of it, and how it is put right."""
    about = _declaration(given)
    told = "\n".join(filter(None, (about, getdoc(law))))
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:
        report.longrepr = f"{report.longrepr}\n{told}"
        return
    crash.message = f"{about}: {crash.message}" if about and about not in crash.message else crash.message
    report.longrepr.addsection("What this contract test asks for", told)  # type: ignore[union-attr]


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
        elif isinstance(each, str):
            names.append(each)
    return ", ".join(names)
