"""Puts the engine together: trims, compiles, takes the picture of the memory, compresses and names."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hooks.engine.packages import LOCK, PACKAGE, STDLIB, Packages, stdlib_names, write_packages
from hooks.engine.trim import trim

_HERE = Path(__file__).parent
_ROOT = _HERE.parents[1]
_WORKER_PARTS = ("store.js", "boot.js", "serve.js")

# Stem of the file's name in the site, and its type once unpacked.
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


class EngineBuildError(RuntimeError):
    """The engine can't be built; says why in a sentence."""


def build(site_dir: Path, cache_dir: Path) -> str:
    """Write `site_dir/engine` and return the name of its worker script, which each page has to state.

    `site_dir/engine/rules.json`, if there, is the index of rules; it is replaced by a hashed file like the
    rest. What took long is kept in `cache_dir` under a hash of all it was made from, so a second build only
    copies. Raises EngineBuildError.
    """
    kept = cache_dir / "engine" / _inputs_hash()
    if not (kept / "files.json").is_file():
        _make(kept)
    engine = site_dir / "engine"
    rules = engine / "rules.json"
    index = rules.read_bytes() if rules.is_file() else None
    shutil.rmtree(engine, ignore_errors=True)
    shutil.copytree(kept, engine)
    manifest = json.loads((engine / "files.json").read_text())
    (engine / "files.json").unlink()
    if index is not None:
        manifest["files"]["rules"] = _pack(engine, "rules", index)
    worker = _write_worker(engine, manifest)
    facts = {"worker": worker, "worker_bytes": (engine / worker).stat().st_size} | manifest
    (engine / "manifest.json").write_text(json.dumps(facts, indent=1) + "\n")
    return worker


def _pyodide() -> Path:
    found = _ROOT / "node_modules" / "pyodide"
    if not (found / "pyodide.asm.wasm").is_file():
        raise EngineBuildError(f"{found} is missing; `npm ci` brings it")
    return found


def _inputs_hash() -> str:
    """A hash of everything the engine is made from, the index of rules excepted."""
    total = hashlib.sha256()
    sources = [_ROOT / "pyproject.toml", _ROOT / "README.md", _ROOT / "LICENSE", _pyodide() / "package.json"]
    for folder in (_ROOT / "rules_py", _HERE):
        sources += [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    for path in sorted(sources):
        total.update(f"{path.relative_to(_ROOT)}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()[:16]


def _make(kept: Path) -> None:
    """Fill the folder `kept` with the engine's files and `files.json`, all or nothing."""
    pyodide = _pyodide()
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent) as scratch:
        out = Path(scratch) / "out"
        out.mkdir()
        try:
            # First with the whole standard library, only to see which of its modules are wanted.
            trial = _assemble(pyodide, None, Path(scratch) / "trial")
            final = _assemble(pyodide, _run_engine("modules", trial), Path(scratch) / "final")
            heap = _run_engine("picture", final, final.facts["build"], Path(scratch) / "picture")["heap"]
        except (RuntimeError, ValueError) as error:
            raise EngineBuildError(f"engine: {error}") from error
        files = {kind: _pack(out, kind, content) for kind, content in final.contents.items()}
        files["snapshot"] = _pack(out, "snapshot", (Path(scratch) / "picture").read_bytes())
        facts = final.facts | {"heap": heap, "files": files}
        (out / "files.json").write_text(json.dumps(facts))
        shutil.rmtree(kept, ignore_errors=True)
        out.rename(kept)


class _Assembly:
    """An engine without a picture, in a folder of its own, as the picture is taken from it.

    `contents` are its files unpacked, by kind; `facts` is what the manifest says of them besides.
    """

    def __init__(self, folder: Path, contents: dict[str, bytes], packages: Packages) -> None:
        self.folder = folder
        self.contents = contents
        digest = hashlib.sha256()
        for kind, content in sorted(contents.items()):
            digest.update(f"{kind}\0{hashlib.sha256(content).hexdigest()}\n".encode())
        self.facts = {
            "package": PACKAGE,
            "version": packages.version,
            "wheelName": packages.wheel,
            "build": digest.hexdigest(),
        }
        files = {kind: _pack(folder, kind, content, level=1) for kind, content in contents.items()}
        self.worker = _write_worker(folder, self.facts | {"files": files})


def _assemble(pyodide: Path, modules: Iterable[str] | None, folder: Path) -> _Assembly:
    parts = folder / "parts"
    parts.mkdir(parents=True)
    packages = write_packages(pyodide, _ROOT, modules, parts)
    loader = (pyodide / "pyodide.js").read_text()
    snapshot = (_HERE / "snapshot.mjs").read_text()
    script, wasm = trim(
        (pyodide / "pyodide.asm.js").read_text(),
        (pyodide / "pyodide.asm.wasm").read_bytes(),
        companions="\n".join([loader, _worker_source(), snapshot, _pyodide_python(pyodide)]),
    )
    contents = {
        "loader": loader.replace("//# sourceMappingURL=pyodide.js.map", "").encode(),
        "script": script.encode(),
        "wasm": wasm,
        "stdlib": (parts / STDLIB).read_bytes(),
        "lock": (parts / LOCK).read_bytes(),
        "wheel": (parts / packages.wheel).read_bytes(),
    }
    shutil.rmtree(parts)
    return _Assembly(folder, contents, packages)


def _pyodide_python(pyodide: Path) -> str:
    """Source text of Pyodide's own Python modules, which name parts of its script."""
    with zipfile.ZipFile(pyodide / STDLIB) as archive:
        names = [name for name in archive.namelist() if name.startswith(("pyodide/", "_pyodide/"))]
        return "\n".join(archive.read(name).decode() for name in names if name.endswith(".py"))


def _run_engine(command: str, assembly: _Assembly, *arguments: str | Path) -> Any:
    """Have snapshot.mjs do one of its commands, and return what it tells."""
    node = shutil.which("node")
    if node is None:
        raise RuntimeError("needs Node; install it and put it on PATH")
    names = ",".join(sorted(stdlib_names(_ROOT)))
    line = [node, _HERE / "snapshot.mjs", command, assembly.folder, assembly.worker, names, *arguments]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"snapshot.mjs {command} failed: {done.stderr.strip() or done.stdout.strip()}")
    return json.loads(done.stdout.splitlines()[-1])


def _pack(folder: Path, kind: str, content: bytes, level: int = 9) -> dict:
    """Write one file compressed under its hashed name, and return its entry in the manifest."""
    stem, media_type = _KINDS[kind]
    packed = gzip.compress(content, level, mtime=0)
    sha256 = hashlib.sha256(packed).hexdigest()
    name = f"{stem}-{sha256[:12]}.bin"
    (folder / name).write_bytes(packed)
    sizes = {"bytes": len(packed), "unpacked": len(content)}
    return {"path": name, **sizes, "sha256": sha256, "type": media_type}


def _write_worker(folder: Path, manifest: dict) -> str:
    source = f"const MANIFEST = {json.dumps(manifest)};\n{_worker_source()}".encode()
    name = f"worker-{hashlib.sha256(source).hexdigest()[:12]}.js"
    (folder / name).write_bytes(source)
    return name


def _worker_source() -> str:
    return "\n".join((_HERE / "worker" / part).read_text() for part in _WORKER_PARTS)
