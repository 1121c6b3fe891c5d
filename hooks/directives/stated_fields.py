"""The fields that a section of a page states, such as `**Armour:** 2`, and lists that contradict them.

A list whose rows link to such sections repeats their values. The text is where readers see them first, and
the list is what they filter; so the two must agree.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from hooks.base.errors import DirectiveError
from hooks.directives import declaring, fences, yaml_body
from hooks.directives.anchors import anchor
from hooks.directives.fences import Fence, Prose
from hooks.directives.pages import Page
from hooks.directives.yaml_body import Body
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
    lines_of = {page.name: (page, lines) for page, lines in pages}

    @cache
    def sections(name: str) -> Mapping[str, Values]:
        return _sections(*lines_of[name])

    for page, lines in pages:
        for body, at, row in _rows(page, lines):
            for name, place in _targets(row, page):
                if name not in lines_of:
                    continue
                where = f"{lines_of[name][0].path}#{place}".rstrip("#")
                for label, cell, text in _contradictions(body, row, sections(name).get(place, {})):
                    message = f"{row[0]}: {label} is {cell!r}, but {where} says {text!r}. Change one of them."
                    yield DirectiveError(body.place("rows", at), message)


def _rows(page: Page, lines: Sequence[str]) -> Iterator[tuple[Body, int, Sequence[str]]]:
    """Yield each row of the lists that a page declares, with its list and its index in it."""
    for fence in fences.split(lines, page.start):
        if (
            isinstance(fence, Fence)
            and fence.language == declaring.LIST.language
            and declaring.declares(fence)
        ):
            body = yaml_body.read(fence)
            for at, row in enumerate(body.rows):
                yield body, at, row


def _contradictions(body: Body, row: Sequence[str], section: Values) -> Iterator[tuple[str, str, str]]:
    """Yield each cell that differs from the section: its label, its value, and what the section says."""
    for label, cell in zip(body.columns[1:], row[1:], strict=False):
        stated_values = section.get(name_key(plain_text(label)), ())
        if stated_values and _value(cell) not in stated_values:
            yield label, _value(cell), stated_values[0]


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
