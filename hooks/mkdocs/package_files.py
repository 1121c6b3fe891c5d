"""The files that come with the package and are part of every book: styles, scripts, fonts and pictures, and
the pages of the tools. A book's own file of the same name takes the place of one.
"""

from __future__ import annotations

from pathlib import Path

from hooks.pages.site_folders import ASSETS
from hooks.preview.dependency_hashes import files_below
from rules_py.base.paths import PACKAGE
from rules_py.systems import registry

DOCS = next(each for each in (PACKAGE / "hooks" / "docs", PACKAGE / "docs") if each.is_dir())
"""Where they lie: as the package is installed, or in Diceleaf's own repository, whose books' folder it is."""

_TOOLS = "tools"


def names(folder: str = "") -> list[str]:
    """What they are called below the folder of all books, or those in one folder there."""
    folders = [ASSETS, *([_TOOLS] if _TOOLS in registry.game_ids() else [])]
    return [name for each in folders if folder in ("", each) for name in files_below(DOCS, each)]


def source(docs: Path, name: str) -> Path:
    """The file of this name; `docs` is the folder of the books' own."""
    return docs / name if (docs / name).is_file() else DOCS / name


def pages(docs: Path, folder: str = "") -> list[str]:
    """The names of all Markdown pages, or of those in one folder, sorted; `docs` holds the books' own."""
    return sorted(name for name in {*files_below(docs, folder), *names(folder)} if name.endswith(".md"))
