"""Where the book lies that is worked on, and where what it is made with.

For Diceleaf's own books that is one repository. A book in a repository of its own has nothing there but its
text and its games; the rest is the installed package.
"""

from pathlib import Path

PACKAGE = Path(__file__).parents[2]
"""What holds `rules_py` and `hooks`."""


def _book() -> Path:
    here = Path.cwd()
    of_books = (each for each in (here, *here.parents) if (each / "mkdocs.yml").is_file())
    return next((each for each in of_books if (each / "rules_py" / "systems").is_dir()), PACKAGE)


BOOK = _book()
"""The repository of the book: the nearest one around the working folder that has `mkdocs.yml` and
`rules_py/systems`, or else `PACKAGE`.
"""
