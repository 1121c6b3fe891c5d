"""Finds the fenced blocks of a page, and the prose between them.

Fences within fences are text, comments are left alone, and a fence that is never closed is an error: left as
it is, it would swallow every directive below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hooks.directives.errors import DirectiveError, Place, mistake
from hooks.preview.persistent_cache import of_text

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
class Silent:
    """Lines that nobody is to read: a comment."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Fence:
    """A fenced block. `lines` are all of it as written; `body` is what stands inside, not indented. `loose`
    is what stands behind its language that is none of the `options`, each `name="value"`.
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
    """Lines that are no whole fence or comment, as far as one can tell, and what is wrong with them."""

    place: Place
    lines: tuple[str, ...]
    error: DirectiveError


type Piece = Prose | Silent | Fence | Unreadable


@dataclass(frozen=True)
class FenceKind:
    """What a directive is for, and the fields of its body or the words behind its name, each with what it
    says: as the author's guide has it, and all that is allowed.
    """

    about: str
    fields: Mapping[str, str] = field(default_factory=dict)


def split(lines: Sequence[str], start: Place) -> Sequence[Piece]:
    """The page in pieces; their lines in a row are the page again. `start` is the place of its first line."""
    return _split(tuple(lines), start)


@of_text  # many ask for the same page
def _split(lines: tuple[str, ...], start: Place) -> tuple[Piece, ...]:
    return tuple(_pieces(lines, start))


def _pieces(lines: Sequence[str], start: Place) -> Iterator[Piece]:
    begun = at = 0
    while at < len(lines):
        piece = _piece(lines, at, start)
        if piece is None:
            at += 1
            continue
        if begun < at:
            yield Prose(start.down(begun), tuple(lines[begun:at]))
        yield piece
        begun = at = at + len(piece.lines)
    if begun < len(lines):
        yield Prose(start.down(begun), tuple(lines[begun:]))


def _piece(lines: Sequence[str], at: int, start: Place) -> Piece | None:
    """What begins on this line, if it isn't prose."""
    try:
        found = _fence(lines, at, start) or _comment(lines, at, start)
        if found is None:
            _refuse_misplaced(lines[at], start.down(at))
    except DirectiveError as error:
        return Unreadable(start.down(at), tuple(lines[at : _last_of_it(lines, at)]), error)
    return found


def _last_of_it(lines: Sequence[str], begun: int) -> int:
    """Behind what most likely belongs to a fence or comment that can't be read: all that follows is read as
    if it was whole.
    """
    for at in range(begun + 1, len(lines)):
        if not lines[at].strip():
            return at
        if marks := OPENING.match(lines[at]):
            return at if marks["info"].strip() else at + 1
    return len(lines)


def language_of(info: str) -> str:
    """The first word behind the opening marks: `pycon`, also where it is written `{.pycon}`."""
    found = LANGUAGE.match(info)
    return found["language"] if found else ""


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
        within = OPENING.match(lines[end])
        if within and within["indent"] == indent and within["marks"] == marks and opening["info"].strip():
            allowed = f"a line of {marks} before the next fence, on line {start.down(end).line}"
            raise mistake(place, "unclosed fence", lines[at].strip(), allowed)
        if lines[end].strip() and not lines[end].startswith(indent):
            raise mistake(
                start.down(end),
                f"line in the fence opened on line {place.line}",
                lines[end].strip(),
                f"lines indented by {len(indent)} spaces, like the fence",
            )
    else:
        raise mistake(place, "unclosed fence", lines[at].strip(), f"a fence closed by a line of {marks}")
    return Fence(
        place,
        tuple(lines[at : end + 1]),
        indent,
        language_of(opening["info"]),
        {option["name"]: option["value"] for option in OPTION.finditer(opening["info"])},
        tuple(line[len(indent) :] for line in lines[at + 1 : end]),
        LANGUAGE.sub("", OPTION.sub("", opening["info"]), count=1).strip(" {}"),
    )


def _comment(lines: Sequence[str], at: int, start: Place) -> Silent | None:
    if not lines[at].lstrip().startswith("<!--"):
        return None
    for end in range(at, len(lines)):
        if "-->" in lines[end]:
            return Silent(tuple(lines[at : end + 1]))
    raise mistake(start.down(at), "unclosed comment", lines[at].strip(), "a comment closed by -->")


def _refuse_misplaced(line: str, place: Place) -> None:
    if MISPLACED_OPENING.match(line):
        raise mistake(place, "fence behind a > or a bullet", line.strip(), "a fence on a line of its own")
    if short := SHORT_OPENING.match(line.rstrip()):
        three = 3 * short["marks"][0]
        raise mistake(place, "fence", line.strip(), f"three marks, {three}{short['language']}")
