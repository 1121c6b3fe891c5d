"""The licences of the books and of everything else on the site: a page, and each licence as a text file.

    files(config, root, of_books)         the page and the text files, for the build
    of_books(config, heads, games, root)  the licence of each book that names one, by the ID of its game

`presets.py` has the licences that a book can name. `works.py` lists the works with their sources and files;
a test checks that no file is missing.
"""

from hooks.licences.page import LicenceError, files, of_books
from hooks.licences.presets import Licence, faults

__all__ = ["Licence", "LicenceError", "faults", "files", "of_books"]
