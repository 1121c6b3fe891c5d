"""How failing tests are told, for the `conftest.py` of a book: what the rules refuse is one sentence with its
line, not the way it took through Diceleaf.
"""

from collections.abc import Generator
from pathlib import Path

import pytest

from rules_py import InputError

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
    return report
