"""Snapshots: text files with what the code does today, so that `git diff` shows what a change does.

A test compares its text with `snapshot(path, text)`; `--update-snapshots` writes the files instead. This is
a plugin of our own rather than syrupy or pytest-regressions, because the files also hold the cases: a line
added by hand is a new case.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

import pytest

OPTION = "--update-snapshots"
COMMAND = f"./site_build.sh test tests/core tests/contracts {OPTION}"
ROOT = Path(__file__).parents[1]
MAX_DIFF_LINES = 80

type Snapshot = Callable[[Path, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        OPTION, action="store_true", help="rewrite the snapshots, and run only the tests that have some"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption(OPTION, default=False):
        items[:] = [item for item in items if "snapshot" in getattr(item, "fixturenames", ())]


@pytest.fixture
def snapshot(request: pytest.FixtureRequest) -> Snapshot:
    """Return the function that compares a text with a snapshot file."""
    updating = request.config.getoption(OPTION, default=False)

    def compare(path: Path, text: str) -> None:
        text = text.replace("\r", "").strip("\n") + "\n"
        expected = path.read_text("utf-8") if path.is_file() else ""
        if text == expected:
            return
        if updating:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            return
        name = path.relative_to(ROOT).as_posix()
        lines = [*unified_diff(expected.splitlines(), text.splitlines(), name, "now", lineterm="")]
        lines[MAX_DIFF_LINES:] = [f"… {len(lines)} lines"] if len(lines) > MAX_DIFF_LINES else []
        hint = f"If the change is intended, update the snapshots with\n{COMMAND}\nand review them with `git diff`."
        pytest.fail("\n".join((*lines, "", hint)), pytrace=False)

    return compare
