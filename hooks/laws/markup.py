"""HTML that pages show, taken apart quickly: the laws look through thousands of replies."""

from selectolax.lexbor import LexborHTMLParser


def markup_of(html: str) -> LexborHTMLParser:
    """The page as a browser reads it; what stands in a template is no part of it."""
    return LexborHTMLParser(html)
