"""The unit tests of the JavaScript, `node --test tests/js/`, here each file as one test; those in `built`
look at the site, those in `live` at elements in a page without a browser, with the rules in a process beside
them.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_py.systems import registry

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FILES = sorted(HERE.glob("*.test.mjs"))
OF_THE_SITE = sorted((HERE / "built").glob("*.test.mjs"))
OF_ELEMENTS = sorted((HERE / "live").glob("*.test.mjs"))


def name_of(file: Path) -> str:
    return file.name.removesuffix(".test.mjs")


@pytest.fixture(scope="session")
def rules() -> Iterator[str]:
    """The port at which the rules answer the pages of all files: what takes longest is to start them."""
    command = [sys.executable, HERE / "live" / "rules_server.py"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as answering:
        assert answering.stdout
        yield answering.stdout.readline().strip()
        answering.terminate()


@pytest.fixture(scope="session")
def happy_dom(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page without a browser as one file: Node takes thrice as long to read its hundreds of modules."""
    bundled = tmp_path_factory.mktemp("page") / "happy-dom.mjs"
    entry = ROOT / "node_modules" / "happy-dom" / "lib" / "index.js"
    options = ["--bundle", "--format=esm", "--platform=node", f"--outfile={bundled}", "--log-level=error"]
    requiring = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"
    bundler = ROOT / "node_modules" / ".bin" / "esbuild"
    subprocess.run([bundler, entry, *options, f"--banner:js={requiring}"], check=True)
    return bundled


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_script_passes_its_node_tests(node: str, file: Path) -> None:
    look(node, file)


@pytest.mark.parametrize("file", OF_ELEMENTS, ids=name_of)
def test_element_passes_its_node_tests(node: str, file: Path, rules: str, happy_dom: Path) -> None:
    sheets = json.dumps([each.id for each in registry.games() if each.sheet])
    look(node, file, ANSWERING=rules, HAPPY_DOM=str(happy_dom), SHEETS=sheets)


@pytest.mark.measure
@pytest.mark.parametrize("file", OF_THE_SITE, ids=name_of)
def test_script_passes_node_tests_with_the_built_books(node: str, file: Path, site: Path) -> None:
    look(node, file)


def look(node: str, file: Path, **env: str) -> None:
    """Run the tests of a file, all of which must pass; not by `--test`, which starts another
    process for it.
    """
    result = subprocess.run(
        [node, "--test-reporter=tap", file], capture_output=True, text=True, check=False, env=os.environ | env
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "# pass 0" not in result.stdout
