"""Static checks of the code: Ruff, mypy, Prettier and the width of comments."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def repository_files(*which: str) -> list[str]:
    """Return the files of the repository that match git's patterns, including untracked ones."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *which]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in names.split("\0") if (ROOT / name).is_file()]


@pytest.mark.parametrize("arguments", [("check", "--output-format", "concise"), ("format", "--diff")])
def test_ruff_finds_nothing(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "ruff", *arguments, "--no-cache"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_mypy_finds_nothing() -> None:
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(ROOT / ".cache" / "mypy")]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_prettier_finds_nothing() -> None:
    # without a list it reads every file of the folder, most of which aren't in its languages
    files = repository_files(*(f":!*.{kind}" for kind in ("py", "md", "txt")))
    cache = ["--cache", "--cache-strategy", "content", "--cache-location", ".cache/prettier"]
    arguments = ["--check", "--ignore-unknown", *cache, "--", *files]
    command = ["node", "node_modules/prettier/bin/prettier.cjs", *arguments]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_comments_fit_the_print_width() -> None:
    """Prettier doesn't wrap comments; Ruff checks those of Python."""
    width = json.loads((ROOT / "package.json").read_text("utf-8"))["prettier"]["printWidth"]
    comment = re.compile(r"\s*(//|/?\*)|.*\s// [^'\"`]+$")
    wide = [
        f"{name}:{number}: {line}"
        for name in repository_files("*.js", "*.mjs", "*.css")
        for number, line in enumerate((ROOT / name).read_text("utf-8").splitlines(), start=1)
        if len(line) > width and comment.match(line)
    ]
    assert wide == []


TITLE = re.compile(r"""\btest\(\s*(["'`])((?:\\.|(?!\1).)*)\1""", re.DOTALL)
"""The title of a test of a script as it is written, which may contain `${expressions}`."""


def test_titles_of_node_tests_have_at_most_60_characters() -> None:
    titles = {
        name: [match[2] for match in TITLE.finditer((ROOT / name).read_text("utf-8"))]
        for name in repository_files("tests/js/*.test.mjs")
    }
    assert all(titles.values())
    assert [(name, title) for name in titles for title in titles[name] if len(title) > 60] == []
