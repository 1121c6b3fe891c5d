"""The trimming of Pyodide's script."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from hooks.engine.trim import trim

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "node_modules" / "pyodide"

# Starts the engine as served, and prints how many WebAssembly modules that compiled.
COMPILED = """
import fs from "node:fs";
import { loadWorker, process } from "./hooks/engine/node_worker.mjs";
const { evaluate, files } = loadWorker(...process.argv.slice(1));
globalThis.engineFiles = files;
let compiled = 0;
WebAssembly.Module = new Proxy(WebAssembly.Module, {
  construct(target, args) {
    compiled += 1;
    return Reflect.construct(target, args);
  },
});
const { start } = await evaluate("boot(new Store('', engineFiles, () => {}))");
fs.writeSync(1, JSON.stringify([start.how, compiled]));
process.exit(0);
"""


def test_start_compiles_few_modules(site: Path, node: str) -> None:
    """Pyodide compiles one for each function of OpenGL, which takes a third of the start."""
    worker = json.loads((site / "engine" / "manifest.json").read_text())["worker"]
    command = [node, "--input-type=module", "--eval", COMPILED, site / "engine", worker]
    output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    how, compiled = json.loads(output)
    assert how == "snapshot"
    assert compiled < 20


def test_trim_rejects_a_script_of_another_pyodide() -> None:
    script = (PYODIDE / "pyodide.asm.js").read_text("utf-8")
    wasm = (PYODIDE / "pyodide.asm.wasm").read_bytes()
    other = script.replace("var functionsInTableMap;", "var functionsInTable;")
    with pytest.raises(
        ValueError, match=re.escape("var functionsInTableMap; in pyodide.asm.js: expected once, got 0 times")
    ):
        trim(other, wasm, companions="")
