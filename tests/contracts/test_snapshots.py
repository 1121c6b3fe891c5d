"""Tests that compare games and pages with the snapshots."""

from __future__ import annotations

import pytest

from rules_py.systems import registry
from tests.contracts.snapshot_files import FOLDER, snapshot_names, snapshot_text
from tests.snapshots import COMMAND, OPTION, Snapshot


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "name" in metafunc.fixturenames:
        updating = metafunc.config.getoption(OPTION, default=False)
        metafunc.parametrize("name", snapshot_names(every_game=updating))


def test_snapshot_is_unchanged(name: str, snapshot: Snapshot) -> None:
    snapshot(FOLDER / f"{name}.txt", snapshot_text(name))


def test_every_snapshot_belongs_to_something(request: pytest.FixtureRequest, snapshot: Snapshot) -> None:
    """A file of a calculator that is gone is deleted by an update."""
    expected = {FOLDER / f"{name}.txt" for name in snapshot_names(every_game=False)}
    games = [FOLDER / game for game in registry.game_ids()]
    stale = sorted(path for folder in games for path in folder.rglob("*.txt") if path not in expected)
    if request.config.getoption(OPTION, default=False):
        for path in stale:
            path.unlink()
    else:
        assert not stale, f"no calculator, sheet or tracker is called like this; {COMMAND} deletes the files"
