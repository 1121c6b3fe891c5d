"""Three tiers of tests: unit (the core and what a change touches), contracts, and site."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

TIERS = ("unit", "contracts", "site")
CONTRACTS = ("contracts", "docs", "style")
"""Folders of tests that look at every calculator, sheet, tracker, book or file of code."""
ALWAYS = "core"
"""The folder of tests that the unit tier always runs."""
NEEDS_SITE = ("browser", "site", "slow")
"""Markers of tests that need a browser or a built site."""


def tier_of(item: pytest.Item) -> str:
    """Return the tier that a test belongs to."""
    if any(map(item.get_closest_marker, NEEDS_SITE)):
        return "site"
    return "contracts" if item.path.relative_to(ROOT / "tests").parts[0] in CONTRACTS else "unit"


def chosen_for_unit(path: Path, changed: frozenset[str]) -> bool:
    """Return whether the unit tier runs a test file.

    It runs the tests of the core, and files that have changed, import a changed module, or belong to a
    changed game.
    """
    folder = path.relative_to(ROOT / "tests").parts
    return (
        folder[0] == ALWAYS
        or path.relative_to(ROOT).as_posix() in changed
        or any(
            name.startswith(f"rules_py/systems/{folder[1]}/") for name in changed if folder[0] == "systems"
        )
        or any(f"{module.replace('.', '/')}.py" in changed for module in _imported(path))
    )


@cache
def changed_files() -> frozenset[str]:
    """Return the files that differ from the branch's upstream, or from the last commit if it has none."""
    upstream = _git("merge-base", "HEAD", "@{upstream}") or ["HEAD"]
    return frozenset(
        _git("diff", "--name-only", *upstream) + _git("ls-files", "--others", "--exclude-standard")
    )


def _git(*arguments: str) -> list[str]:
    result = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return result.stdout.splitlines() if result.returncode == 0 else []


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
