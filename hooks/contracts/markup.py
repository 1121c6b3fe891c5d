"""Queries of HTML with a fast parser: contract tests read thousands of replies."""

from selectolax.lexbor import LexborHTMLParser, LexborNode


def markup_of(html: str) -> LexborHTMLParser:
    """Return the parsed HTML; the content of templates is not part of it."""
    return LexborHTMLParser(html)


def found_in(page: LexborHTMLParser | LexborNode, query: str) -> LexborNode:
    """Return the first matching element. Fails if there is none."""
    element = page.css_first(query)
    assert element is not None, query
    return element


def attribute(element: LexborNode, name: str) -> str:
    """Return the value of an attribute. Fails if there is none."""
    value = element.attributes[name]
    assert value is not None, name
    return value


def html_of(page: LexborHTMLParser) -> str:
    """Return the HTML of the page. Fails if there is none."""
    assert page.html is not None
    return page.html
