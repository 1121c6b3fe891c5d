"""The print edition: each book on one page for paper, `print/BOOK/`."""

from hooks.print_book.book import Book, PrintError, address, write
from hooks.print_book.paper import on_paper

__all__ = ["Book", "PrintError", "address", "on_paper", "write"]
