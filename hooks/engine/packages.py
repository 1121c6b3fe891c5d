"""The Python half of the engine: the rules as a wheel, the standard library cut to size, both as
bytecode, and the lock file by which Pyodide finds the wheel. Same input, same bytes: dates are fixed and
order is sorted.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pyodide_lock import PyodideLockSpec
from pyodide_lock.spec import PackageSpec
from pyodide_lock.utils import update_package_sha256

PACKAGE = "diceleaf"
LOCK = "pyodide-lock.json"
STDLIB = "python_stdlib.zip"

_EPOCH = 315532800  # 1980-01-01, the oldest date a zip can hold
_DATE = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Packages:
    """File names in the folder they were written to."""

    wheel: str
    version: str


def write_packages(pyodide: Path, source: Path, modules: Iterable[str] | None, out: Path) -> Packages:
    """Write the wheel, the lock file and the standard library into the folder `out`.

    `pyodide` is the folder of the npm package, `source` the repository with `rules_py` and its
    `pyproject.toml`, `modules` the names of the modules the standard library is cut to, or None for all of
    it.
    """
    wheel = _build_wheel(source, out)
    spec = PyodideLockSpec.from_json(pyodide / LOCK)
    version = wheel.split("-")[1]
    spec.packages = {PACKAGE: PackageSpec(PACKAGE, version, wheel, "site", imports=["rules_py"])}
    spec.to_json(out / LOCK)
    _compile(out, "-OO")
    _cut_stdlib(pyodide / STDLIB, modules, out / STDLIB)
    _compile(out / STDLIB, "-OO")
    spec = PyodideLockSpec.from_json(out / LOCK)
    package = spec.packages[PACKAGE]
    for name in (package.file_name, STDLIB):
        _fix_dates(out / name)
    update_package_sha256(package, out / package.file_name)
    spec.to_json(out / LOCK)
    return Packages(package.file_name, package.version)


def stdlib_names(source: Path) -> set[str]:
    """Every module outside the package that some file of `rules_py` imports, at its head or within a
    function.

    The command line's are left out: it is no part of the engine.
    """
    names = set()
    for path in sorted((source / "rules_py").rglob("*.py")):
        if path.name == "__main__.py":
            continue
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add(node.module)
    return {name for name in names if name.split(".")[0] not in ("rules_py", "__future__")}


def _build_wheel(source: Path, out: Path) -> str:
    build = "import sys; from flit_core.buildapi import build_wheel; print(build_wheel(sys.argv[1]))"
    return _run([sys.executable, "-c", build, str(out.resolve())], source).split()[-1]


def _compile(archives: Path, *options: str) -> None:
    """Turn the .py files of an archive, or of all in a folder with its lock file, into bytecode.

    Python's `options` apply to the bytecode: -OO leaves out docstrings, which no reader asks for.
    """
    command = [sys.executable, *options, "-m", "pyodide_cli", "py-compile", "--silent", "--no-keep"]
    _run([*command, "--compression-level", "0", str(archives.resolve())], archives.parent)


def _run(command: list[str], folder: Path) -> str:
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(_EPOCH)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[:4])}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def _cut_stdlib(whole: Path, modules: Iterable[str] | None, out: Path) -> None:
    """Copy the standard library's archive, with only the given modules and the packages they lie in."""
    wanted = None if modules is None else {name.replace(".", "/") for name in modules}
    with zipfile.ZipFile(whole) as archive, zipfile.ZipFile(out, "w") as cut:
        for name in sorted(archive.namelist()):
            stem = name.removesuffix(".py").removesuffix("/__init__")
            if name.endswith(".py") and (wanted is None or stem in wanted):
                cut.writestr(name, archive.read(name))


def _fix_dates(path: Path) -> None:
    """Rewrite an archive with one date and no compression: it is compressed as a whole later."""
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in sorted(archive.namelist())}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in contents.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
