"""Rulings: each collapsed to one line, several in a row behind one more, and all of a book on one page.

An author writes one as `!!! ruling "[#R-29] A shot goes as far as you can see"`, its text indented below.
Rulings in a row also need a word or two for the line in front of the row: `… can see" about="range"`. Links
lead to a ruling by its number. Without one it has an anchor: `id="darkness"`, or one made from its title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hooks.directives.anchors import anchor
from hooks.directives.errors import DirectiveError, Place
from hooks.preview.persistent_cache import text_cache

_OPENING = re.compile(
    r'!!! ruling "(?P<title>(?:\[#(?P<number>[A-Z]+-\d+)\])?.*?)"'
    r'(?: id="(?P<id>[^"\s]+)")?(?: about="(?P<topic>[^"]+)")?\s*$'
)
_MARK = re.compile(r"\[#([A-Z]+-\d+)\]")
_LINK_BELOW = re.compile(r"\]\((?=#)")
"""The start of the target of a link within the page."""
INDENT = "    "


@dataclass(frozen=True)
class Ruling:
    """A ruling: its title with the rule mark, its anchor on the page, and its text, not indented."""

    title: str
    anchor: str
    text: tuple[str, ...]


def collapse(lines: Sequence[str], start: Place) -> list[str]:
    """Return the lines with every ruling collapsed, and rulings in a row behind one more title with their
    topics. `start` is the place of the first line.

    The number of lines stays the same, so that places stay right: the title of a row replaces the empty line
    above it. Raises DirectiveError for a ruling in a row without a topic.
    """
    collapsed = list(lines)
    for first, last in _rows(lines):
        openings = [at for at in range(first, last) if _OPENING.match(lines[at])]
        for at in openings:
            collapsed[at] = f'??? ruling "{_anchored(lines[at])}"'
        if len(openings) > 1 and first and not lines[first - 1].strip():
            topics = [_topic(lines[at], start.down(at)) for at in openings]
            collapsed[first - 1] = f'??? rulings "{len(openings)} rulings: {", ".join(topics)}"'
            for at in range(first, last):
                collapsed[at] = f"{INDENT}{collapsed[at]}" if collapsed[at].strip() else collapsed[at]
    return collapsed


def _topic(opening: str, place: Place) -> str:
    topic = _opening(opening)["topic"]
    if not topic:
        message = "ruling next to another needs 'about' (its topic, such as about=\"ties\" after the title)"
        raise DirectiveError(place, message)
    return topic


def stated_in(lines: Sequence[str]) -> Iterator[Ruling]:
    """Yield the rulings among the lines of a page."""
    for first, last in _rows(lines):
        openings = [at for at in range(first, last) if _OPENING.match(lines[at])]
        for at, end in zip(openings, [*openings[1:], last], strict=True):
            text = tuple(line.removeprefix(INDENT) for line in lines[at + 1 : end])
            yield Ruling(_opening(lines[at])["title"], _anchor(lines[at]), text)


def repeat(title: str, page: str, rulings: Iterable[Ruling]) -> Iterator[str]:
    """Yield Markdown that repeats the rulings of a chapter (its title and page) on another page of the book.

    Each ends with a link to the chapter, which states it.
    """
    stated = list(rulings)
    if stated:
        yield from ("", f"## [{title}]({page})", "")
    for ruling in stated:
        yield from (f'??? ruling ruling--again "{_MARK.sub(r"\1", ruling.title)}"', "")
        yield from (f"{INDENT}{_elsewhere(line, page)}" if line.strip() else "" for line in ruling.text)
        number = _MARK.search(ruling.title)
        place = f"[{number[1]}]" if number else f"[{title}]({page}#{ruling.anchor})"
        yield from ("", f"{INDENT}In the book: {place}")
        yield ""


def _elsewhere(line: str, page: str) -> str:
    """Return a line of a page for another page: rule marks become links, and links name the page."""
    return _LINK_BELOW.sub(f"]({page}", _MARK.sub(r"[\1]", line))


def _rows(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each row of rulings with nothing between them."""
    at = 0
    while at < len(lines):
        if not _OPENING.match(lines[at]):
            at += 1
            continue
        first, at = at, _end(lines, at)
        while (following := _next(lines, at)) is not None:
            at = _end(lines, following)
        yield first, at


def _end(lines: Sequence[str], opening: int) -> int:
    """Return the line after the ruling's text."""
    last = opening
    for at in range(opening + 1, len(lines)):
        if lines[at].startswith(INDENT):
            last = at
        elif lines[at].strip():
            break
    return last + 1


def _next(lines: Sequence[str], at: int) -> int | None:
    """Return the opening of the next ruling if only empty lines come before it."""
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at if at < len(lines) and _OPENING.match(lines[at]) else None


def _anchored(opening: str) -> str:
    """Return the title of a ruling, in an element with its anchor if it has no rule mark."""
    title = _opening(opening)["title"]
    return title if _MARK.search(title) else f'<span id="{_anchor(opening)}">{title}</span>'


def _anchor(opening: str) -> str:
    """Return the anchor of a ruling: its number, the id that the author chose, or one made from its title."""
    match = _opening(opening)
    if number := _MARK.search(match["title"]):
        return number[1]
    return match["id"] or f"ruling-{anchor(match['title'], '-')}"


@text_cache
def _opening(line: str) -> re.Match[str]:
    match = _OPENING.match(line)
    assert match, line
    return match
