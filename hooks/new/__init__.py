"""Makes a book in a repository of its own: `diceleaf new FOLDER`.

`book/` holds the files of a small book that works, called Ember until it is given its name; what every book
has in common is copied from Diceleaf's own repository. The package itself goes along as a wheel, so that the
book can be built whether or not an index has this version.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from hooks.sources import files_below
from rules_py import InputError, __version__, catalogue
from rules_py.folders import PACKAGE

_HERE = Path(__file__).parent
_BOOK = _HERE / "book"
_SHARED = next(each for each in (_HERE / "shared", PACKAGE) if each.is_dir())
"""As the package is installed, or in Diceleaf's own repository."""
_SCRIPT, _LOCK, _WORKFLOW = "site_build.sh", "requirements.lock", ".github/workflows/pages.yml"
_IN_COMMON = (_SCRIPT, _LOCK, _WORKFLOW, "package.json", "package-lock.json", ".npmrc", ".gitignore")
_ID, _TITLE = (re.compile(rf"(?<![A-Za-z]){name}(?![a-z])") for name in ("ember", "Ember"))
_IS_TITLE = re.compile(r"\w[\w ,.’'&!-]*")
_DATE = (1980, 1, 1, 0, 0, 0)  # the oldest that a zip can hold


def make(folder: Path, title: str = "") -> str:
    """Write a new book's repository into a folder that is empty or isn't there yet; returns its game's id.

    The game's id comes from the folder's name, and so does the title where none is given. Raises InputError.
    """
    game = re.sub(r"\W+", "_", folder.resolve().name.lower(), flags=re.ASCII).strip("_")
    title = title or game.replace("_", " ").title()
    if not re.fullmatch("[a-z][a-z0-9_]*", game) or game in (*catalogue.game_ids(), "assets", "licences"):
        allowed = "a name that begins with a letter and is no game's yet, such as 'ember'"
        raise InputError.at("folder", folder.name, allowed, code="bad_name")
    if not _IS_TITLE.fullmatch(title):
        raise InputError.at("title", title, "letters, digits, spaces and , . ' & ! -", code="bad_name")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        allowed = "a folder that is empty or isn't there yet"
        raise InputError.at("folder", str(folder), allowed, code="not_empty")
    for path in files_below(_BOOK):
        name, text = path.relative_to(_BOOK).as_posix(), path.read_text("utf-8")
        _write(folder / _ID.sub(game, name), _TITLE.sub(title, _ID.sub(game, text)))
    for name in _IN_COMMON:
        _write(folder / name, (_SHARED / name).read_text("utf-8"))
    (folder / _SCRIPT).chmod(0o755)
    _adapt(folder)
    return game


def _adapt(folder: Path) -> None:
    """Have what is copied name the package and what the tests of a book are."""
    wheel = _write_wheel(folder / "wheels")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    pin = f"diceleaf=={__version__} \\\n    --hash=sha256:{digest}\n"
    _write(folder / _LOCK, pin + (folder / _LOCK).read_text("utf-8"))
    about, workflow = folder / "pyproject.toml", folder / _WORKFLOW
    _write(about, about.read_text("utf-8").replace("diceleaf[site]==0", f"diceleaf[site]=={__version__}"))
    ours, theirs = "test --all-browsers --all-pages", "test && ./site_build.sh build"
    _write(workflow, workflow.read_text("utf-8").replace(ours, theirs))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _write_wheel(folder: Path) -> Path:
    """Write the wheel of this very package, from the repository or from what was installed of one."""
    folder.mkdir()
    wheel = folder / f"diceleaf-{__version__}-py3-none-any.whl"
    if _SHARED == PACKAGE:
        how = ("-qq", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", folder, PACKAGE)
        subprocess.run([sys.executable, "-m", "pip", "wheel", *how], check=True)
        return wheel
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, content in sorted(_installed()):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return wheel


def _installed() -> Iterator[tuple[str, bytes]]:
    """Every file that the package was installed with, by its name in the wheel, and a record of them."""
    installed = distribution("diceleaf")
    rows = csv.reader((installed.read_text("RECORD") or "").splitlines())
    record = io.StringIO()
    written = csv.writer(record, lineterminator="\n")
    own = f"diceleaf-{__version__}.dist-info"
    added = {f"{own}/{name}" for name in ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")}
    for name in sorted(row[0] for row in rows):
        if name in added or name.startswith(os.pardir) or name.endswith(".pyc"):
            continue
        content = Path(str(installed.locate_file(name))).read_bytes()
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        written.writerow([name, f"sha256={digest}", len(content)])
        yield name, content
    written.writerow([f"{own}/RECORD", "", ""])
    yield f"{own}/RECORD", record.getvalue().encode()
