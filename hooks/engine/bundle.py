"""The assembly of the engine: trimmed, compiled, with a memory snapshot, compressed and named by hashes."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import zstandard

from hooks.base.dependency_hashes import files_below, rules
from hooks.base.site_folders import ENGINE
from hooks.engine.packages import (
    LOCK,
    PACKAGE,
    STDLIB,
    cut_library,
    stdlib_names,
    write_library,
    write_packages,
)
from hooks.engine.trim import trim
from rules_py import __version__
from rules_py.base.paths import BOOK
from rules_py.systems import registry

_HERE = Path(__file__).parent
_QUICK, _SMALL = 1, 19
"""The zstd levels for authors, on the same machine, and for readers. Level 22 takes two seconds for 10 KB."""

_UNPACKER = re.compile(r'\bwasm = "([A-Za-z0-9+/=]+)"')
"""The decoder in its package, as base64."""

_WORKER_PARTS = ("store.js", "boot.js", "serve.js")

# The stem of the file's name, and its type when unpacked.
_KINDS = {
    "loader": ("pyodide", "text/javascript"),
    "script": ("script", "text/javascript"),
    "wasm": ("python", "application/wasm"),
    "stdlib": ("library", "application/zip"),
    "lock": ("lock", "application/json"),
    "wheel": ("rules-package", "application/zip"),
    "snapshot": ("memory", "application/octet-stream"),
    "rules": ("rules-index", "application/json"),
}

_HEAP = 1 << 25
"""The bytes of memory that an engine starts with: room for a snapshot and the games of a visit."""


class EngineBuildError(RuntimeError):
    """The engine can't be built; the message says why."""


def build(site_dir: Path, cache_dir: Path, *, quickly: bool = False) -> str:
    """Write `site_dir/engine` and return the name of its worker script, which each page must contain.

    The index of rules, `site_dir/engine/rules.json`, is replaced by a hashed file. Other files are cached in
    `cache_dir` under a hash of their sources. `quickly`, for authors, builds a larger engine without memory
    snapshot. Raises EngineBuildError.
    """
    cached_engine = cache_dir / "engine" / f"{'quick-' if quickly else ''}{_inputs_hash()}"
    if not (cached_engine / "files.json").is_file():
        _build(cached_engine, quickly)
    engine = site_dir / ENGINE
    rules = engine / "rules.json"
    index = rules.read_bytes() if rules.is_file() else None
    shutil.rmtree(engine, ignore_errors=True)
    shutil.copytree(cached_engine, engine)
    manifest = json.loads((engine / "files.json").read_text())
    (engine / "files.json").unlink()
    if index is not None:
        manifest["files"]["rules"] = _pack(engine, *_KINDS["rules"], index, level=_SMALL)
    worker = _write_worker(engine, manifest)
    facts = {"worker": worker, "worker_bytes": (engine / worker).stat().st_size} | manifest
    (engine / "manifest.json").write_text(json.dumps(facts, indent=1) + "\n")
    return worker


def _pyodide() -> Path:
    folder = BOOK / "node_modules" / "pyodide"
    if not (folder / "pyodide.asm.wasm").is_file():
        raise EngineBuildError(f"{folder} is missing. Run `npm ci`.")
    return folder


def _inputs_hash() -> str:
    """Return a hash of all sources of the engine except the index of rules."""
    return _hash_of(rules() | _own())


def _own() -> dict[str, Path]:
    """Return the sources of the engine other than the rules."""
    own = {name: _HERE / name for name in files_below(_HERE)}
    return own | {"pyodide": _pyodide() / "package.json"}


def _hash_of(files: Mapping[str, Path], *, also: str = "") -> str:
    total = hashlib.sha256(also.encode())
    for name, path in sorted(files.items()):
        total.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()[:16]


