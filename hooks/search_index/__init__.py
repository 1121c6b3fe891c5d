"""Finding things: the index of all books, which the build writes and the search and the cards read.

Read(…, things=read(html, address))    for each page
write(pages, site)                      once they all are known
"""

from hooks.search_index.index import Read, build_index, write
from hooks.search_index.page_parser import Thing, read

__all__ = ["Read", "Thing", "build_index", "read", "write"]
