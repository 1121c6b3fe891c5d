"""Pages of the built site, taken apart quickly: there are well over a hundred, and some tests look through
all.
"""

from pathlib import Path

from selectolax.lexbor import LexborHTMLParser


def markup_of(path: Path) -> LexborHTMLParser:
    return LexborHTMLParser(path.read_text("utf-8"))
