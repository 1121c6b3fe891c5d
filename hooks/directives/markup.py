"""Markup that pages can't show: that of other programs, and what the page's policy blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from itertools import chain
from typing import override
from urllib.parse import urlsplit

from hooks.base.errors import DirectiveError, Place, mistake
from hooks.directives import foreign_markup, pictures, prose
from hooks.directives.anchors import alias_faults
from hooks.directives.fences import Fence, Piece, Prose
from hooks.directives.foreign_markup import INCLUSION, place_of
from rules_py.base.errors import join_or

ELSEWHERE = re.compile(r"(?:https?:)?//", re.IGNORECASE)
"""Matches the start of an address on another host."""
COPY = "a path in docs, as pages load nothing from other hosts"

_ANNOTATION = re.compile(r"(?:#|//|--|;|/\*|<!--)\s*\(\d+\)!")
_INCLUSION = re.compile(r"\s*;*-{2,}8<-{2,}")

_IMAGE = re.compile(
    r"(?<!\\)!\[(?P<alt>(?:[^\[\]]|\[[^\[\]]*\])*)\]"
    r"(?:\(\s*<?(?P<address>(?:[^()<>\n\"']|\([^()\n]*\))+?)(?=\s*[)>\"'])|\[(?P<id>[^\]]*)\])?"
)
_DEFINITION = re.compile(r"^ {0,3}\[(?P<id>[^\]]+)\]:\s*<?(?P<address>[^\s>]+)", re.MULTILINE)
_ATTRIBUTE = re.compile(r"(?<!\\)\{:?[^{}\n]*?\b(?P<given>(?P<name>style|on[a-z]{4,})\s*=[^{}\n]*)\}")
_DESCRIPTION = (
    "a description between the brackets for readers who don't see it, or "
    '`<img alt="" src="…">` if it is only a decoration'
)
_IN_STYLES = re.compile(
    r"""(?:url\(\s*|@import\s+)["']?(?P<address>(?:https?:)?//[^\s"')]+)""", re.IGNORECASE
)
_LOADING = {"src", "srcset", "poster", "background"}
_LOADING_LINKS = {"link", "image", "use"}
_PLUGINS = {"object", "embed", "applet"}
_INSTEAD = {
    "style": "a class with styles in `extra_css`, as pages block inline styles",
    "on": "nothing, as pages block scripts in attributes",
}


def faults(pieces: Sequence[Piece], start: Place) -> Iterator[DirectiveError]:
    """Yield markup that would be shown raw or blocked; `start` is the place of the page's first line."""
    for piece in pieces:
        if isinstance(piece, Fence):
            yield from _in_fence(piece)
        elif isinstance(piece, Prose):
            yield from foreign_markup.dice_in_code("\n".join(piece.lines), piece.place)
    text = _prose(pieces)
    yield from foreign_markup.faults(text, start)
    yield from alias_faults(text.split("\n"), start)
    for match in _ATTRIBUTE.finditer(text):
        yield _attribute(place_of(start, text, match), match["name"], match["given"])
    addresses = {match["id"].lower(): match["address"] for match in _DEFINITION.finditer(text)}
    for match in _IMAGE.finditer(text):
        address = match["address"] or addresses.get((match["id"] or match["alt"]).lower(), "")
        place = place_of(start, text, match)
        if ELSEWHERE.match(address):
            yield mistake(place, "image", address, COPY)
        elif not urlsplit(address).path.lower().endswith(pictures.SUFFIXES) and _is_local(address):
            yield mistake(place, "image", address, f"a file that ends in {join_or(pictures.SUFFIXES)}")
        elif address and not match["alt"].strip():
            yield mistake(place, "image", match[0], _DESCRIPTION)
    if "<" in text:
        parser = _Tags(start)
        parser.feed(text)
        yield from parser.faults


def doubts(pieces: Sequence[Piece], start: Place) -> Iterator[str]:
    """Yield messages about text that is probably meant as other markup than the page shows."""
    return foreign_markup.doubts(_prose(pieces), start)


def faults_of_styles(text: str, start: Place) -> Iterator[DirectiveError]:
    """Yield the addresses on other hosts in a stylesheet; `start` is the place of its first line."""
    for match in _IN_STYLES.finditer(text):
        yield mistake(place_of(start, text, match), "address in a stylesheet", match["address"], COPY)


def _in_fence(fence: Fence) -> Iterator[DirectiveError]:
    if fence.loose.startswith("="):
        yield mistake(fence.place, "raw format", fence.loose, "Markdown or HTML, outside a block")
    for at, line in enumerate(fence.body):
        place = fence.body_place.down(at)
        if note := _ANNOTATION.search(line):
            yield mistake(place, "annotation in code", note[0], "a comment, or a list below the code")
        if _INCLUSION.match(line):
            yield mistake(place, INCLUSION[0], line.strip(), INCLUSION[1])


def _prose(pieces: Sequence[Piece]) -> str:
    """Return the text of a page with empty lines instead of its fences and comments, and without code."""
    lines = (
        prose.without_code(piece.lines) if isinstance(piece, Prose) else [""] * len(piece.lines)
        for piece in pieces
    )
    return "\n".join(chain.from_iterable(lines))


def _is_local(address: str) -> bool:
    return bool(address) and not urlsplit(address).scheme


def _attribute(place: Place, name: str, value: str) -> DirectiveError:
    return mistake(place, f"attribute {name}", value, _INSTEAD["style" if name == "style" else "on"])


class _Tags(HTMLParser):
    """The faults of raw HTML, whose first line is at `start`."""

    def __init__(self, start: Place) -> None:
        super().__init__(convert_charrefs=True)
        self.start = start
        self.faults: list[DirectiveError] = []

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        place = self.start.down(self.getpos()[0] - 1)
        if tag in _PLUGINS:
            expected = "an image or a link, as pages block plugins"
            self.faults.append(mistake(place, "element", f"<{tag}>", expected))
        if tag == "img" and "alt" not in dict(attrs):
            self.faults.append(mistake(place, "element", "<img>", 'alt="…" with a description'))
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.faults.append(_attribute(place, name, f'{name}="{value or ""}"'))
            loads = name in _LOADING or (tag in _LOADING_LINKS and name in ("href", "xlink:href"))
            if loads and (ELSEWHERE.match(value or "") or (name == "srcset" and "//" in (value or ""))):
                self.faults.append(mistake(place, f"{name} of <{tag}>", value, COPY))
