"""The unit tests of the JavaScript, `node --test tests/js/`, each file as one test.

Tests in `built` use the built site. Tests in `live` use elements in a page without a browser, and the rules
in a separate process.
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
SCRIPT_TESTS = sorted(HERE.glob("*.test.mjs"))
SITE_TESTS = sorted((HERE / "built").glob("*.test.mjs"))
ELEMENT_TESTS = sorted((HERE / "live").glob("*.test.mjs"))


def name_of(file: Path) -> str:
    return file.name.removesuffix(".test.mjs")


@pytest.fixture(scope="session")
def rules() -> Iterator[str]:
    """The port of the rules server, shared by the pages of all files, as its start takes longest."""
    command = [sys.executable, HERE / "live" / "rules_server.py"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as server:
        assert server.stdout
        yield server.stdout.readline().strip()
        server.terminate()


@pytest.fixture(scope="session")
def happy_dom(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The happy-dom package as one file: Node takes three times as long to read its hundreds of modules."""
    bundled = tmp_path_factory.mktemp("page") / "happy-dom.mjs"
    entry = ROOT / "node_modules" / "happy-dom" / "lib" / "index.js"
    options = ["--bundle", "--format=esm", "--platform=node", f"--outfile={bundled}", "--log-level=error"]
    banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"
    bundler = ROOT / "node_modules" / ".bin" / "esbuild"
    subprocess.run([bundler, entry, *options, f"--banner:js={banner}"], check=True)
    return bundled


@pytest.mark.parametrize("file", SCRIPT_TESTS, ids=name_of)
def test_script_passes_its_node_tests(node: str, file: Path) -> None:
    run_tests(node, file)


@pytest.mark.parametrize("file", ELEMENT_TESTS, ids=name_of)
def test_element_passes_its_node_tests(node: str, file: Path, rules: str, happy_dom: Path) -> None:
    sheets = json.dumps([each.id for each in registry.games() if each.sheet])
    run_tests(node, file, RULES_PORT=rules, HAPPY_DOM=str(happy_dom), SHEETS=sheets)


@pytest.mark.measure
@pytest.mark.parametrize("file", SITE_TESTS, ids=name_of)
def test_script_passes_node_tests_with_the_built_books(node: str, file: Path, site: Path) -> None:
    run_tests(node, file)


def run_tests(node: str, file: Path, **env: str) -> None:
    """Run the tests of a file, which must all pass, without `--test`, which would start another process."""
    result = subprocess.run(
        [node, "--test-reporter=tap", file], capture_output=True, text=True, check=False, env=os.environ | env
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "# pass 0" not in result.stdout
