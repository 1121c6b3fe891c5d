"""The conversion of a page's HTML to plain elements, which need neither the site's styles nor its scripts.

What screen readers skip is decoration and left out; what only screen readers would read is shown.
It depends on the classes and elements of directives, and not on the rules.
"""

from __future__ import annotations

import copy
import functools
import re

from bs4 import BeautifulSoup, Tag
from bs4.element import AttributeValueList, Comment, NavigableString

from hooks.export.text import components
from hooks.pages.print_book import INSTEAD, LEFT_OUT, OPERATED

_FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
_BLOCKS = frozenset(
    "address article aside blockquote caption col colgroup dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 "
    "hr li main nav ol p pre section table tbody td tfoot th thead tr ul".split()
)
_PHRASES = frozenset(
    "a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub "
    "sup time u var wbr".split()
)
_ATTRIBUTES = frozenset(
    "alt class colspan dir height href id lang rowspan scope src start title width".split()
)
_CLASSES = frozenset(
    "calc entry footnote footnote-ref note note-title number rule rule-link ruling small".split()
)
"""The classes that stay, for the styles of a format."""
_SVG_NAMES = {"viewbox": "viewBox", "preserveaspectratio": "preserveAspectRatio"}
"""The attributes of SVG whose case a parser of HTML loses."""
_LEFT_OUT = LEFT_OUT - {"example", "example__code", "working"}
_SIGNS = frozenset(("plot__swatch", "grid__worse"))
"""The classes of drawings and signs that are shown, although a screen reader has other words for them."""
_MAYBE_EMPTY = ["p", "div", "span", "ul", "ol", "dl", "strong", "figure"]


def plain_html(html: str) -> Tag:
    """Return the HTML of a page in plain elements, in one `section`, which the caller may change."""
    return copy.copy(_plain_html(html))


@functools.cache  # most formats start from the same pages
def _plain_html(html: str) -> Tag:
    soup = BeautifulSoup(f"<section>{_FORM.sub('', html)}</section>", "html.parser")
    body = soup.section
    assert body is not None
    _leave_out(body)
    components.rewrite(soup)
    for each in body.find_all(True):
        if not each.find_parent("svg"):
            _reduce(each)
    for each in body.find_all("div"):
        _unwrap(each)
    for each in reversed(body.find_all(_MAYBE_EMPTY)):
        if not each.get("id") and not each.get_text(strip=True) and not each.find(["img", "svg"]):
            each.decompose()
    return body


def _leave_out(body: Tag) -> None:
    for text in body.find_all(string=lambda text: isinstance(text, Comment)):
        text.extract()
    for each in body.find_all(class_="reference__sort"):
        each.unwrap()
    for name, words in INSTEAD.items():
        for each in body.find_all(name):
            each.name = "p"
            each.string = words
    for each in body.find_all(_is_left_out):
        if not each.decomposed:
            each.decompose()


def _is_left_out(element: Tag) -> bool:
    classes = frozenset(element.get_attribute_list("class"))
    return (
        element.name in OPERATED
        or "hidden" in element.attrs
        or not classes.isdisjoint(_LEFT_OUT)
        or (element.get("aria-hidden") == "true" and classes.isdisjoint(_SIGNS))
    )


def _reduce(element: Tag) -> None:
    """Make an element a plain one, without attributes for styles and scripts."""
    if element.name == "svg":
        for each in (element, *element.find_all(True)):
            each.attrs = {_SVG_NAMES.get(name, name): value for name, value in each.attrs.items()}
        return
    if element.name not in _BLOCKS | _PHRASES:
        element.name = "div" if element.find([*_BLOCKS]) else "span"
    classes = [name for name in element.get_attribute_list("class") if name in _CLASSES]
    element.attrs = {name: value for name, value in element.attrs.items() if name in _ATTRIBUTES}
    if classes:
        element["class"] = AttributeValueList(classes)
    else:
        element.attrs.pop("class", None)
    if element.name == "span" and not element.attrs:
        element.unwrap()


def _unwrap(box: Tag) -> None:
    """Replace a box without a meaning by its content, or by a paragraph if that is a text."""
    if box.attrs:
        return
    has_text = any(isinstance(each, NavigableString) and each.strip() for each in box.children)
    if has_text and not box.find([*_BLOCKS]):
        box.name = "p"
    else:
        box.unwrap()
