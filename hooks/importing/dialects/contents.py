"""Tables of contents, which are left out with their headings and links: every page of a book has its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from hooks.importing.links import ANCHOR, squeeze
from hooks.importing.pages import plain
from hooks.importing.report import Line, Note
from hooks.importing.text import each_line, substitute

_HEADING = re.compile(r" {0,3}#{1,6} +(?P<text>.*?)(?: +#+)? *$")
_TITLE = re.compile(r"(?:table of )?contents|toc|on this page|in this (?:chapter|section)", re.IGNORECASE)
_ATTRIBUTES = re.compile(r"\s*\{:?[^{}]*\}\s*$")
_LINK = re.compile(r"(?<![\\!])\[(?P<text>[^\[\]]*)\]\(#(?P<anchor>[^()\s]*)\)")
_WORD = re.compile(r"[^\W_]")


def take_heading(lines: list[Line], file: str, notes: list[Note]) -> set[str]:
    """Take the heading of a table of contents from the end of these lines, and return its anchors."""
    at = len(lines)
    while at and (not lines[at - 1].text.strip() or _ATTRIBUTES.match(lines[at - 1].text)):
        at -= 1
    heading = _HEADING.match(lines[at - 1].text) if at else None
    if not heading or not _TITLE.fullmatch(plain(_ATTRIBUTES.sub("", heading["text"]))):
        return set()
    anchors = anchors_in(lines[at - 1 :])
    notes.append(Note("dropped", file, lines[at - 1].number, "heading of a table of contents"))
    lines[at - 1 :] = [Line("", line.number) for line in lines[at - 1 :]]
    return anchors


def anchors_in(lines: Sequence[Line]) -> set[str]:
    """Return the anchors of headings and of other elements, without signs."""
    headings = (match["text"] for line in lines if (match := _HEADING.match(line.text)))
    explicit_anchors = ("".join(groups) for line in lines for groups in ANCHOR.findall(line.text))
    return {
        squeeze(each)
        for each in (*(plain(_ATTRIBUTES.sub("", text)) for text in headings), *explicit_anchors)
    }


def without_links(lines: list[Line], anchors: Iterable[str], file: str, notes: list[Note]) -> list[Line]:
    """Return the lines without links to these anchors of a table of contents, unless something else has them.

    Such a link in a sentence becomes text; a line that contains nothing else is left out.
    """
    gone = {*anchors} - anchors_in(lines)

    def change(line: Line) -> str:
        rest = line.text

        def text(match: re.Match[str]) -> str:
            nonlocal rest
            if squeeze(match["anchor"]) not in gone:
                return match[0]
            notes.append(Note("dropped", file, line.number, "link to a table of contents"))
            rest = rest.replace(match[0], "")
            return match["text"]

        changed = substitute(_LINK, text, line.text)
        return changed if changed == line.text or _WORD.search(_ATTRIBUTES.sub("", rest)) else ""

    return each_line(lines, change)
