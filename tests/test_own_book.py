"""A book in a repository of its own: nothing there but its text and its games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.directives.test_sixth_game import ROOT, written_in_the_guide


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """The game of the guide, alone in a repository."""
    for name, text in written_in_the_guide().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "mkdocs.yml").write_text("site_name: Lantern\n")
    return tmp_path


def run(*command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    line = [sys.executable, "-m", *command]
    return subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_its_games_are_found_from_every_folder_of_it(repository: Path) -> None:
    for folder in (repository, repository / "docs/lantern"):
        done = run("rules_py", "odds", "lantern.shine", "wick=1", "--json", folder=folder)
        assert (done.returncode, done.stderr) == (0, "")
        assert "1/6" in done.stdout


def test_a_slip_is_told_with_its_place_in_that_repository(repository: Path) -> None:
    rules = repository / "rules_py/systems/lantern/rules.py"
    rules.write_text(rules.read_text("utf-8").replace("LIGHT = Scale(", "LIGHT = Scale(("), "utf-8")
    done = run("rules_py", "list", "lantern", folder=repository)
    assert done.returncode == 2
    assert "rules_py/systems/lantern/rules.py:11: SyntaxError: '(' was never closed" in done.stderr
