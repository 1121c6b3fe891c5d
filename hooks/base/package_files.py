"""The files of the package in every book: styles, scripts, fonts, images and the pages of the tools.

A book's own file replaces one of the same name.
"""

from __future__ import annotations

from pathlib import Path

from hooks.base.dependency_hashes import files_below
from hooks.base.site_folders import ASSETS
from rules_py.base.paths import PACKAGE
from rules_py.systems import registry

DOCS = next(path for path in (PACKAGE / "hooks" / "docs", PACKAGE / "docs") if path.is_dir())
"""Their folder: that of the installed package, or the docs folder of Diceleaf's own repository."""

_TOOLS = "tools"


def names(folder: str = "") -> list[str]:
    """Return their names below the docs folder, or those in one folder there."""
    folders = [ASSETS, *([_TOOLS] if _TOOLS in registry.game_ids() else [])]
    return [name for top in folders if folder in ("", top) for name in files_below(DOCS, top)]


def source(docs: Path, name: str) -> Path:
    """Return the path of the file; `docs` is the docs folder of the books."""
    return docs / name if (docs / name).is_file() else DOCS / name


def pages(docs: Path, folder: str = "") -> list[str]:
    """Return the sorted names of all Markdown pages, or of those in one folder."""
    return sorted(name for name in {*files_below(docs, folder), *names(folder)} if name.endswith(".md"))
