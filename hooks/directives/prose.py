"""The tokens of prose: rule marks `[#C-012]`, rule links `[C-012]`, and inline code with the name of a
language or an inline directive, such as `` `#!chance …` ``.

Code spans, escaped brackets and Markdown's own links stay unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from hooks.base.errors import Place

_LANGUAGE = re.compile(r"#!([A-Za-z][\w+-]*)")
"""The start of inline code that names its language or directive."""

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

_NOT_SHOWN = re.compile(
    r"""
    (?<=\]\()\s*(?:<[^<>\n]*>|[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)  # of a link or an image
    | ^[ ]{0,3}\[(?!\^)[^\]\n]+\]:.*$
    | \b(?:https?://|www\.)[^\s<>]+
    | <!--.*?-->
    | <[A-Za-z/][^<>]*>
    | \{:?[^{}\n]*=[^{}\n]*\}
    """,
    re.VERBOSE | re.MULTILINE,
)
"""Addresses of links and images, comments, HTML tags with their attributes, and attribute lists."""

_BEFORE = re.compile(r"(?:\A|\n[ ]*\n|(?:\A|\n)[ ]*(?:[-*+]|\d+[.)])[ ]|\|)[ ]*\Z")
_AFTER = re.compile(r"[ ]*(?:\||\Z|\n[ ]*(?:\n|\Z|(?:[-*+]|\d+[.)])[ ]))")
"""The text before and after what is alone in its paragraph, list item or cell."""


@dataclass(frozen=True)
class Token:
    """A rule mark, rule link, or inline code that names its language.

    text        the rule's number, or the words of the code after its language
    in_heading  whether it is part of a heading, which becomes a link of the table of contents
    game        the game that a link names, or ""
    language    the language of the code, which can be an inline directive
    in_title    whether it is part of the title of a note, on which readers click
    is_alone    whether its paragraph, list item or cell has no other text
    """

    kind: Literal["mark", "link", "code"]
    text: str
    place: Place
    in_heading: bool
    game: str = ""
    in_title: bool = False
    language: str = ""
    is_alone: bool = False


def tokens(lines: Sequence[str], start: Place) -> Iterator[Token]:
    """Yield the tokens of these lines; `start` is the place of the first line."""
    tokens: list[Token] = []
    replace(lines, start, tokens.append)
    yield from tokens


def replace(lines: Sequence[str], start: Place, show: Callable[[Token], str | None]) -> list[str]:
    """Return the lines with each token replaced by what `show` returns, unless that is None."""
    text = "\n".join(lines)

    def replacement(match: re.Match[str]) -> str:
        line = text.count("\n", 0, match.start())
        token = _token(match, start.down(line), lines[line])
        html = show(token) if token else None
        return match[0] if html is None else html

    return _TOKEN.sub(replacement, text).split("\n")


def without_code(lines: Sequence[str]) -> list[str]:
    """Return the same number of lines, with every code span empty: without it, the rest of its line could be
    taken for a block.
    """

    def replacement(match: re.Match[str]) -> str:
        return f"``{'\n' * match[0].count('\n')}" if match["code"] else match[0]

    return _TOKEN.sub(replacement, "\n".join(lines)).split("\n")


def shown_text(lines: Sequence[str]) -> list[str]:
    """Return the same number of lines, with every code span, address, tag and attribute removed."""
    text = "\n".join(without_code(lines))
    return _NOT_SHOWN.sub(lambda match: "\n" * match[0].count("\n"), text).split("\n")


def _token(match: re.Match[str], place: Place, line: str) -> Token | None:
    in_heading, in_title = line.startswith("#"), line.lstrip().startswith(("!!! ", "??? "))
    if match["mark"] is not None:
        return Token("mark", match["mark"], place, in_heading, in_title=in_title)
    if match["link"]:
        return Token("link", match["link"], place, in_heading, match["game"] or "", in_title)
    first, *rest = (match["code"] or "").split() or [""]
    language = _LANGUAGE.fullmatch(first)
    if match["ticks"] != "`" or not language:
        return None
    is_alone = bool(_BEFORE.search(match.string[: match.start()]) and _AFTER.match(match.string, match.end()))
    text = " ".join(rest)
    return Token("code", text, place, in_heading, in_title=in_title, language=language[1], is_alone=is_alone)
