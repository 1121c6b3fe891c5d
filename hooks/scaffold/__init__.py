"""The project template: `diceleaf new FOLDER` creates a book in its own repository, `--update` updates it.

`book/` is a small working book called Ember, and `plain/` has the files that differ without Python;
`vendored_files` are copies from Diceleaf. The package is added as a wheel, so that the book can be built even
if no index has this version.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import keyword
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory

from hooks.base.dependency_hashes import files_below
from hooks.base.plain_text import as_markdown, in_quotes
from hooks.base.site_folders import BUILT
from hooks.licences.presets import PRESETS
from hooks.scaffold import vendored_files
from rules_py import InputError, __version__
from rules_py.base.errors import join_or
from rules_py.base.paths import PACKAGE
from rules_py.base.suggest import KnownNames
from rules_py.systems import registry

_BOOK, _PLAIN = vendored_files.HERE / "book", vendored_files.HERE / "plain"
_ONLY_WITH_PYTHON = ("rules_py/", "tests/test_ember.py")
_ABOUT, _LOCK, _SETTINGS = "pyproject.toml", "requirements.lock", "mkdocs.yml"
_ID = re.compile(r"(?<![A-Za-z])ember(?![a-z])")
_TITLE = re.compile(r"(?P<heading>^# )?(?<![A-Za-z])Ember(?![a-z])", re.MULTILINE)
"""The title, in quotes except in Markdown headings."""
_YAML_WORDS = ("null", "yes", "no", "on", "off", "true", "false")
_JOINERS = "\u200c\u200d"
"""Unprintable characters that are part of some scripts and emoji."""
_NEEDED = re.compile(r"(?<=\bdiceleaf\[site\]==)[\w.+!]+")
_PIN = re.compile(r"^diceleaf==(?P<version>[^ ]+) .*\n(?: .*\n)*", re.MULTILINE)
_DATE = (1980, 1, 1, 0, 0, 0)  # the oldest that a zip can hold


def make(
    folder: Path,
    title: str = "",
    *,
    plain: bool = False,
    licence: str = "",
    author: str = "",
    git: bool = True,
) -> str:
    """Write a new book's repository into an empty or new folder, and return the id of its game.

    A `plain` book is written in Markdown alone. The id comes from the folder's name, and so does the title by
    default; the author's default is the user name of Git. With `git` the folder becomes a Git repository,
    unless it is part of one. Raises InputError.
    """
    author = " ".join(author.split()) or (_output_of_git("config", "user.name") if licence else "")
    game = re.sub(r"\W+", "_", folder.resolve().name.lower(), flags=re.ASCII).strip("_")
    title = " ".join(title.split()) or game.replace("_", " ").title()
    if expected := _expected_instead(game):
        raise InputError.at("folder", folder.name, expected, code="bad_name")
    if not re.sub(f"[{_JOINERS}]", "", title).isprintable():
        raise InputError.at("title", title, "printable characters", code="bad_name")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError.at("folder", str(folder), "a new or empty folder", code="not_empty")
    if licence:
        _check_licence(licence, author)
    for name, path in _files(plain=plain).items():
        text = path.read_text("utf-8")
        _write(folder / _ID.sub(game, name), _TITLE.sub(partial(_with_title, title), _ID.sub(game, text)))
    for name in vendored_files.COPIES:
        _write(folder / name, vendored_files.content(name))
    (folder / vendored_files.SCRIPT).chmod(0o755)
    for name in (_LOCK, ".gitignore"):
        _write(folder / name, (vendored_files.SHARED / name).read_text("utf-8"))
    lock = folder / _LOCK
    _write(lock, _pin(_write_wheel(folder / "wheels")) + lock.read_text("utf-8"))
    _require(folder)
    if licence or author:
        _write(folder / _SETTINGS, _with_licence((folder / _SETTINGS).read_text("utf-8"), licence, author))
    if git and _output_of_git("-C", str(folder), "rev-parse", "--is-inside-work-tree") != "true":
        _output_of_git("init", "--quiet", "--initial-branch=main", str(folder))
    return game


def _output_of_git(*arguments: str) -> str:
    """Return what Git prints, or "" if it fails or isn't installed."""
    with suppress(FileNotFoundError):
        result = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
        return result.stdout.strip()
    return ""


def _check_licence(licence: str, author: str) -> None:
    """Raise InputError if there is no such licence, or it needs more than the author's name."""
    if licence not in PRESETS:
        expected = KnownNames(join_or(PRESETS), PRESETS)
        raise InputError.at("licence", licence, expected, code="unknown_licence")
    needed = PRESETS[licence].needs
    if "author" in needed and not author:
        raise InputError.at("author", None, f"the name to credit, as {licence} requires it", code="no_author")
    if others := [name for name in needed if name != "author"]:
        instead = (
            f"another licence: {licence} needs {join_or(others)} and its text, so write it into {_SETTINGS}"
        )
        raise InputError.at("licence", licence, instead, code="needs_more")


def _with_licence(settings: str, licence: str, author: str) -> str:
    """Return the settings with the licence and the author, which the sample has as comments."""
    if author:
        settings = settings.replace("# site_author: Your name\n", f'site_author: "{in_quotes(author)}"\n')
    if licence:
        settings = settings.replace("# extra:\n#   licence: cc-by-4.0\n", f"extra:\n  licence: {licence}\n")
    return settings


