"""The print edition: each book on one page for paper, `print/BOOK/`."""

from hooks.pages.print_book.book import Book, PrintError, address, is_text, root_of, write
from hooks.pages.print_book.paper import INSTEAD, LEFT_OUT, OPERATED, on_paper

__all__ = [
    "INSTEAD",
    "LEFT_OUT",
    "OPERATED",
    "Book",
    "PrintError",
    "address",
    "is_text",
    "on_paper",
    "root_of",
    "write",
]
