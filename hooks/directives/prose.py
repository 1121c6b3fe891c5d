"""Finds in prose what is ours: rule marks `[#C-012]`, rule links `[C-012]` and numbers that are asked for,
`` `#!chance …` `` and `` `#!figure …` ``.

Code spans, escaped brackets and Markdown's own links are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hooks.directives.errors import Place

_NUMBERS: Mapping[str, Literal["chance", "figure"]] = {"#!chance": "chance", "#!figure": "figure"}
_LANGUAGE = re.compile(r"#!([A-Za-z][\w+-]*)")
"""With this begins code that names the language it is in."""

_TOKEN = re.compile(
    r"""
    \\.
    | (?P<ticks>`++)(?P<code>(?:(?!\n[ ]*\n)[^`]|(?!(?P=ticks)(?!`))`++)+)(?P=ticks)(?!`)
    | `++
    | \[\#(?P<mark>[^\[\]\s]*)\](?![\[(]|:[ ]*\S*[/\#])
    | \[(?:(?P<game>[a-z][a-z0-9_]*):)?(?P<link>[A-Z]{1,2}-[0-9]{1,3})\](?![\[(]|:[ ]*\S*[/\#])
    """,
    re.VERBOSE,
)


@dataclass(frozen=True)
class Token:
    """One of ours.

    `text` is the rule's number, what stands behind `#!chance` or `#!figure`, or the language that code begins
    with, `#!python`. Some links name a `game`. What stands `in_title` of a note is part of the line that
    unfolds it.
    """

    kind: Literal["mark", "link", "chance", "figure", "language"]
    text: str
    place: Place
    in_heading: bool
    game: str = ""
    in_title: bool = False


def tokens(lines: Sequence[str], start: Place) -> Iterator[Token]:
    """All of ours in these lines, in order. `start` is the place of the first line."""
    found: list[Token] = []

    def note(token: Token) -> str:
        found.append(token)
        return ""

    replaced(lines, start, note)
    yield from found


def replaced(lines: Sequence[str], start: Place, shown: Callable[[Token], str | None]) -> list[str]:
    """The lines with each of ours replaced by what `shown` makes of it; None leaves it as it is."""
    text = "\n".join(lines)

    def put(match: re.Match[str]) -> str:
        line = text.count("\n", 0, match.start())
        token = _token(match, start.down(line), lines[line])
        made = shown(token) if token else None
        return match[0] if made is None else made

    return _TOKEN.sub(put, text).split("\n")


def without_code(lines: Sequence[str]) -> list[str]:
    """The lines with every code span emptied; they stay where they are."""
    text = "\n".join(lines)
    return _TOKEN.sub(lambda match: "\n" * match[0].count("\n") if match["code"] else match[0], text).split(
        "\n"
    )


def _token(match: re.Match[str], place: Place, line: str) -> Token | None:
    in_heading, in_title = line.startswith("#"), line.lstrip().startswith(("!!! ", "??? "))
    if match["mark"] is not None:
        return Token("mark", match["mark"], place, in_heading, in_title=in_title)
    if match["link"]:
        return Token("link", match["link"], place, in_heading, match["game"] or "", in_title)
    first, *rest = (match["code"] or "").split() or [""]
    if match["ticks"] != "`":
        return None
    if first in _NUMBERS:
        return Token(_NUMBERS[first], " ".join(rest), place, in_heading)
    language = _LANGUAGE.fullmatch(first)
    return Token("language", language[1], place, in_heading) if language else None
