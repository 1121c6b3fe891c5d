"""The fields that a section of a page states, such as `**Armour:** 2`, and lists that contradict them.

A list whose rows link to such sections repeats their values. The text is where readers see them first, and
the list is what they filter; so the two must agree.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence

from hooks.directives import declaring, fences, yaml_body
from hooks.directives.anchors import anchor
from hooks.directives.errors import DirectiveError
from hooks.directives.fences import Fence, Prose
from hooks.directives.pages import Page
from rules_py.base.inline_markup import addresses, plain_text
from rules_py.base.wording import name_key

type Values = Mapping[str, Sequence[str]]
"""The values of each field of a section, by its label in lower case."""

LONGEST = 40
"""The most characters of a field that has a column."""
HEADING = re.compile(r" {0,3}(?P<level>#{1,6})\s+(?P<text>.*?)\s*#*\s*$")
_ANCHOR = re.compile(r"\s*\{[^{}]*#(?P<id>[\w.-]+)[^{}]*\}$")
_FIELD = re.compile(
    r"\s*(?:[-*]\s+)?\*\*(?P<label>[^*:|]{1,30}?)\s*(?::\*\*|\*\*\s*::?)\s*(?P<value>\S.*?)\s*\\?$"
)
_ROW = re.compile(r"\s*\|\s*(?P<label>[^|]{1,40}?)\s*\|\s*(?P<value>[^|]+?)\s*\|\s*$")
_RULE = re.compile(r"\s*\|(?:\s*:?-+:?\s*\|)+\s*")
_CELL = re.compile(r"(?<!\\)\|")
_TAG = re.compile(r"<[^<>]*>")
_COMMAND = re.compile(r"`#!\w+ +([^`]*)`")


def read_field(line: str, below: str) -> tuple[str, str] | None:
    """Return the label and the value of a line such as `**Armour:** 2`, or of a row of a table with two
    columns; None if it is neither. `below` is the next line.
    """
    if "**" not in line and line.count("|") != 3:  # the patterns are slow on long lines
        return None
    match = _FIELD.match(line)
    if not match and (row := _ROW.match(line)) and not _RULE.fullmatch(line):
        is_head = _RULE.fullmatch(below)
        match = None if is_head or row["label"].strip("*_ ").isdecimal() else row
    if not match or len(plain_text(match["value"])) > LONGEST:
        return None
    label, value = plain_text(match["label"]).strip(": "), _value(match["value"])
    return (label, value) if value and any(map(str.isalpha, label)) else None


def faults(pages: Sequence[tuple[Page, Sequence[str]]]) -> Iterator[DirectiveError]:
    """Yield the cells of lists that contradict the section to which their row links."""
    sections: dict[str, Mapping[str, Values]] = {}
    lines_of = {page.name: (page, lines) for page, lines in pages}
    for page, lines in pages:
        for fence in fences.split(lines, page.start):
            if not isinstance(fence, Fence) or fence.language != "reference" or not declaring.declares(fence):
                continue
            body = yaml_body.read(fence)
            for at, row in enumerate(body.rows):
                for name, place in _targets(row, page):
                    if name not in lines_of:
                        continue
                    if name not in sections:
                        sections[name] = _sections(*lines_of[name])
                    stated = sections[name].get(place, {})
                    for label, cell in zip(body.columns[1:], row[1:], strict=False):
                        values = stated.get(name_key(plain_text(label)), ())
                        if values and _value(cell) not in values:
                            where = f"{lines_of[name][0].path}#{place}".rstrip("#")
                            contradiction = (
                                f"{row[0]}: {label} is {_value(cell)!r}, but {where} says {values[0]!r}"
                            )
                            yield DirectiveError(
                                body.place("rows", at), f"{contradiction}. Change one of them."
                            )


def _value(text: str) -> str:
    """Return a value as readers see it."""
    return " ".join(_TAG.sub("", plain_text(_COMMAND.sub(r"\1", text))).split())


def _targets(row: Sequence[str], page: Page) -> Iterator[tuple[str, str]]:
    """Yield the name and the anchor of each place of the book to which a row links."""
    for cell in row:
        for address in addresses(cell):
            path, _, place = address.partition("#")
            if ":" not in path:
                folder = posixpath.dirname(page.name)
                yield posixpath.normpath(posixpath.join(folder, path)) if path else page.name, place


def _sections(page: Page, lines: Sequence[str]) -> Mapping[str, Values]:
    """Return the fields of each section by its anchor, and those of the whole page by ""."""
    sections: dict[str, dict[str, list[str]]] = {"": {}}
    place = ""
    for piece in fences.split(lines, page.start):
        if not isinstance(piece, Prose):
            continue
        for at, line in enumerate(piece.lines):
            if heading := HEADING.match(line):
                own = _ANCHOR.search(heading["text"])
                place = own["id"] if own else anchor(plain_text(heading["text"]))
                continue
            for label, value in _fields(piece.lines, at):
                for each in {"", place}:
                    values = sections.setdefault(each, {}).setdefault(name_key(label), [])
                    values.append(value)
    return sections


def _fields(lines: Sequence[str], at: int) -> Iterator[tuple[str, str]]:
    """Yield the fields that start in a line: one, or those of a table with a single row."""
    head, below, row, after = (*lines[at : at + 4], "", "", "")[:4]
    if field := read_field(head, below):
        yield field
    elif head.lstrip().startswith("|") and _RULE.fullmatch(below) and "|" in row and "|" not in after:
        labels, values = (_CELL.split(each.strip().strip("|")) for each in (head, row))
        for label, value in zip(labels, values, strict=False):
            yield plain_text(label).strip(), _value(value)