def _build(out: Path, quickly: bool) -> None:
    """Create the folder `out` with the engine's files and `files.json` atomically."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent) as scratch:
        try:
            engine = _assemble(Path(scratch) / "whole", out.parent, quickly)
            if not quickly:
                engine = _for_readers(engine, Path(scratch) / "final")
        except (RuntimeError, ValueError) as error:
            raise EngineBuildError(f"engine: {error}") from error
        (engine.folder / engine.worker).unlink()
        (engine.folder / "files.json").write_text(json.dumps(engine.facts | {"files": engine.files}))
        shutil.rmtree(out, ignore_errors=True)
        engine.folder.rename(out)


def _for_readers(whole: _Assembly, folder: Path) -> _Assembly:
    """Return the engine for readers, in another folder: small, and with a memory snapshot."""
    library, snapshot = whole.folder / "library", whole.folder / "snapshot"
    library.write_bytes(whole.contents["stdlib"])
    cut_library(library, _run_engine("modules", whole), library)
    contents = whole.contents | {"stdlib": library.read_bytes()}
    final = _Assembly(folder, contents, whole.games, whole.wheel, level=_SMALL)
    _run_engine("snapshot", final, snapshot)
    final.files["snapshot"] = _pack(folder, *_KINDS["snapshot"], snapshot.read_bytes(), level=_SMALL)
    return final


class _Assembly:
    """A working engine in its own folder.

    `contents` are its unpacked files by kind, `games` the archives of games by id; `facts` are those of the
    manifest other than `files`. The snapshot depends on `contents` alone.
    """

    def __init__(
        self, folder: Path, contents: dict[str, bytes], games: dict[str, bytes], wheel: str, level: int
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.contents, self.games, self.wheel = folder, contents, games, wheel
        digest = hashlib.sha256()
        for kind, content in sorted(contents.items()):
            digest.update(f"{kind}\0{hashlib.sha256(content).hexdigest()}\n".encode())
        self.facts: dict[str, Any] = {
            "package": PACKAGE,
            "version": __version__,
            "wheelName": wheel,
            "build": digest.hexdigest(),
            "heap": _HEAP,
            "games": {
                game: _pack(folder, f"game-{game}", "application/zip", archive, level)
                for game, archive in games.items()
            },
        }
        self.files = {
            kind: _pack(folder, *_KINDS[kind], content, level) for kind, content in contents.items()
        }
        self.worker = _write_worker(folder, self.facts | {"files": self.files})


def _assemble(folder: Path, cache: Path, quickly: bool) -> _Assembly:
    """Assemble an engine in `folder`; files that depend only on Pyodide are cached in `cache`."""
    pyodide, parts = _pyodide(), folder / "parts"
    parts.mkdir(parents=True)
    # The tray of every page rolls dice notation.
    tray = registry.notation_calculator()
    on_demand = [game for game in registry.game_ids() if tray is None or game != tray.game]
    wheel = write_packages(pyodide, parts, on_demand, quickly=quickly)
    names = sorted(stdlib_names())
    cached_files = cache / f"pyodide-{_hash_of(_own(), also=','.join(names))}"
    if not cached_files.is_dir():
        _write_pyodide(pyodide, names, parts / "pyodide")
        try:
            (parts / "pyodide").rename(cached_files)
        except OSError:
            if not cached_files.is_dir():  # otherwise another process has written the same
                raise
    contents = {path.name: path.read_bytes() for path in sorted(cached_files.iterdir())}
    contents |= {"lock": (parts / LOCK).read_bytes(), "wheel": (parts / wheel).read_bytes()}
    games = {game: (parts / f"{game}.zip").read_bytes() for game in on_demand}
    shutil.rmtree(parts)
    return _Assembly(folder, contents, games, wheel, _QUICK)


def _write_pyodide(pyodide: Path, names: Iterable[str], out: Path) -> None:
    """Write Pyodide's files, trimmed, under the names of their kinds."""
    out.mkdir()
    loader = (pyodide / "pyodide.js").read_text()
    snapshot = (_HERE / "snapshot.mjs").read_text()
    script, wasm = trim(
        (pyodide / "pyodide.asm.js").read_text(),
        (pyodide / "pyodide.asm.wasm").read_bytes(),
        companions="\n".join([loader, _worker_source(), snapshot, _pyodide_python(pyodide)]),
    )
    (out / "loader").write_text(loader.replace("//# sourceMappingURL=pyodide.js.map", ""))
    (out / "script").write_text(script)
    (out / "wasm").write_bytes(wasm)
    write_library(pyodide, names, out / "stdlib")


def _pyodide_python(pyodide: Path) -> str:
    """Return the source of Pyodide's Python modules, which use parts of its script."""
    with zipfile.ZipFile(pyodide / STDLIB) as archive:
        names = [name for name in archive.namelist() if name.startswith(("pyodide/", "_pyodide/"))]
        return "\n".join(archive.read(name).decode() for name in names if name.endswith(".py"))


def _run_engine(command: str, assembly: _Assembly, *arguments: str | Path) -> Any:
    """Run a command of snapshot.mjs and return its result."""
    node = shutil.which("node")
    if node is None:
        raise RuntimeError("Node is missing. Install it and add it to PATH.")
    names = ",".join(sorted(stdlib_names()))
    line = [node, _HERE / "snapshot.mjs", command, assembly.folder, assembly.worker, names, *arguments]
    result = subprocess.run(line, capture_output=True, text=True, check=False)
    if result.returncode:
        raise RuntimeError(f"snapshot.mjs {command} failed: {result.stderr.strip() or result.stdout.strip()}")
    return json.loads(result.stdout.splitlines()[-1])


def _pack(folder: Path, stem: str, media_type: str, content: bytes, level: int) -> dict[str, Any]:
    """Write a file, compressed and under its hashed name, and return its entry in the manifest."""
    packed = zstandard.ZstdCompressor(level, write_checksum=True).compress(content)
    sha256 = hashlib.sha256(packed).hexdigest()
    name = f"{stem}-{sha256[:12]}.bin"
    (folder / name).write_bytes(packed)
    sizes = {"bytes": len(packed), "unpacked": len(content)}
    return {"path": name, **sizes, "sha256": sha256, "type": media_type}


def _write_worker(folder: Path, manifest: dict[str, Any]) -> str:
    facts = {"MANIFEST": manifest, "UNPACKER": _unpacker()}
    constants = [f"const {name} = {json.dumps(fact)};" for name, fact in facts.items()]
    source = "\n".join([*constants, _worker_source()]).encode()
    name = f"worker-{hashlib.sha256(source).hexdigest()[:12]}.js"
    (folder / name).write_bytes(source)
    return name


def _worker_source() -> str:
    return "\n".join((_HERE / "worker" / part).read_text() for part in _WORKER_PARTS)


def _unpacker() -> str:
    """Return the WebAssembly module of the zstd decoder, compressed with gzip, in base64.

    It takes a fifth of the time of a decoder in JavaScript, and less than half of that of a browser's gzip.
    """
    package = BOOK / "node_modules" / "zstddec" / "dist" / "zstddec.mjs"
    module = _UNPACKER.search(package.read_text()) if package.is_file() else None
    if module is None:
        raise EngineBuildError(f"{package} doesn't contain the decoder. Run `npm ci`.")
    return base64.b64encode(gzip.compress(base64.b64decode(module[1]), mtime=0)).decode()
