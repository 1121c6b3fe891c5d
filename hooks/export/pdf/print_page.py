"""The print edition's page for a PDF, and the titles and headings that the PDF needs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape, unescape
from urllib.parse import unquote, urljoin

_STYLE = """<style>
@page {{ size: {paper}; @bottom-center {{ content: counter(page) !important; }} }}
@page cover {{ @bottom-center {{ content: none !important; }} }}
* {{ font-synthesis-weight: none; }} /* letters made bold would be embedded as drawings */
:is(.ruling > summary + *, .note-line > summary + .ruling)::before {{ content: none !important; }}
.print-book__page {{ min-width: 4ch; text-align: end; }}
</style>
</head>"""
_OF_SITE = re.compile(r'<meta (?:http-equiv="Content-Security-Policy"|name="diceleaf-)[^>]*>')
_LISTED = re.compile(r'(<a href="#(?P<id>[^"]+)">(?P<title>[^<]*)</a> <span class="print-book__page">)[^<]*')
_LAZY = re.compile(r'\sloading="lazy"')
_ELSEWHERE = re.compile(r'(<a\b[^>]*?)\shref="(\.[^"]*)"')
_HEADING = re.compile(r"<h(?P<level>[1-6])\b[^>]*>(?P<text>.*?)</h(?P=level)>", re.DOTALL)
_RULING = re.compile(
    r'</summary>\s*<div class="[^"]*\bruling\b[^"]*">'
    r'|<details\b[^>]*\sclass="[^"]*\bruling\b[^"]*"[^>]*>\s*<summary>.*?</summary>',
    re.DOTALL,
)
_TAG = re.compile(r"<[^>]*>")


def for_pdf(html: str, *, paper: str, ruling: str, url: str | None, first_pages: Mapping[str, int]) -> str:
    """Return the print edition with one sequence of page numbers, and those of the chapters in its contents.

    `ruling` is the label of rulings: as text, since what a style adds has no tag in a PDF. `url` is the
    address of the page; links to other pages of the site lead there, or are text if it is None.
    """
    label = f'<p class="ruling__label">{escape(ruling)}</p>'

    def first_page(match: re.Match[str]) -> str:
        return f"{match[1]}{first_pages.get(unquote(match['id']), '')}"

    def absolute(match: re.Match[str]) -> str:
        return f'{match[1]} href="{escape(urljoin(url, match[2]))}"' if url else match[1]

    html = _RULING.sub(lambda match: match[0] + label, html)
    html = _LAZY.sub("", _OF_SITE.sub("", html))
    html = _ELSEWHERE.sub(absolute, _LISTED.sub(first_page, html))
    return html.replace("</head>", _STYLE.format(paper=paper), 1)


def chapters(html: str) -> dict[str, str]:
    """Return the titles of the chapters by id, as the contents list them."""
    return {unquote(match["id"]): _text(match["title"]) for match in _LISTED.finditer(html)}


def headings(html: str) -> list[str]:
    """Return the texts of the headings in order."""
    return [_text(match["text"]) for match in _HEADING.finditer(html)]


def _text(html: str) -> str:
    return " ".join(unescape(_TAG.sub("", html)).split())
