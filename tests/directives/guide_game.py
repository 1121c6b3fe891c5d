"""The game of the author's guide: its files, edits of them, and commands run in a copy."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from hooks.directives import fences
from hooks.directives.pages import read_page

ROOT = Path(__file__).resolve().parents[2]
RULES, CALCULATORS, GAME, FINDS, SHEET = (
    f"rules_py/systems/lantern/{name}.py" for name in ("rules", "calculators", "__init__", "finds", "sheet")
)
PAGE, SECOND = "docs/lantern/index.md", "docs/lantern/sheet.md"
IMPORTS = """from fractions import Fraction
from rules_py.calculators.calculator import PublishedOdds
from rules_py.dice.odds import Odds
from rules_py.calculators.measure import Measure
"""
"""Imports that some mistakes need, inserted below the first import of the calculators."""


def guide_files(chapter: str = "sixth-game") -> dict[str, str]:
    """Return the files that a chapter of the guide shows, by name."""
    page, lines = read_page(ROOT / "docs", f"authoring/{chapter}.md")
    blocks = (piece for piece in fences.split(lines, page.start) if isinstance(piece, fences.Fence))
    return {each.options["title"]: "\n".join(each.body) + "\n" for each in blocks if "title" in each.options}


def replace_once(repository: Path, name: str, before: str, after: str) -> None:
    """Replace the first `before` in a file, after adding `IMPORTS` to the calculators."""
    path = repository / name
    text = path.read_text("utf-8")
    assert before in text
    text = text.replace(before, after, 1)
    if name == CALCULATORS:
        text = text.replace("import annotations\n", f"import annotations\n{IMPORTS}", 1)
    path.write_text(text, "utf-8")


def run(repository: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a module of Python in the copy, where its own rules and hooks come before the installed ones."""
    environment = {**os.environ, "PYTHONPATH": str(repository), "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=repository,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
