"""The fenced blocks of a page, and the prose between them.

Fences within fences are text, and comments stay unchanged. An unclosed fence is an error, as it would swallow
every directive below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hooks.base.errors import DirectiveError, Place, mistake
from hooks.base.persistent_cache import text_cache

OPENING = re.compile(r"(?P<indent> *)(?P<marks>`{3,}|~{3,})(?P<info>[^`]*)$")
SHORT_OPENING = re.compile(r" *(?P<marks>`{1,2}|~{2})(?P<language>[a-z]+)$")
MISPLACED_OPENING = re.compile(r" *(?:>|(?:[-+*]|\d+[.)])[ ])[> ]*(?:`{3,}|~{3,})[^`]*$")
LANGUAGE = re.compile(r"\s*\{?\s*\.?(?P<language>[\w+#.-]*)")
OPTION = re.compile(r'(?P<name>[\w-]+)\s*=\s*"(?P<value>[^"]*)"')


@dataclass(frozen=True)
class Prose:
    """Lines outside fences; `place` is that of the first."""

    place: Place
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Comment:
    """The lines of a comment."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Fence:
    """A fenced block.

    lines    all of its lines as written
    options  the words `name="value"` after its language; `loose` is the rest of that line
    body     the lines inside, not indented
    """

    place: Place
    lines: tuple[str, ...]
    indent: str
    language: str
    options: Mapping[str, str] = field(hash=False)
    body: tuple[str, ...]
    loose: str = ""

    @property
    def body_place(self) -> Place:
        return self.place.down(1)


@dataclass(frozen=True)
class Unreadable:
    """Lines of an incomplete fence or comment, and the error."""

    place: Place
    lines: tuple[str, ...]
    error: DirectiveError


type Piece = Prose | Comment | Fence | Unreadable


def split(lines: Sequence[str], start: Place) -> Sequence[Piece]:
    """Return the pieces of a page, whose lines together are the page; `start` is the place of the first."""
    return _split(tuple(lines), start)


@text_cache  # the same page is split for several purposes
def _split(lines: tuple[str, ...], start: Place) -> tuple[Piece, ...]:
    return tuple(_pieces(lines, start))


def _pieces(lines: Sequence[str], start: Place) -> Iterator[Piece]:
    first = at = 0  # of the current prose
    while at < len(lines):
        piece = _piece(lines, at, start)
        if piece is None:
            at += 1
            continue
        if first < at:
            yield Prose(start.down(first), tuple(lines[first:at]))
        yield piece
        first = at = at + len(piece.lines)
    if first < len(lines):
        yield Prose(start.down(first), tuple(lines[first:]))


def _piece(lines: Sequence[str], at: int, start: Place) -> Piece | None:
    """Return the fence or comment that starts on this line, if any."""
    try:
        piece = _fence(lines, at, start) or _comment(lines, at, start)
        if piece is None:
            _check_not_misplaced(lines[at], start.down(at))
    except DirectiveError as error:
        return Unreadable(start.down(at), tuple(lines[at : _end_of_unreadable(lines, at)]), error)
    return piece


def _end_of_unreadable(lines: Sequence[str], first: int) -> int:
    """Return the line after what most likely belongs to an incomplete fence or comment."""
    for at in range(first + 1, len(lines)):
        if not lines[at].strip():
            return at
        if marks := OPENING.match(lines[at]):
            return at if marks["info"].strip() else at + 1
    return len(lines)


def language_of(info: str) -> str:
    """Return the first word after the opening marks: `pycon`, also if it is written `{.pycon}`."""
    match = LANGUAGE.match(info)
    return match["language"] if match else ""


def _fence(lines: Sequence[str], at: int, start: Place) -> Fence | None:
    opening = OPENING.match(lines[at])
    if not opening:
        return None
    indent, marks = opening["indent"], opening["marks"]
    closing = re.compile(rf" *{re.escape(marks[0])}{{{len(marks)},}}\s*$")
    place = start.down(at)
    for end in range(at + 1, len(lines)):
        if closing.match(lines[end]):
            break
        inner = OPENING.match(lines[end])
        if inner and inner["indent"] == indent and inner["marks"] == marks and opening["info"].strip():
            where = f"before the next one, on line {start.down(end).line}"
            message = f"block isn't closed ({lines[at].strip()}). Add a line {marks} {where}."
            raise DirectiveError(place, message)
        if lines[end].strip() and not lines[end].startswith(indent):
            raise mistake(
                start.down(end),
                f"line in the block of line {place.line}",
                lines[end].strip(),
                f"an indentation of {len(indent)} spaces, like the block's first line",
            )
    else:
        message = f"block isn't closed ({lines[at].strip()}). Add a line {marks} after it."
        raise DirectiveError(place, message)
    return Fence(
        place,
        tuple(lines[at : end + 1]),
        indent,
        language_of(opening["info"]),
        {option["name"]: option["value"] for option in OPTION.finditer(opening["info"])},
        tuple(line[len(indent) :] for line in lines[at + 1 : end]),
        LANGUAGE.sub("", OPTION.sub("", opening["info"]), count=1).strip(" {}"),
    )


def _comment(lines: Sequence[str], at: int, start: Place) -> Comment | None:
    if not lines[at].lstrip().startswith("<!--"):
        return None
    for end in range(at, len(lines)):
        if "-->" in lines[end]:
            return Comment(tuple(lines[at : end + 1]))
    raise DirectiveError(start.down(at), f"comment isn't closed ({lines[at].strip()}). Add --> after it.")


def _check_not_misplaced(line: str, place: Place) -> None:
    if MISPLACED_OPENING.match(line):
        raise mistake(place, "block after a > or a bullet", line.strip(), "a block on its own line")
    if short := SHORT_OPENING.match(line.rstrip()):
        three = 3 * short["marks"][0]
        raise mistake(place, "block", line.strip(), f"three marks, {three}{short['language']}")
