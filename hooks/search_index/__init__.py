"""The index of all books, which the build writes and the search and the cards use.

Read(…, entries=read(html, address))    for each page
write(pages, site)                       for all pages
"""

from hooks.search_index.index import Read, to_json, write
from hooks.search_index.page_parser import SearchEntry, read

__all__ = ["Read", "SearchEntry", "read", "to_json", "write"]
