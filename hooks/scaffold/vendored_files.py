"""The files that a book's repository has as copies: the script that finds the package, and GitHub's workflow.

The last line of a copy has a digest of the original, which shows whether Diceleaf has a newer one, and
whether the author has changed the copy.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from rules_py.base.paths import PACKAGE

HERE = Path(__file__).parent
SHARED = next(each for each in (HERE / "shared", PACKAGE) if each.is_dir())
"""The folder of the originals: in the installed package, or Diceleaf's own repository."""
SCRIPT, WORKFLOW = "site_build.sh", ".github/workflows/pages.yml"
COPIES = (SCRIPT, WORKFLOW)

_MARK = re.compile(r"# A copy from Diceleaf: .*\((?P<digest>[0-9a-f]{16})\)\n\Z")


def content(name: str) -> str:
    """Return the content of a new copy."""
    if name == SCRIPT:
        text = (HERE / "book" / SCRIPT).read_text("utf-8")
    else:
        ours, theirs = "test --all-browsers --all-pages", "test && ./site_build.sh build"
        text = (SHARED / WORKFLOW).read_text("utf-8").replace(ours, theirs)
    return f"{text}# A copy from Diceleaf: `diceleaf new . --update` renews it ({_digest(text)})\n"


def outdated_copies(book: Path) -> list[str]:
    """Return the names of outdated copies in the book. A file without a digest isn't a copy."""
    return [name for name in COPIES if _mark(book / name) not in ("", _mark_of(content(name)))]


def renew(book: Path, name: str) -> bool:
    """Renew this copy, or write `….new` beside it if the author has changed it. Return whether they have."""
    path = book / name
    text = path.read_text("utf-8")
    changed = _mark_of(text) != _digest(_MARK.sub("", text))
    (path.with_name(f"{path.name}.new") if changed else path).write_text(content(name), "utf-8")
    return changed


def _mark(path: Path) -> str:
    return _mark_of(path.read_text("utf-8")) if path.is_file() else ""


def _mark_of(text: str) -> str:
    """Return the digest in a copy's last line, or ""."""
    match = _MARK.search(text)
    return match["digest"] if match else ""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
