"""The trimming of Pyodide's script and WebAssembly module to what the rules need.

Pyodide can link compiled packages at run time: it exports all 9700 C functions of the interpreter, each with
a JavaScript variable, and contains every library of Emscripten, including OpenGL and SDL. The rules are plain
Python, so nothing is ever linked. Each export costs time at every start, so those that no script names and
the module doesn't import are removed. The 274 functions of OpenGL cost most, as the module requests their
addresses and a module would be compiled for each. They get no address. A third of the functions can't be
called any more without these exports, and their code is removed.

A name is considered used if it occurs as a word anywhere in the remaining scripts.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

from hooks.engine.wasm import (
    CUSTOM,
    EXPORTS,
    imports,
    leb128,
    read_name,
    read_number,
    remove_dead_functions,
    sections,
)
from rules_py.base.errors import format_error

_SHAKE = Path(__file__).with_name("shake.mjs")

_EXPORTED_VARIABLE = re.compile(r'var ([\w$]+)=Module\["\1"\]=(?:wasmExports\["([\w$]+)"\]|\d+);')
_SIGNATURE = re.compile(r'\b([\w$]+)\.sig="\w*";')
_PUBLISHED = re.compile(r'Module\["([\w$]+)"\]=\1;')
_BY_NAME = re.compile(r'Module\["([\w$]+)"\]')
_BY_DOT = re.compile(r"Module\.([\w$]+)")
_IMPORT_TABLE = re.compile(r"var wasmImports=\{([^{}]*)\};")
_ALIAS = re.compile(r"\bvar ([\w$]+)=([\w$]+);")
_WORD = re.compile(r"[\w$]+")
_OPENGL = "emscripten_gl"

_SHORTCUTS = (
    # only functions requested by address need one; by default all get one, for packages linked later
    (
        "for(var symName in exports){if(isInternalSym(symName)){continue}",
        "for(var symName in exports){if(isInternalSym(symName)||!(symName in GOT)){continue}",
    ),
    # removed functions have no address
    ("if(!value&&!entry.required){continue}", "if(!value){continue}"),
    # the positions of functions in their table are never requested; reading all 6000 costs time
    ("var functionsInTableMap;", "var functionsInTableMap=new WeakMap;"),
)


def trim(script: str, wasm: bytes, companions: str) -> tuple[str, bytes]:
    """Return `pyodide.asm.js` and `pyodide.asm.wasm`, trimmed.

    `companions` is the text of everything else that names parts of them: Pyodide's loader, its Python modules
    and our boot code. Raises ValueError for an unknown version of Pyodide, RuntimeError if esbuild fails.
    """
    imported_names = {name for name, _ in imports(wasm)}
    script = _trim_script(script, imported_names, companions)
    used_names = set(_WORD.findall(script)) | set(_WORD.findall(companions)) | imported_names
    return script, remove_dead_functions(_trim_exports(wasm, used_names))


def _trim_script(script: str, imported_names: set[str], companions: str) -> str:
    script, tables = _IMPORT_TABLE.subn(lambda table: _shorter_table(table[1], imported_names), script)
    if tables != 1:
        raise ValueError(format_error("tables of imports in pyodide.asm.js", str(tables), "one"))
    outside = set(_WORD.findall(companions))
    implementations = {name for table in _IMPORT_TABLE.findall(script) for name in _WORD.findall(table)}
    implementations |= {name for alias, name in _ALIAS.findall(script) if alias in implementations}
    script = _SIGNATURE.sub(lambda match: match[0] if match[1] in implementations else "", script)
    read = outside | _used_properties(script)
    script = _PUBLISHED.sub(lambda match: match[0] if match[1] in read else "", script)
    for original, shorter in _SHORTCUTS:
        if script.count(original) != 1:
            times = f"{script.count(original)} times"
            raise ValueError(format_error(f"{original} in pyodide.asm.js", times, "once"))
        script = script.replace(original, shorter)
    script = _shaken(script)
    words = Counter(_WORD.findall(script))

    def keep(match: re.Match[str]) -> str:
        name = match[1]
        return match[0] if words[name] > 2 or name in outside else ""

    return _EXPORTED_VARIABLE.sub(keep, script)


def _shorter_table(entries: str, imported_names: set[str]) -> str:
    names = {entry.split(":")[0].strip(): entry for entry in entries.split(",")}
    remaining = [
        entry for name, entry in names.items() if name in imported_names and not name.startswith(_OPENGL)
    ]
    return "var wasmImports={" + ",".join(remaining) + "};"


def _shaken(script: str) -> str:
    """Return the script without unused definitions."""
    command: list[str | Path] = [shutil.which("node") or "node", _SHAKE]
    result = subprocess.run(command, input=script, capture_output=True, text=True, check=False)
    if result.returncode:
        raise RuntimeError(f"shake.mjs failed: {result.stderr.strip()}")
    return result.stdout


def _used_properties(script: str) -> set[str]:
    """Return the properties of Module that the script reads, and doesn't only assign."""
    counts = Counter(_BY_NAME.findall(script))
    return {*_BY_DOT.findall(script), *(name for name, times in counts.items() if times > 1)}


def _trim_exports(wasm: bytes, used_names: set[str]) -> bytes:
    """Return the module with only the exports in `used`, and without sections for debuggers."""
    out = bytearray(wasm[:8])
    for section, start, end in sections(wasm):
        body = wasm[start:end]
        if section == EXPORTS:
            body = _fewer_exports(body, used_names)
        if section == CUSTOM and read_name(wasm, start)[0] not in ("dylink.0", "target_features"):
            continue
        out.append(section)
        out += leb128(len(body)) + body
    return bytes(out)


def _fewer_exports(body: bytes, used_names: set[str]) -> bytes:
    count, at = read_number(body, 0)
    exports = []
    for _ in range(count):
        begin = at
        name, at = read_name(body, at)
        _, at = read_number(body, at + 1)
        if name in used_names or f"_{name}" in used_names:
            exports.append(body[begin:at])
    return leb128(len(exports)) + b"".join(exports)
