"""A contract test that fails in a book says which declaration it is about, what it asks for, and the fix."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules_py.systems import registry

ROOT = Path(__file__).parents[2]
FAILING = '''
import pytest
from rules_py.systems import registry

@pytest.mark.parametrize("calculator", [registry.calculator("tools.throw")])
def test_sum(calculator):
    """The chances come to 1.

    Fix: the weights.
    """
    inputs = {{"number": 3}}
    {body}

__name__ = test_sum.__module__ = "hooks.contracts.made_up"
'''


@pytest.mark.parametrize("body", ["assert 1 == 2", "[].pop()", 'pytest.fail("too many", pytrace=False)'])
def test_failure_names_declaration_and_fix(tmp_path: Path, body: str) -> None:
    report = failing_report(tmp_path, body)
    mechanic = registry.calculator("tools.throw").mechanic
    assert mechanic
    about = f"{mechanic.__code__.co_filename}:{mechanic.__code__.co_firstlineno}: calculator tools.throw"
    assert f"{about}\nwith {{'number': 3}}\nThe chances come to 1.\n\nFix: the weights." in report
    if "fail(" not in body:
        summary = report.split("short test summary")[1]
        assert f"{about}: " in summary


def failing_report(folder: Path, body: str) -> str:
    """Return what pytest prints of a contract test with this body, which fails."""
    (folder / "conftest.py").write_text("from hooks.pytest_plugin import *\n")
    (folder / "test_laws.py").write_text(FAILING.format(body=body))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(folder),
        str(folder),
    ]
    environment = {**os.environ, "COLUMNS": "300"}
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)
    assert result.returncode == 1
    return result.stdout


def test_author_error_in_contract_test_is_one_line(tmp_path: Path) -> None:
    """It names its place: the way it took through Diceleaf says nothing to an author."""
    place = 'Place("docs/ember/index.md", 20)'
    body = f"""from hooks.base.errors import DirectiveError, Place
    raise DirectiveError({place}, "example printed 5, but the text says 4")"""
    report = failing_report(tmp_path, body)
    assert "\ndocs/ember/index.md:20: example printed 5" in report
    assert "Fix: the weights." in report and "raise DirectiveError" not in report
