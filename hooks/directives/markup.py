"""Markup that pages can't show: extensions that aren't enabled, and what the page's policy blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import override

from hooks.directives import prose
from hooks.directives.errors import DirectiveError, Place, mistake
from hooks.directives.fences import Fence, Piece, Prose

ELSEWHERE = re.compile(r"(?:https?:)?//", re.IGNORECASE)
"""Matches the start of an address on another host."""
COPY = "a path in docs, as pages load nothing from other hosts"

_FORMULA = r"[^$\s](?:[^$\n]*[^$\s\\])?"
_UNICODE = "Unicode characters, such as `E = mc^2^`"
_INCLUDE = ("included file", "its text, as pages can't include files")
_DISABLED = (
    ("emoji", r"(?<![\w:\\/]):[a-z][a-z0-9_+-]*:(?![\w:/])", r"the character itself, or \: for a colon"),
    ("formula", rf"(?<![\\$\w])\$\$?(?=[^$\n]*[\\^_={{}}]|[A-Za-z]\$){_FORMULA}\$\$?(?![\w$])", _UNICODE),
    ("formula", r"^\s*\$\$\s*$", _UNICODE),
    (_INCLUDE[0], r"^\s*;*-{2,}8<-{2,}.*$", _INCLUDE[1]),
    ("change mark", r"(?<!\\)\{(?:\+\+|--|~~|==|>>).*$", "the current text"),
    ("abbreviation", r"^ {0,3}\*\[[^\]]+\]:.*$", "a term in the book's glossary.md"),
    ("block", r"^\s*/{3,}\s*[a-z].*$", '`!!! note "Title"`, with its text indented below'),
)
_PATTERNS = [
    (subject, re.compile(pattern, re.MULTILINE), expected) for subject, pattern, expected in _DISABLED
]
_ANNOTATION = re.compile(r"(?:#|//|--|;|/\*|<!--)\s*\(\d+\)!")
_INCLUSION = re.compile(r"\s*;*-{2,}8<-{2,}")

_IMAGE = re.compile(
    r"(?<!\\)!\[(?P<alt>(?:[^\[\]]|\[[^\[\]]*\])*)\](?:\(\s*<?(?P<address>[^\s)>]+)|\[(?P<id>[^\]]*)\])?"
)
_DEFINITION = re.compile(r"^ {0,3}\[(?P<id>[^\]]+)\]:\s*<?(?P<address>[^\s>]+)", re.MULTILINE)
_ATTRIBUTE = re.compile(r"(?<!\\)\{:?[^{}\n]*?\b(?P<given>(?P<name>style|on[a-z]{4,})\s*=[^{}\n]*)\}")
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
    lines: list[str] = []
    for piece in pieces:
        if isinstance(piece, Fence):
            yield from _in_fence(piece)
        lines += prose.without_code(piece.lines) if isinstance(piece, Prose) else [""] * len(piece.lines)
    text = "\n".join(lines)
    for subject, pattern, expected in _PATTERNS:
        for match in pattern.finditer(text):
            yield mistake(_place(start, text, match), subject, match[0].strip(), expected)
    for match in _ATTRIBUTE.finditer(text):
        yield _attribute(_place(start, text, match), match["name"], match["given"])
    addresses = {match["id"].lower(): match["address"] for match in _DEFINITION.finditer(text)}
    for match in _IMAGE.finditer(text):
        address = match["address"] or addresses.get((match["id"] or match["alt"]).lower(), "")
        if ELSEWHERE.match(address):
            yield mistake(_place(start, text, match), "image", address, COPY)
    if "<" in text:
        parser = _Tags(start)
        parser.feed(text)
        yield from parser.faults


def faults_of_styles(text: str, start: Place) -> Iterator[DirectiveError]:
    """Yield the addresses on other hosts in a stylesheet; `start` is the place of its first line."""
    for match in _IN_STYLES.finditer(text):
        yield mistake(_place(start, text, match), "address in a stylesheet", match["address"], COPY)


def _in_fence(fence: Fence) -> Iterator[DirectiveError]:
    for at, line in enumerate(fence.body):
        place = fence.body_place.down(at)
        if note := _ANNOTATION.search(line):
            yield mistake(place, "annotation in code", note[0], "a comment, or a list below the code")
        if _INCLUSION.match(line):
            yield mistake(place, _INCLUDE[0], line.strip(), _INCLUDE[1])


def _place(start: Place, text: str, match: re.Match[str]) -> Place:
    indent = len(match[0]) - len(match[0].lstrip())
    return start.down(text.count("\n", 0, match.start() + indent))


def _attribute(place: Place, name: str, given: str) -> DirectiveError:
    return mistake(place, f"attribute {name}", given, _INSTEAD["style" if name == "style" else "on"])


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
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.faults.append(_attribute(place, name, f'{name}="{value or ""}"'))
            loads = name in _LOADING or (tag in _LOADING_LINKS and name in ("href", "xlink:href"))
            if loads and (ELSEWHERE.match(value or "") or (name == "srcset" and "//" in (value or ""))):
                self.faults.append(mistake(place, f"{name} of <{tag}>", value, COPY))
