"""HTML that pages show, taken apart quickly: the laws look through thousands of replies."""

from selectolax.lexbor import LexborHTMLParser, LexborNode


def markup_of(html: str) -> LexborHTMLParser:
    """The page as a browser reads it; what stands in a template is no part of it."""
    return LexborHTMLParser(html)


def found_in(page: LexborHTMLParser | LexborNode, query: str) -> LexborNode:
    """The first element that fits, of which there has to be one."""
    found = page.css_first(query)
    assert found is not None, query
    return found


def attribute(element: LexborNode, name: str) -> str:
    """What an attribute holds, which has to be there with a value."""
    found = element.attributes[name]
    assert found is not None, name
    return found


def html_of(page: LexborHTMLParser) -> str:
    """All of it, which has to be something."""
    assert page.html is not None
    return page.html
