"""Books as files, which `./site_build.sh export` adds to the site and links to from each cover.

    downloads(game)         the links to a book's files, for the template of its cover
    write(editions, site)   the files, in `downloads/`

A format is a module with a `Format` named FORMAT; `registry.py` lists them.
"""

from hooks.export.book_files import downloads, is_wanted, write
from hooks.export.edition import Edition, ExportError, Format

__all__ = ["Edition", "ExportError", "Format", "downloads", "is_wanted", "write"]
