"""The unit tests of the JavaScript, `node --test tests/js/`, here each file as one test; those in `built` look at the site,
those in `live` at elements in a page without a browser, with the rules in a process beside it.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.test.mjs"))
OF_THE_SITE = sorted((HERE / "built").glob("*.test.mjs"))
OF_ELEMENTS = sorted((HERE / "live").glob("*.test.mjs"))


def name_of(file: Path) -> str:
    return file.name.removesuffix(".test.mjs")


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_the_script_does_what_its_tests_say(node: str, file: Path) -> None:
    look(node, file)


@pytest.mark.parametrize("file", OF_ELEMENTS, ids=name_of)
def test_the_element_does_so_in_a_page(node: str, file: Path) -> None:
    look(node, file)


@pytest.mark.parametrize("file", OF_THE_SITE, ids=name_of)
def test_the_script_does_so_with_the_built_books(node: str, file: Path, site: Path) -> None:
    look(node, file)


def look(node: str, file: Path) -> None:
    """Run the tests of a file, all of which must pass; not by `--test`, which starts another process for it."""
    env = os.environ | {"PYTHON": sys.executable, "PYTHONPATH": str(HERE.parents[1])}
    done = subprocess.run(
        [node, "--test-reporter=tap", file], capture_output=True, text=True, check=False, env=env
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0" not in done.stdout
