"""Rulings: each a note of its section, and all of a book on one page.

An author writes one as `!!! ruling "[#R-29] A shot goes as far as you can see"`, its text indented below.
A word or two may say in the line in front of it what it is about: `… can see" about="range"`. Links lead to
a ruling by its number. Without one it has an anchor: `id="darkness"`, or one made from its title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hooks.base.persistent_cache import text_cache
from hooks.directives.anchors import anchor
from hooks.directives.notes import INDENT, Note
from rules_py.present import Markup
from rules_py.present.html import fragment, tag
from rules_py.present.links import rule_links

_OPENING = re.compile(
    r'!!! ruling "(?P<title>(?:\[#(?P<number>[A-Z]+-\d+)\])?.*?)"'
    r'(?: id="(?P<id>[^"\s]+)")?(?: about="(?P<topic>[^"]+)")?\s*$'
)
_MARK = re.compile(r"\[#([A-Z]+-\d+)\]")
_LINK_BELOW = re.compile(r"\]\((?=#)")
"""The start of the target of a link within the page."""
_MARKUP = re.compile(r"[*_`]")
_LIST_ITEM = re.compile(r"[-*+] |\d+\. | ")
_BLANK_LINES = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class Ruling:
    """A ruling: its title with the rule mark, its anchor on the page, and its text, not indented."""

    title: str
    anchor: str
    text: tuple[str, ...]


def split(lines: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield every ruling, and the text between them in parts that headings start; before each, the number of
    lines above it.
    """
    first = at = 0  # of the current text
    while at < len(lines):
        end = _end(lines, at) if is_ruling(lines[at]) else at
        if (end > at or lines[at].startswith("#")) and first < at:
            yield first, lines[first:at]
            first = at
        if end > at:
            yield at, lines[at:end]
            first = at = end
        else:
            at += 1
    if first < len(lines):
        yield first, lines[first:]


def is_ruling(line: str) -> bool:
    """Return whether the line is the first of a ruling."""
    return _OPENING.match(line) is not None


def note(source: Sequence[str], expanded: Sequence[str], links: str) -> Note:
    """Return a ruling as a note: `source` by the author, `expanded` with marks and links as HTML; `links`
    lead to the rules that it is about.
    """
    opening, title = _match_opening(source[0]), _match_opening(expanded[0])["title"]
    if not _MARK.search(opening["title"]):
        title = f'<span id="{_anchor(source[0])}">{title}</span>'
    topic = opening["topic"] or _MARKUP.sub("", _MARK.sub("", opening["title"])).strip()
    return Note("ruling", topic, [f'!!! ruling "{title} {links}"', *expanded[1:]])


def links_to(game: str, numbers: Sequence[str], options: Sequence[tuple[str, str]] = ()) -> Markup | None:
    """Return `on R-1 R-2`, with links to the rules that a ruling is about, and to its switches: label and
    address of each. None without any.
    """
    rules = rule_links(game, tuple(numbers))
    about = fragment("on ", rules) if rules else None
    switches = [
        fragment(" ", tag("a", "House rule", href=address, title=label, class_="ruling__option"))
        for label, address in options
    ]
    return tag("span", about, switches, class_="ruling__about") if about or switches else None


def number_of(opening: str) -> str:
    """Return the number of the ruling with this first line, "" for none."""
    return _match_opening(opening)["number"] or ""


def rules_above(lines: Sequence[str]) -> list[str]:
    """Return the numbers of the rules that the last paragraph or list of some text states."""
    numbers: list[str] = []
    in_list = False
    for block in reversed(_BLANK_LINES.split("\n".join(lines).strip())):
        if in_list and not _LIST_ITEM.match(block):
            break
        numbers[:0] = _MARK.findall(block)
        in_list = _LIST_ITEM.match(block) is not None
        if not in_list:
            break
    return numbers


def stated_in(lines: Sequence[str]) -> Iterator[Ruling]:
    """Yield the rulings among the lines of a page."""
    for _, part in split(lines):
        if is_ruling(part[0]):
            text = tuple(line.removeprefix(INDENT) for line in part[1:])
            yield Ruling(_match_opening(part[0])["title"], _anchor(part[0]), text)


def repeat(title: str, page: str, rulings: Iterable[Ruling]) -> Iterator[str]:
    """Yield Markdown that repeats the rulings of a chapter (its title and page) on another page of the book.

    Each ends with a link to the chapter, which states it.
    """
    ruling_list = list(rulings)
    if ruling_list:
        yield from ("", f"## [{title}]({page})", "")
    for ruling in ruling_list:
        yield from (f'??? ruling ruling--again "{_MARK.sub(r"\1", ruling.title)}"', "")
        yield from (f"{INDENT}{_elsewhere(line, page)}" if line.strip() else "" for line in ruling.text)
        number = _MARK.search(ruling.title)
        place = f"[{number[1]}]" if number else f"[{title}]({page}#{ruling.anchor})"
        yield from ("", f"{INDENT}In the book: {place}")
        yield ""


def _elsewhere(line: str, page: str) -> str:
    """Return a line of a page for another page: rule marks become links, and links name the page."""
    return _LINK_BELOW.sub(f"]({page}", _MARK.sub(r"[\1]", line))


def _end(lines: Sequence[str], opening: int) -> int:
    """Return the line after the ruling's text."""
    last = opening
    for at in range(opening + 1, len(lines)):
        if lines[at].startswith(INDENT):
            last = at
        elif lines[at].strip():
            break
    return last + 1


def _anchor(opening: str) -> str:
    """Return the anchor of a ruling: its number, the id that the author chose, or one made from its title."""
    match = _match_opening(opening)
    if number := _MARK.search(match["title"]):
        return number[1]
    return match["id"] or f"ruling-{anchor(match['title'], '-')}"


@text_cache
def _match_opening(line: str) -> re.Match[str]:
    match = _OPENING.match(line)
    assert match, line
    return match
