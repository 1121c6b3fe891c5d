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
    return next(filter(_is_book, sites), PACKAGE)


def _is_book(site: Path) -> bool:
    """Return whether a site of MkDocs is a book: it has a game in Python, or names Diceleaf's plugin."""
    return (site / "rules_py" / "systems").is_dir() or "diceleaf" in (site / "mkdocs.yml").read_text(
        "utf-8", "replace"
    )


BOOK = _find_book()
"""The nearest folder around the working folder that is a book, or `PACKAGE`."""

FROM_PAGES = BOOK / ".cache" / "from_pages"
"""The folder of the modules that are made from the pages of the book, in its `rules_py/systems`."""
