"""The licences of everything that others made and the site ships: a page, and each text as a file.

    files(config, root)   the page and the texts, to be added to those that MkDocs builds

What each work is, where it comes from and which files of the site it is in stands in `works.py`; a test holds
that no file is without one.
"""

from hooks.licences.page import files

__all__ = ["files"]
