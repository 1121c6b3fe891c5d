"""What a book's repository has copies of: the script that finds the package, and the workflow, which GitHub
looks for there.

The last line of a copy holds a digest of what was copied. So it can be told whether Diceleaf has another by
now, and whether the author has changed theirs.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from rules_py.base.paths import PACKAGE

HERE = Path(__file__).parent
SHARED = next(each for each in (HERE / "shared", PACKAGE) if each.is_dir())
"""As the package is installed, or in Diceleaf's own repository."""
SCRIPT, WORKFLOW = "site_build.sh", ".github/workflows/pages.yml"
COPIES = (SCRIPT, WORKFLOW)

_MARK = re.compile(r"# A copy from Diceleaf: .*\((?P<digest>[0-9a-f]{16})\)\n\Z")


def copied(name: str) -> str:
    """What a new book gets as this file."""
    if name == SCRIPT:
        text = (HERE / "book" / SCRIPT).read_text("utf-8")
    else:
        ours, theirs = "test --all-browsers --all-pages", "test && ./site_build.sh build"
        text = (SHARED / WORKFLOW).read_text("utf-8").replace(ours, theirs)
    return f"{text}# A copy from Diceleaf: `diceleaf new . --update` renews it ({_digest(text)})\n"


def behind(book: Path) -> list[str]:
    """The names of the book's copies of which Diceleaf has another by now. What lacks the mark is none."""
    return [name for name in COPIES if _mark(book / name) not in ("", _mark_of(copied(name)))]


def renew(book: Path, name: str) -> bool:
    """Copy this file anew; beside the old one, as `….new`, where the author has changed that. Returns whether
    they had.
    """
    path = book / name
    text = path.read_text("utf-8")
    changed = _mark_of(text) != _digest(_MARK.sub("", text))
    (path.with_name(f"{path.name}.new") if changed else path).write_text(copied(name), "utf-8")
    return changed


def _mark(path: Path) -> str:
    return _mark_of(path.read_text("utf-8")) if path.is_file() else ""


def _mark_of(text: str) -> str:
    """The digest in a copy's last line, "" where it has none."""
    found = _MARK.search(text)
    return found["digest"] if found else ""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
