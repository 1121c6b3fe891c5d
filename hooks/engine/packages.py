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
from pathlib import Path, PurePosixPath

from pyodide_lock import PyodideLockSpec
from pyodide_lock.spec import PackageSpec
from pyodide_lock.utils import update_package_sha256

from hooks.engine import bytecode
from hooks.preview.dependency_hashes import imports, rules
from rules_py import __version__

PACKAGE = "diceleaf"
LOCK = "pyodide-lock.json"
STDLIB = "python_stdlib.zip"

_BYTECODE = Path(bytecode.__file__)
_LOADERS = ("encodings.cp437", "tarfile", "zipfile")
"""What Pyodide's own modules import only when they load a package."""


_METADATA = {
    "METADATA": f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: {__version__}\n",
    "WHEEL": "Wheel-Version: 1.0\nGenerator: diceleaf\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
}
"""As much of what belongs to a wheel as Pyodide wants to see."""

NOT_IN_BROWSERS = ("__main__.py", "authoring", "command_line")
"""What of the rules nobody needs in a browser: it is no part of the engine."""


def write_packages(pyodide: Path, out: Path, *, quickly: bool) -> str:
    """Write the wheel and the lock file into the folder `out`; returns the wheel's name.

    `pyodide` is the folder of the npm package. `quickly` compiles in this process, which knows what it
    compiled before, and whose bytecode need not be the same each time.
    """
    wheel = out / f"{PACKAGE}-{__version__}-py3-none-any.whl"
    about = {f"{PACKAGE}-{__version__}.dist-info/{name}": text.encode() for name, text in _METADATA.items()}
    bytecode.write(str(wheel), {name: path.read_bytes() for name, path in _rules().items()} | about)
    if quickly:
        bytecode.main(str(wheel), str(wheel))
    else:
        _run_bytecode(wheel, wheel)
    package = PackageSpec(PACKAGE, __version__, wheel.name, "site", imports=["rules_py"])
    update_package_sha256(package, wheel)
    spec = PyodideLockSpec.from_json(pyodide / LOCK)
    spec.packages = {PACKAGE: package}
    spec.to_json(out / LOCK)
    return wheel.name


def _rules() -> dict[str, Path]:
    """Every file of the rules that is part of the engine, by its name in the package."""
    return {
        name: path
        for name, path in rules().items()
        if not {*PurePosixPath(name).parts} & {*NOT_IN_BROWSERS} and not name.endswith(".svg")
    }


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


LONG_NUMBERS = "_pylong"
"""Python divides whole numbers of thousands of digits by it, and no file says so."""


def stdlib_names() -> set[str]:
    """Every module outside the package that some file of the engine's rules imports, at its head or within a
    function, and `LONG_NUMBERS`.
    """
    names = {
        module
        for name, path in _rules().items()
        if name.endswith(".py")
        for module, _ in imports(name, path.read_bytes())
    }
    outside = {name for name in names if name.split(".")[0] not in ("rules_py", "__future__")}
    return outside | {LONG_NUMBERS}


def _run_bytecode(archive: Path, out: Path, *names: str) -> None:
    # Bytecode says of each step in which columns of its line it stands; only a traceback would show them.
    short = "-OO", "-X", "no_debug_ranges"
    command: list[str | Path] = [sys.executable, *short, _BYTECODE, archive, out, *names]
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{_BYTECODE.name}: {done.stderr.strip()}")
