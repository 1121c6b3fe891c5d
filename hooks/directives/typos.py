"""What prose means to be a rule mark, a number, a note or a link, and is not, but for a slip: Markdown would
publish it as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hooks.directives import prose
from hooks.directives.errors import DirectiveError, Place, mistake
from hooks.directives.pages import Page
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
"""The kinds of notes: ours, and those that the site's theme draws."""
_INDENT = 4

_BRACKETS = re.compile(
    r"\[(?P<hash>#?)(?P<text> *(?:(?P<game>[A-Za-z][\w -]*?) ?: ?)?"
    r"(?P<letters>[A-Za-z]{1,2}) ?[-–—_]? ?(?P<number>[0-9]{1,3}) *)\](?![\[(]|:[ ]*\S*[/#])"
)
_RULE = re.compile(r"(?:[a-z][a-z0-9_]*:)?[A-Z]{1,2}-[0-9]{1,3}")
_NUMBER = re.compile(
    r"(?<!`)`(?P<code>(?:# ?!?|! ?#?) ?(?P<kind>chance|figure)\b[^`\n]*)`(?!`)", re.IGNORECASE
)
_LINK = re.compile(r"(?<!\\)\[[^\[\]]+\] +\([^()\s]+\.md(?:#[^()\s]*)?\)")
_NOTE = re.compile(r"(?P<indent> *)(?P<marks>[!?]{2,}\+?)(?P<space> *)(?P<kind>[A-Za-z][\w-]*)(?P<rest>.*)")
_RULING = re.compile(r'"(?:[^"]*\[#[^"]*"|(?:(?!\[#)[^"])*"(?: id="[^"\s]+")?)(?: about="[^"]+")?')
_TITLE = re.compile(r'(?: +"[^"]*")?(?: about="[^"]+")?')
_MARKS = ("!!!", "???", "???+")


def of_prose(lines: Sequence[str], start: Place, page: Page) -> Iterator[DirectiveError]:
    """Every slip in these lines of a page; `start` is the place of the first."""
    told = prose.without_code(lines)
    for at, line in enumerate(told):
        place = start.down(at)
        yield from _marks(line, place, page)
        yield from _links(line, place)
        yield from _notes(lines, at, place)
    for at, line in enumerate(lines):
        for found in _NUMBER.finditer(line):
            if not found["code"].startswith(("#!chance", "#!figure")):
                allowed = f"`#!{found['kind'].lower()} …`, nothing before it"
                yield mistake(start.down(at), "number in a sentence", found["code"], allowed)


def _marks(line: str, place: Place, page: Page) -> Iterator[DirectiveError]:
    """Numbers of rules in brackets that are spelt otherwise than the game does."""
    for found in _BRACKETS.finditer(line):
        if _RULE.fullmatch(found["text"]) or (found["hash"] and " " not in found["text"]):
            continue  # which are what they look like, or are told as marks of no number
        game = re.sub(r"[ -]", "_", found["game"].lower()) if found["game"] else page.game
        if game not in registry.game_ids():
            continue
        meant = f"{found['letters'].upper()}-{found['number']}"
        numbers = registry.game(game).numbers
        letters = {number.partition("-")[0] for number in numbers}
        if meant not in numbers and ("-" not in found["text"] or found["letters"].upper() not in letters):
            continue
        right = meant if meant in numbers else next(iter(closest_matches(meant, numbers)), meant)
        before = found["hash"] + (f"{game}:" if found["game"] else "")
        what = "rule mark" if found["hash"] else "rule link"
        yield mistake(place, what, found[0], f"[{before}{right}], spelt as the game does")


def _links(line: str, place: Place) -> Iterator[DirectiveError]:
    for found in _LINK.finditer(line):
        yield mistake(place, "link", found[0], "no space between the brackets, [words](page.md)")


def _notes(lines: Sequence[str], at: int, place: Place) -> Iterator[DirectiveError]:
    """Notes and rulings that Markdown takes for a paragraph, or for a note without a text."""
    line = lines[at]
    found = _NOTE.fullmatch(line.rstrip())
    if not found or (at and lines[at - 1].strip() and not _NOTE.match(lines[at - 1])):
        return
    kind, rest = found["kind"], found["rest"].strip()
    shape = f'`!!! {kind} "Title"`'
    if kind not in NOTES:
        if rest.startswith('"') or found["marks"] in _MARKS:
            yield mistake(place, "kind of a note", kind, join_or(NOTES))
        return
    if found["marks"] not in _MARKS or not found["space"]:
        yield mistake(place, "note", line.strip(), f"{shape}, its text indented below")
    elif kind == "ruling" and (not _RULING.fullmatch(rest) or found["indent"]):
        allowed = (
            '`!!! ruling "[#R-1] What is asked"` at the beginning of a line, behind it about="…" or nothing, '
            'or first id="…" if it has no number'
        )
        yield mistake(place, "ruling", line.strip(), allowed)
    elif kind != "ruling" and not _TITLE.fullmatch(found["rest"]):
        yield mistake(place, "note", line.strip(), shape)
    else:
        below = next((each for each in lines[at + 1 :] if each.strip()), "")
        needed = len(found["indent"]) + _INDENT
        if below and len(below) - len(below.lstrip()) < needed:  # else it is a fence, which is no prose
            allowed = f"lines below it that are indented by {needed} spaces"
            yield mistake(place, f"text of a {kind}", below.strip(), allowed)
