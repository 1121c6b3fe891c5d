"""Each book whole, on one page made for paper: `print/BOOK/`."""

from hooks.printed.book import Book, PrintError, address, write
from hooks.printed.paper import on_paper

__all__ = ["Book", "PrintError", "address", "on_paper", "write"]
