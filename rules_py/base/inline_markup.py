"""Markdown within a line, as cells of tables and lists declared on pages have it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

type Kind = Literal["text", "strong", "em", "del", "code", "link"]

DESTINATION = r"\(\s*<?(?P<address>(?:[^()<>\s]|\([^()\s]*\))+)>?(?:\s+\"[^\"]*\")?\s*\)"
"""The pattern after the brackets of a link: its address, and perhaps a title."""

_MARKUP = re.compile(
    rf"""
    \\(?P<escaped>[!-/:-@\[-`{{-~])
    | (?P<dice>`\#!(?:dice|chance|figure)\s[^`]*`)
    | (?P<ticks>`+)(?P<code>[^`]+)(?P=ticks)
    | \[(?P<link>(?:[^\[\]\\]|\\.)+)\]{DESTINATION}
    | (?P<strong_mark>\*\*|(?<!\w)__)(?P<strong>(?=\S).+?(?<=\S))(?P=strong_mark)(?!\*)
    | (?P<em_mark>\*|(?<!\w)_(?!_))(?P<em>(?=[^\s*])(?:\*\*.+?\*\*|[^*])*?(?<=[^\s]))(?P=em_mark)(?!\w)
    | ~~(?P<del>(?=\S).+?(?<=\S))~~
    """,
    re.VERBOSE,
)
_NESTED: tuple[Kind, ...] = ("link", "strong", "em", "del", "code")


def split(text: str) -> Iterator[tuple[Kind, str, str]]:
    """Yield the parts of a text: the kind of each, its content, and the address of a link.

    The content of all but text and code can have further markup. Inline dice stay part of the text.
    """
    end, plain = 0, ""
    for match in _MARKUP.finditer(text):
        plain += text[end : match.start()]
        end = match.end()
        kind = next((each for each in _NESTED if match[each] is not None), None)
        if kind is None:
            plain += match["escaped"] or match["dice"]
            continue
        if plain:
            yield "text", plain, ""
        plain = ""
        yield kind, match[kind], match["address"] or ""
    if plain + text[end:]:
        yield "text", plain + text[end:], ""


def plain_text(text: str) -> str:
    """Return the text without its markup, for a name or a sentence. Inline dice keep their marks."""
    return "".join(
        content if kind in ("text", "code") else plain_text(content) for kind, content, _ in split(text)
    )


def addresses(text: str) -> list[str]:
    """Return the addresses of the links in a text."""
    return [address for kind, _, address in split(text) if kind == "link"]
