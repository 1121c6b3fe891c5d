"""The unit tests of the JavaScript, `node --test tests/js/`, each file as one test."""

import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.test.mjs"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".test.mjs"))
def test_the_script_does_what_its_tests_say(node: str, file: Path) -> None:
    done = subprocess.run([node, "--test", file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0" not in done.stdout
