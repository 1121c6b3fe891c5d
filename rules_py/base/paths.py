"""Folders of the package and of the book being worked on.

For Diceleaf's own books they are the same repository. A book in its own repository has only text and games
there; the rest is the installed package.
"""

from pathlib import Path

PACKAGE = Path(__file__).parents[2]
"""The folder of `rules_py` and `hooks`."""


def _find_book() -> Path:
    here = Path.cwd()
    sites = (folder for folder in (here, *here.parents) if (folder / "mkdocs.yml").is_file())
    return next((folder for folder in sites if (folder / "rules_py" / "systems").is_dir()), PACKAGE)


BOOK = _find_book()
"""The nearest folder around the working folder with `mkdocs.yml` and `rules_py/systems`, or `PACKAGE`."""
