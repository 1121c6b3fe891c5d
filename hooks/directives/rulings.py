"""Rulings: each one line that unfolds, several in a row behind one line, and all of a book on one page.

An author writes one as `!!! ruling "[#R-29] A shot goes as far as you can see"`, its text indented below. One
in a row says besides what it is about, in a word or two for the line of the row: `… can see" about="range"`.
Links lead to a ruling by its number. Without a number it has an anchor: `id="darkness"`, or one made from the
title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hooks.directives.anchors import anchor
from hooks.directives.errors import Place, mistake
from hooks.preview.persistent_cache import of_text

_OPENING = re.compile(
    r'!!! ruling "(?P<title>(?:\[#(?P<number>[A-Z]+-\d+)\])?.*?)"'
    r'(?: id="(?P<id>[^"\s]+)")?(?: about="(?P<topic>[^"]+)")?\s*$'
)
_MARK = re.compile(r"\[#([A-Z]+-\d+)\]")
_LINK_BELOW = re.compile(r"\]\((?=#)")
"""Where a link to a place on the same page begins."""
INDENT = "    "


@dataclass(frozen=True)
class Ruling:
    """Its title with the mark of its rule, its anchor on the page, and its text, not indented."""

    title: str
    anchor: str
    text: tuple[str, ...]


def folded(lines: Sequence[str], start: Place) -> list[str]:
    """The lines with every ruling folded behind its title, and neighbours together behind one more line,
    which says what they are about. `start` is the place of the first line.

    No line is added or taken away, so that places stay right: the empty line above neighbours bears theirs.
    Raises DirectiveError for a ruling in a row that doesn't say what it is about.
    """
    found = list(lines)
    for first, last in _rows(lines):
        openings = [at for at in range(first, last) if _OPENING.match(lines[at])]
        for at in openings:
            found[at] = f'??? ruling "{_anchored(lines[at])}"'
        if len(openings) > 1 and first and not lines[first - 1].strip():
            topics = [_topic(lines[at], start.down(at)) for at in openings]
            found[first - 1] = f'??? rulings "{len(openings)} rulings: {", ".join(topics)}"'
            for at in range(first, last):
                found[at] = f"{INDENT}{found[at]}" if found[at].strip() else found[at]
    return found


def _topic(opening: str, place: Place) -> str:
    topic = _opening(opening)["topic"]
    if not topic:
        raise mistake(
            place, "a ruling beside another", opening.strip(), 'what it is about: … title" about="ties"'
        )
    return topic


def stated_in(lines: Sequence[str]) -> Iterator[Ruling]:
    """The rulings among the lines of a page, in order."""
    for first, last in _rows(lines):
        openings = [at for at in range(first, last) if _OPENING.match(lines[at])]
        for at, end in zip(openings, [*openings[1:], last], strict=True):
            text = tuple(line.removeprefix(INDENT) for line in lines[at + 1 : end])
            yield Ruling(_opening(lines[at])["title"], _anchor(lines[at]), text)


def again(title: str, page: str, stated: Iterable[Ruling]) -> Iterator[str]:
    """Markdown that lists the rulings of a chapter (its title, its page) on another page of the book.

    They are stated where they stand in the chapter: here each ends with the way there, and its links lead
    where they lead there.
    """
    found = list(stated)
    if found:
        yield from ("", f"## [{title}]({page})", "")
    for ruling in found:
        yield from (f'??? ruling ruling--again "{_MARK.sub(r"\1", ruling.title)}"', "")
        yield from (f"{INDENT}{_told_elsewhere(line, page)}" if line.strip() else "" for line in ruling.text)
        number = _MARK.search(ruling.title)
        place = f"[{number[1]}]" if number else f"[{title}]({page}#{ruling.anchor})"
        yield from ("", f"{INDENT}In the book: {place}")
        yield ""


def _told_elsewhere(line: str, page: str) -> str:
    """A line of the page as it stands on another: its rule marks links, its links those of the page."""
    return _LINK_BELOW.sub(f"]({page}", _MARK.sub(r"[\1]", line))


def _rows(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where each row of rulings with nothing between them begins and ends."""
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
    """Behind the last line of the ruling's text."""
    last = opening
    for at in range(opening + 1, len(lines)):
        if lines[at].startswith(INDENT):
            last = at
        elif lines[at].strip():
            break
    return last + 1


def _next(lines: Sequence[str], at: int) -> int | None:
    """The opening of a ruling that follows after nothing but empty lines."""
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at if at < len(lines) and _OPENING.match(lines[at]) else None


def _anchored(opening: str) -> str:
    """The title of a ruling, in an element with its anchor where no mark has it."""
    title = _opening(opening)["title"]
    return title if _MARK.search(title) else f'<span id="{_anchor(opening)}">{title}</span>'


def _anchor(opening: str) -> str:
    """Return the anchor of a ruling: its number, the id that the author chose, or one made from its title."""
    found = _opening(opening)
    if number := _MARK.search(found["title"]):
        return number[1]
    return found["id"] or f"ruling-{anchor(found['title'], '-')}"


@of_text
def _opening(line: str) -> re.Match[str]:
    found = _OPENING.match(line)
    assert found, line
    return found
