"""`diceleaf coverage` lists what no example, claim or published odds of a book depends on."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from hooks.contracts.coverage.branches import Reached
from hooks.contracts.coverage.citations import citations
from tests.directives.guide_game import ROOT, guide_files

RULES = '''"""The rules of a game."""

HOT = 4
"""From where it burns. E-9."""


def burn(best, wet):
    """Return how it burns. E-2 to E-4."""
    if best >= HOT and not wet:
        return "blaze" if best == 6 else "embers"
    # E-5: wood that is wet only smokes
    return "smoke"


def dry(wood):
    """Return dry wood. E-6."""
    if wood:
        return wood
    return 0
'''


@pytest.fixture
def rules(tmp_path: Path) -> ModuleType:
    path = tmp_path / "ember_rules.py"
    path.write_text(RULES)
    spec = importlib.util.spec_from_file_location("ember_rules", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def gaps(rules: ModuleType, tmp_path: Path, run: Callable[[], object]) -> list[str]:
    with Reached([tmp_path]) as reached:
        run()
    count, branch_gaps = reached.branches(Path(str(rules.__file__)))
    assert count == 8, "four conditions have two sides each"
    return [f"{gap.line}: {gap.text}" for gap in branch_gaps]


def test_branches_include_conditions_within_a_line(rules: ModuleType, tmp_path: Path) -> None:
    assert gaps(rules, tmp_path, lambda: rules.burn(5, False)) == [
        "9: `best >= HOT` is never false",
        "9: `wet` is never true",
        "10: `best == 6` is never true",
        "15: dry() never runs",
    ]


def test_branches_taken_both_ways_are_no_gaps(rules: ModuleType, tmp_path: Path) -> None:
    def run() -> None:
        for best, wet in ((6, False), (5, False), (5, True), (1, False)):
            rules.burn(best, wet)
        rules.dry(0), rules.dry(1)

    assert gaps(rules, tmp_path, run) == []


def test_citations_have_names_and_line_ranges(rules: ModuleType) -> None:
    cited = {each.rule: each for each in citations(Path(str(rules.__file__)))}
    assert sorted(cited) == ["E-2", "E-3", "E-4", "E-5", "E-6", "E-9"]
    assert cited["E-9"].names == {"HOT"}
    assert (cited["E-5"].first, cited["E-5"].last) == (11, 12)
    assert (cited["E-3"].first, cited["E-3"].last) == (9, 12)


@pytest.fixture
def coverage(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs `diceleaf coverage` in a book with the guide's game."""
    for name, text in guide_files().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "mkdocs.yml").write_text("site_name: Lantern\n")

    def run(game: str = "lantern") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "rules_py", "coverage", game]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    return run


def test_coverage_output_matches_the_guide(coverage: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """The guide's game has an example for one of three results, and its sheet is in no example."""
    result = coverage()
    assert (result.returncode, result.stderr) == (0, "")
    guide = (ROOT / "docs/authoring/testing.md").read_text("utf-8")
    guide_output = guide.partition("$ .venv/bin/diceleaf coverage lantern\n")[2].partition("```")[0]
    assert "`best >= 4` is never false" in guide_output
    assert result.stdout == guide_output
    unknown = coverage("lantrn")
    assert unknown.returncode == 2 and "lantrn" in unknown.stderr


def test_coverage_counts_rules_that_need_no_example(
    coverage: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    page = tmp_path / "docs/lantern/index.md"
    page.write_text(page.read_text("utf-8").replace("---\n", "---\nno_example: [L-2, L-3]\n", 1), "utf-8")
    lines = coverage().stdout.splitlines()
    assert lines[:2] == [
        "docs/lantern/index.md:18: L-4 has no example, claim or published odds; cited in finds.py, rules.py",
        "docs/lantern/index.md:2: L-3 doesn't need `no_example`: it isn't unchecked",
    ]
    assert "; 1 need no example; 1 are unchecked." in lines[-2]
