"""The engine of the built site, run under Node."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent

Ask = Callable[..., Any]


@pytest.fixture(scope="session")
def run_engine(site: Path, node: str) -> Ask:
    """A function that runs a script of this folder with the engine and its worker's name.

    `run_engine(script, request, *more)` passes `request` as JSON and returns the JSON that the script prints.
    """
    engine = site / "engine"
    worker = json.loads((engine / "manifest.json").read_text())["worker"]

    def run(script: str, request: object, *more: str) -> Any:
        command = [node, HERE / script, engine, worker, *more]
        result = subprocess.run(
            command, input=json.dumps(request), capture_output=True, text=True, check=True
        )
        return json.loads(result.stdout)

    return run
