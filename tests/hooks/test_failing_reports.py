"""A contract test that fails in a book says which declaration it is about, what it asks for, and the fix."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules_py import catalogue

ROOT = Path(__file__).parents[2]
FAILING = '''
import pytest
from rules_py import catalogue

@pytest.mark.parametrize("calculator", [catalogue.calculator("tools.throw")])
def test_sum(calculator):
    """The chances come to 1.

    Fix: the weights.
    """
    inputs = {{"number": 3}}
    {body}

__name__ = test_sum.__module__ = "hooks.laws.made_up"
'''


@pytest.mark.parametrize("body", ["assert 1 == 2", "[].pop()", 'pytest.fail("too many", pytrace=False)'])
def test_failure_names_declaration_and_fix(tmp_path: Path, body: str) -> None:
    (tmp_path / "conftest.py").write_text("from hooks.failing_tests import *\n")
    (tmp_path / "test_laws.py").write_text(FAILING.format(body=body))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        str(tmp_path),
    ]
    environment = {**os.environ, "COLUMNS": "300"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 1
    mechanic = catalogue.calculator("tools.throw").mechanic
    assert mechanic
    code = mechanic.__code__
    about = f"{code.co_filename}:{code.co_firstlineno}: calculator tools.throw"
    assert f"{about}\nwith {{'number': 3}}\nThe chances come to 1.\n\nFix: the weights." in done.stdout
    if "fail(" not in body:
        summary = done.stdout.split("short test summary")[1]
        assert f"{about}: " in summary