def _files(*, plain: bool) -> dict[str, Path]:
    """Return the files of the sample book by name."""
    files = {name: _BOOK / name for name in files_below(_BOOK)}
    if not plain:
        return files
    files = {name: path for name, path in files.items() if not name.startswith(_ONLY_WITH_PYTHON)}
    return files | {name: _PLAIN / name for name in files_below(_PLAIN)}


def _expected_instead(game: str) -> str | None:
    """Return what is expected instead of this id of a new game, or None if the id is valid."""
    if not re.fullmatch("[a-z][a-z0-9_]*", game) or game in registry.game_ids():
        return "an unused name that starts with a letter, such as 'ember'"
    if game in BUILT:
        return f"a name other than {join_or(sorted(BUILT))}, which are folders of the site"
    if game in (*map(str.lower, keyword.kwlist), *_YAML_WORDS):
        return f"a name that isn't a keyword of Python or YAML, such as '{game}_book'"
    names = [_ID.sub(game, name) for name in files_below(_BOOK)]
    if len({*names}) < len(names):
        return f"a name that no other file of the new book has, such as '{game}_book'"
    return None


def _with_title(title: str, match: re.Match[str]) -> str:
    return f"{match['heading']}{as_markdown(title)}" if match["heading"] else in_quotes(title)


def update(folder: Path) -> list[str]:
    """Update a book's repository to this version of Diceleaf, and return sentences about the changes.

    Files changed by the author stay unchanged. Raises InputError.
    """
    lock = folder / _LOCK
    pinned = _PIN.search(lock.read_text("utf-8")) if lock.is_file() else None
    if pinned is None:
        expected = f"the folder of a book with a {_LOCK} that pins diceleaf"
        raise InputError.at("folder", str(folder), expected, code="no_book")
    messages = []
    if wheel := _newer_wheel(folder / "wheels", pinned["version"]):
        pin = _pin(wheel)
        _write(lock, _PIN.sub(lambda _: pin, lock.read_text("utf-8"), count=1))
        before = f"Updated Diceleaf from {pinned['version']} to {__version__}."
        if pinned["version"] == __version__:
            before = f"Updated Diceleaf {__version__}."
        has_version = _require(folder)
        first = "" if has_version else f"Write diceleaf[site]=={__version__} into {_ABOUT}, then r"
        messages.append(f"{before} {first or 'R'}un ./site_build.sh lock to pin its requirements.")
    for name in vendored_files.outdated_copies(folder):
        if vendored_files.renew(folder, name):
            messages.append(
                f"Left {name} unchanged, as you have edited it. Merge {name}.new into it, with its last line."
            )
        else:
            messages.append(f"Updated {name}.")
    return messages


def _newer_wheel(wheels: Path, version: str) -> Path | None:
    """Replace the book's wheel by that of this package, and return its path, or None if both are the same.

    Between two releases the version stays the same, so their contents are compared.
    """
    with TemporaryDirectory() as folder:
        wheel = _write_wheel(Path(folder))
        old = wheels / wheel.name
        if version == __version__ and (not old.is_file() or _content(old) == _content(wheel)):
            return None
        for each in wheels.glob("diceleaf-*.whl"):
            each.unlink()
        wheels.mkdir(exist_ok=True)
        return Path(shutil.move(wheel, wheels))


def _content(wheel: Path) -> dict[str, int]:
    """Return the checksum of each file of the package by its name.

    RECORD is ignored: in a wheel made from an installed package its order differs.
    """
    with zipfile.ZipFile(wheel) as archive:
        return {
            each.filename: each.CRC for each in archive.infolist() if not each.filename.endswith("/RECORD")
        }


def _require(folder: Path) -> bool:
    """Set the version in the book's pyproject.toml, and return whether it has one."""
    about = folder / _ABOUT
    text, replaced = _NEEDED.subn(__version__, about.read_text("utf-8"))
    _write(about, text)
    return replaced > 0


def _pin(wheel: Path) -> str:
    """Return the lines of the lock that pin the package."""
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return f"diceleaf=={__version__} \\\n    --hash=sha256:{digest}\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _write_wheel(folder: Path) -> Path:
    """Write the wheel of this package, from the repository or the installed files."""
    folder.mkdir(exist_ok=True)
    wheel = folder / f"diceleaf-{__version__}-py3-none-any.whl"
    if vendored_files.SHARED == PACKAGE:
        how = ("-qq", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", folder, PACKAGE)
        subprocess.run([sys.executable, "-m", "pip", "wheel", *how], check=True)
        return wheel
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, content in sorted(_installed_files()):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return wheel


def _installed_files() -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every installed file of the package, and of their record."""
    installed = distribution("diceleaf")
    rows = csv.reader((installed.read_text("RECORD") or "").splitlines())
    record = io.StringIO()
    writer = csv.writer(record, lineterminator="\n")
    own = f"diceleaf-{__version__}.dist-info"
    added = {f"{own}/{name}" for name in ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")}
    for name in sorted(row[0] for row in rows):
        if name in added or name.startswith(os.pardir) or name.endswith(".pyc"):
            continue
        content = Path(str(installed.locate_file(name))).read_bytes()
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        writer.writerow([name, f"sha256={digest}", len(content)])
        yield name, content
    writer.writerow([f"{own}/RECORD", "", ""])
    yield f"{own}/RECORD", record.getvalue().encode()
