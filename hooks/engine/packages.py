"""The Python half of the engine: the rules as a wheel, the standard library cut to size, both as
bytecode, and the lock file by which Pyodide finds the wheel. Same input, same bytes: dates are fixed and
order is sorted.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from flit_core.wheel import make_wheel_in  # type: ignore[import-untyped]  # it ships no types
from pyodide_lock import PyodideLockSpec
from pyodide_lock.spec import PackageSpec
from pyodide_lock.utils import update_package_sha256

from hooks.engine import bytecode
from hooks.sources import imports

PACKAGE = "diceleaf"
LOCK = "pyodide-lock.json"
STDLIB = "python_stdlib.zip"

_BYTECODE = Path(bytecode.__file__)
_LOADERS = ("encodings.cp437", "tarfile", "zipfile")
"""What Pyodide's own modules import only when they load a package."""


@dataclass(frozen=True)
class Packages:
    """File names in the folder they were written to."""

    wheel: str
    version: str


def write_packages(pyodide: Path, source: Path, out: Path) -> Packages:
    """Write the wheel and the lock file into the folder `out`.

    `pyodide` is the folder of the npm package, `source` the repository with `rules_py` and its
    `pyproject.toml`.
    """
    wheel = make_wheel_in(source / "pyproject.toml", out).file
    _, version, *_ = wheel.name.split("-")
    _run_bytecode(wheel, wheel)
    package = PackageSpec(PACKAGE, version, wheel.name, "site", imports=["rules_py"])
    update_package_sha256(package, wheel)
    spec = PyodideLockSpec.from_json(pyodide / LOCK)
    spec.packages = {PACKAGE: package}
    spec.to_json(out / LOCK)
    return Packages(wheel.name, version)


def write_library(pyodide: Path, names: Iterable[str], out: Path) -> None:
    """Write the whole standard library: what is probably wanted for the modules `names` and for Pyodide as
    bytecode, the rest as it is.
    """
    with zipfile.ZipFile(pyodide / STDLIB) as archive:
        modules = (name.removesuffix(".py").removesuffix("/__init__") for name in archive.namelist())
        own = {name.replace("/", ".") for name in modules if name.startswith(("pyodide", "_pyodide"))}
    _run_bytecode(pyodide / STDLIB, out, ",".join(sorted({*names, *own, *_LOADERS})))


def cut_library(whole: Path, modules: Iterable[str], out: Path) -> None:
    """Copy the standard library as `write_library` wrote it, with only these modules, all as bytecode."""
    wanted = {name.replace(".", "/") for name in modules}
    with zipfile.ZipFile(whole) as archive:
        stems = {name: name.removesuffix("c").removesuffix(".py") for name in archive.namelist()}
        kept = [name for name, stem in stems.items() if stem.removesuffix("/__init__") in wanted]
        bytecode.write(str(out), {name: archive.read(name) for name in kept})
    if any(name.endswith(".py") for name in kept):
        _run_bytecode(out, out)


NOT_IN_BROWSERS = ("authoring", "command_line")
"""Packages of the rules that nobody needs in a browser; `snapshot.mjs` leaves them out likewise."""

LONG_NUMBERS = "_pylong"
"""Python divides whole numbers of thousands of digits by it, and no file says so."""


def stdlib_names(source: Path) -> set[str]:
    """Every module outside the package that some file of `rules_py` imports, at its head or within a
    function, and `LONG_NUMBERS`.

    Those of the command line and of what authors need are left out: they are no part of the engine.
    """
    names = {
        module
        for path in (source / "rules_py").rglob("*.py")
        if path.name != "__main__.py" and path.parent.name not in NOT_IN_BROWSERS
        for module, _ in imports(path, path.read_bytes())
    }
    outside = {name for name in names if name.split(".")[0] not in ("rules_py", "__future__")}
    return outside | {LONG_NUMBERS}


def _run_bytecode(archive: Path, out: Path, *names: str) -> None:
    command: list[str | Path] = [sys.executable, "-OO", _BYTECODE, archive, out, *names]
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{_BYTECODE.name}: {done.stderr.strip()}")
