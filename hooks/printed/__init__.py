"""Each book whole, on one page made for paper: `print/` below its first page."""

from hooks.printed.book import ADDRESS, Book, PrintError, address, write
from hooks.printed.paper import on_paper

__all__ = ["ADDRESS", "Book", "PrintError", "address", "on_paper", "write"]
