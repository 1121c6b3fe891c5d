"""Typos in rule marks, numbers, notes and links, which Markdown would publish as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hooks.base.errors import DirectiveError, Place, mistake, unknown_name
from hooks.directives import prose
from hooks.directives.pages import Page
from hooks.directives.registry import INLINE
from rules_py.base.errors import join_or
from rules_py.base.suggest import closest_matches
from rules_py.systems import registry

NOTES = (
    "ruling",
    "note",
    "abstract",
    "info",
    "tip",
    "success",
    "question",
    "warning",
    "failure",
    "danger",
    "bug",
    "example",
    "quote",
)
"""The kinds of notes: ours and those of the theme."""
_INDENT = 4

_BRACKETS = re.compile(
    r"\[(?P<hash>#?)(?P<text> *(?:(?P<game>[A-Za-z][\w -]*?) ?: ?)?"
    r"(?P<letters>[A-Za-z]{1,2}) ?[-–—_]? ?(?P<number>[0-9]{1,3}) *)\](?![\[(]|:[ ]*\S*[/#])"
)
_RULE = re.compile(r"(?:[a-z][a-z0-9_]*:)?[A-Z]{1,2}-[0-9]{1,3}")
_NUMBER = re.compile(
    rf"(?<!`)`(?P<code>(?:# ?!?|! ?#?) ?(?P<kind>{'|'.join(INLINE)})\b[^`\n]*)`(?!`)", re.IGNORECASE
)
_LINK = re.compile(r"(?<!\\)\[[^\[\]]+\] +\([^()\s]+\.md(?:#[^()\s]*)?\)")
_NOTE = re.compile(r"(?P<indent> *)(?P<marks>[!?]{2,}\+?)(?P<space> *)(?P<kind>[A-Za-z][\w-]*)(?P<rest>.*)")
_RULING = re.compile(r'"(?:[^"]*\[#[^"]*"|(?:(?!\[#)[^"])*"(?: id="[^"\s]+")?)(?: about="[^"]+")?')
_TITLE = re.compile(r'(?: +"[^"]*")?(?: about="[^"]+")?')
_MARKS = ("!!!", "???", "???+")


def of_prose(lines: Sequence[str], start: Place, page: Page) -> Iterator[DirectiveError]:
    """Yield every typo in these lines of a page; `start` is the place of the first."""
    for at, line in enumerate(prose.without_code(lines)):
        place = start.down(at)
        yield from _marks(line, place, page)
        yield from _links(line, place)
        yield from _notes(lines, at, place)
    for at, line in enumerate(lines):
        for match in _NUMBER.finditer(line):
            if not match["code"].startswith(tuple(f"#!{name}" for name in INLINE)):
                expected = f"`#!{match['kind'].lower()} …`, with nothing before it"
                yield mistake(start.down(at), "inline code", match["code"], expected)


def _marks(line: str, place: Place, page: Page) -> Iterator[DirectiveError]:
    """Yield rule numbers in brackets that aren't spelt as the game spells them."""
    for match in _BRACKETS.finditer(line):
        if _RULE.fullmatch(match["text"]) or (match["hash"] and " " not in match["text"]):
            continue  # correct, or reported as a mark with an unknown number
        game = re.sub(r"[ -]", "_", match["game"].lower()) if match["game"] else page.game
        if game not in registry.game_ids():
            continue
        number = f"{match['letters'].upper()}-{match['number']}"
        numbers = registry.game(game).numbers
        letters = {known.partition("-")[0] for known in numbers}
        if number not in numbers and ("-" not in match["text"] or match["letters"].upper() not in letters):
            continue
        correct = number if number in numbers else next(iter(closest_matches(number, numbers)), number)
        prefix = match["hash"] + (f"{game}:" if match["game"] else "")
        subject = "rule mark" if match["hash"] else "rule link"
        yield mistake(place, subject, match[0], f"[{prefix}{correct}]")


def _links(line: str, place: Place) -> Iterator[DirectiveError]:
    for match in _LINK.finditer(line):
        yield mistake(place, "link", match[0], "[text](page.md), without a space between the brackets")


def _notes(lines: Sequence[str], at: int, place: Place) -> Iterator[DirectiveError]:
    """Yield notes and rulings that Markdown takes for a paragraph, or for a note without text."""
    line = lines[at]
    match = _NOTE.fullmatch(line.rstrip())
    if not match or (at and lines[at - 1].strip() and not _NOTE.match(lines[at - 1])):
        return
    kind, rest = match["kind"], match["rest"].strip()
    shape = f'`!!! {kind} "Title"`'
    if kind not in NOTES:
        if rest.startswith('"') or match["marks"] in _MARKS:
            yield unknown_name(place, "kind of note", kind, join_or(NOTES))
        return
    if match["marks"] not in _MARKS or not match["space"]:
        yield mistake(place, "note", line.strip(), f"{shape}, with its text indented below")
    elif kind == "ruling" and (not _RULING.fullmatch(rest) or match["indent"]):
        expected = (
            '`!!! ruling "[#R-1] The question"` at the start of a line, optionally followed by about="…", '
            'or with id="…" before the title if it has no number'
        )
        yield mistake(place, "ruling", line.strip(), expected)
    elif kind != "ruling" and not _TITLE.fullmatch(match["rest"]):
        yield mistake(place, "note", line.strip(), shape)
    else:
        next_line = next((line for line in lines[at + 1 :] if line.strip()), "")
        needed = len(match["indent"]) + _INDENT
        if (
            next_line and len(next_line) - len(next_line.lstrip()) < needed
        ):  # "" if a fence follows, which is no prose
            expected = f"text indented by {needed} spaces on the lines below"
            yield mistake(place, kind, next_line.strip(), expected)
