"""The code keeps to what `[tool.ruff]` in pyproject.toml asks: no unused name, sorted imports, one layout, sound types."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("asked", [("check", "--output-format", "concise"), ("format", "--diff")])
def test_ruff_finds_nothing(asked: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "ruff", *asked, "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_finds_nothing() -> None:
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(ROOT / ".cache" / "mypy")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_prettier_finds_nothing() -> None:
    # left to itself it looks at each file below, and most are none of its languages
    others = [f":!*.{kind}" for kind in ("py", "md", "txt")]
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *others]
    listed = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [name for name in listed.split("\0") if (ROOT / name).is_file()]
    keeping = ["--cache", "--cache-strategy", "content", "--cache-location", ".cache/prettier"]
    asked = ["--check", "--ignore-unknown", *keeping, "--", *files]
    command = ["node", "node_modules/prettier/bin/prettier.cjs", *asked]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
