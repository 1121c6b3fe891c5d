"""The Python files of the engine: the rules as a wheel, each game as an archive, a part of the standard
library, all as bytecode, and the lock file for Pyodide. The same input gives the same bytes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from pyodide_lock import PyodideLockSpec
from pyodide_lock.spec import PackageSpec
from pyodide_lock.utils import update_package_sha256

from hooks.base.dependency_hashes import imports, rules
from hooks.engine import bytecode
from rules_py import __version__
from rules_py.systems.registry import PAGES

PACKAGE = "diceleaf"
LOCK = "pyodide-lock.json"
STDLIB = "python_stdlib.zip"

_GAMES = "rules_py/systems"
_BYTECODE = Path(bytecode.__file__)
_LOADERS = ("encodings.cp437", "tarfile", "zipfile")
"""Modules that Pyodide imports only when it loads a package."""

_METADATA = {
    "METADATA": f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: {__version__}\n",
    "WHEEL": "Wheel-Version: 1.0\nGenerator: diceleaf\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
}
"""The metadata of a wheel that Pyodide needs."""

NOT_IN_BROWSERS = ("__main__.py", "authoring", "command_line")
"""Parts of the rules that a browser doesn't need."""


def write_packages(pyodide: Path, out: Path, games: Iterable[str], *, quickly: bool) -> str:
    """Write the wheel, the lock file and the archives of these games, as `ID.zip`, into the folder `out`, and
    return the wheel's name. The wheel contains the other games. The code that turns blocks of pages into a
    game is packed with such games.

    `pyodide` is the folder of the npm package. `quickly` compiles in this process, which has cached bytecode,
    but may give other bytes each time, and keeps line numbers for an author's tracebacks.
    """
    wheel = out / f"{PACKAGE}-{__version__}-py3-none-any.whl"
    about = {f"{PACKAGE}-{__version__}.dist-info/{name}": text.encode() for name, text in _METADATA.items()}
    rule_files = {name: path.read_bytes() for name, path in _rules().items()}
    contents = {}
    for_pages = {name: rule_files.pop(name) for name in [*rule_files] if name.startswith(f"{_GAMES}/page_")}
    for game in games:
        own = {name: rule_files.pop(name) for name in [*rule_files] if name.startswith(f"{_GAMES}/{game}/")}
        contents[out / f"{game}.zip"] = own | (for_pages if f"{_GAMES}/{game}/{PAGES}.py" in own else {})
    if any(name.endswith(f"/{PAGES}.py") for name in rule_files):
        rule_files |= for_pages
    contents[wheel] = rule_files | about
    for archive, files in contents.items():
        bytecode.write(str(archive), files)
        if quickly:
            bytecode.main(str(archive), str(archive), strip=False)
        else:
            _run_bytecode(archive, archive)
    package = PackageSpec(PACKAGE, __version__, wheel.name, "site", imports=["rules_py"])
    update_package_sha256(package, wheel)
    spec = PyodideLockSpec.from_json(pyodide / LOCK)
    spec.packages = {PACKAGE: package}
    spec.to_json(out / LOCK)
    return wheel.name


def _rules() -> dict[str, Path]:
    """Return the files of the rules in the engine, by their names in the package."""
    return {
        name: path
        for name, path in rules().items()
        if not {*PurePosixPath(name).parts} & {*NOT_IN_BROWSERS} and not name.endswith(".svg")
    }


def write_library(pyodide: Path, names: Iterable[str], out: Path) -> None:
    """Write the whole standard library, with what these modules and Pyodide probably need as bytecode."""
    with zipfile.ZipFile(pyodide / STDLIB) as archive:
        modules = (name.removesuffix(".py").removesuffix("/__init__") for name in archive.namelist())
        own = {name.replace("/", ".") for name in modules if name.startswith(("pyodide", "_pyodide"))}
    _run_bytecode(pyodide / STDLIB, out, ",".join(sorted({*names, *own, *_LOADERS})))


def cut_library(whole: Path, modules: Iterable[str], out: Path) -> None:
    """Copy these modules of the library from `write_library`, all as bytecode."""
    stems_to_keep = {name.replace(".", "/") for name in modules}
    with zipfile.ZipFile(whole) as archive:
        stems = {name: name.removesuffix("c").removesuffix(".py") for name in archive.namelist()}
        remaining = [name for name, stem in stems.items() if stem.removesuffix("/__init__") in stems_to_keep]
        bytecode.write(str(out), {name: archive.read(name) for name in remaining})
    if any(name.endswith(".py") for name in remaining):
        _run_bytecode(out, out)


LONG_NUMBERS = "_pylong"
"""A module with which Python divides integers of thousands of digits, without an import in any file."""


def stdlib_names() -> set[str]:
    """Return every module outside the package that the engine's rules import, and `LONG_NUMBERS`."""
    names = {
        module
        for name, path in _rules().items()
        if name.endswith(".py")
        for module, _ in imports(name, path.read_bytes())
    }
    outside = {name for name in names if name.split(".")[0] not in ("rules_py", "__future__")}
    return outside | {LONG_NUMBERS}


def _run_bytecode(archive: Path, out: Path, *names: str) -> None:
    command: list[str | Path] = [sys.executable, "-OO", _BYTECODE, archive, out, *names]
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if result.returncode:
        raise RuntimeError(f"{_BYTECODE.name}: {result.stderr.strip()}")
