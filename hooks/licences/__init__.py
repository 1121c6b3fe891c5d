"""The licences of everything on the site: a page, and each licence as a text file.

    files(config, root)   the page and the text files, for the build

`works.py` lists the works with their sources and files; a test checks that no file is missing.
"""

from hooks.licences.page import files

__all__ = ["files"]
