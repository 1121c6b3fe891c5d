"""Markup of other programs that pages can't show: Obsidian, Homebrewery, pandoc, Jekyll, GitHub, Material.

Text that can only be such markup stops the build. Text that may be meant as it is shown, such as a list that
belongs to the paragraph above it, is only reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hooks.base.errors import DirectiveError, Place, mistake
from rules_py.base.errors import format_value_error

INCLUSION = ("included file", "its text, as pages can't include files")

_FORMULA = r"[^$\s](?:[^$\n]*[^$\s\\])?"
_UNICODE = "Unicode characters, such as `E = mc^2^`"
_NOTE = '`!!! note "Title"`, with its text indented below'
_TEMPLATE = r"the text itself, or \{ for a brace"
_TABLE = "a table with | between its cells"
_CLASS = "a class, such as `{ .wide }`, after an image or a link"
_FOREIGN = (
    ("emoji", r"(?<![\w:\\/]):[a-z][a-z0-9_+-]*:(?![\w:/])", r"the character itself, or \: for a colon"),
    ("formula", rf"(?<![\\$\w])\$\$?(?=[^$\n]*[\\^_={{}}]|[A-Za-z]\$){_FORMULA}\$\$?(?![\w$])", _UNICODE),
    ("formula", r"^\s*\$\$\s*$", _UNICODE),
    (INCLUSION[0], r"^\s*;*-{2,}8<-{2,}.*$", INCLUSION[1]),
    (INCLUSION[0], r"(?<!\\)\{![^{}\n]*!\}", INCLUSION[1]),
    ("change mark", r"(?<!\\)\{(?:\+\+|--|~~|==|>>).*$", "the current text"),
    ("abbreviation", r"^ {0,3}\*\[[^\]]+\]:.*$", "a term in the book's glossary.md"),
    ("block", r"^\s*/{3,}\s*[a-z].*$", _NOTE),
    ("block", r"^\s*:{3,}.*$", _NOTE),
    ("block", r"^\s*\+{3,}(?:\s.*)?$", _NOTE),
    ("callout", r"^\s*(?:>\s*)+\[!\w+\].*$", _NOTE),
    (
        "double brackets",
        r"(?<!\\)!?\[\[(?!\[)[^\[\]\n]+\]\](?![(\[])",
        "a link such as [text](page.md), or `#!dice 2d6` for a roll",
    ),
    (
        "block id",
        r"(?:^|(?<=\s))\^[A-Za-z0-9-]+[ ]*$",
        "an anchor at a heading, such as `## Moves { #moves }`",
    ),
    ("template", r"(?<!\\)\{\{.*$", _TEMPLATE),
    ("template", r"(?<!\\)\{%.*$", _TEMPLATE),
    ("template", r"(?<!\\)\{@\w+.*$", _TEMPLATE),
    ("comment", r"(?<![\\%\ddD])%%(?:[^%\n]+%%|\s*$)|^\s*%%.*$", "`<!-- comment -->`"),
    (
        "command",
        r"^\s*\\[a-z]+\*?(?:\{[^{}\n]*\}|\[[^\[\]\n]*\])*\s*$",
        "nothing, as pages have no such commands",
    ),
    (
        "command",
        r"(?<!\\)\\(?:begin|end|emph|text[a-z]+|label|ref)\{[^{}\n]*\}",
        "Markdown, such as `*text*`",
    ),
    ("escaped space", r"(?<!\\)\\ (?=\S)", "`&nbsp;`"),
    ("spacer", r"^\s*:+\s*$", "an empty line"),
    ("grid table", r"^\s*\+(?=[-=:+]*[-=])[-=:+]{3,}\+\s*$", _TABLE),
    ("simple table", r"^ *-{2,}(?: +-{2,})+ *$", _TABLE),
    ("line block", r"^ {0,3}\| [^|\n]*\n {0,3}\|(?: [^|\n]*)?$", "two spaces at the end of each line"),
    ("span", r"(?<![\]!\\])\[[^\[\]\n]+\]\{ *[.#][^{}\n]*\}", "`<span class=…>` or plain text"),
    ("style", r"(?<=[)\]])\{ *[a-z-]+:[^{}\n]*\}", _CLASS),
    (
        "size",
        r"(?<=\))\{[^{}\n]*\b(?:width|height)=[\"']?[\d.]+ ?(?:in|inch|cm|mm|pt|r?em)\b[^{}\n]*\}",
        "a number of pixels or a percentage",
    ),
    ("raw format", r"\{=\w+\}", "Markdown or HTML"),
    ("citation", r"(?<!\\)\[-?@[\w:.-]+[^\]\n]*\]", "a link, or a footnote `[^1]`"),
    ("numbered example", r"^\s*\(@[\w-]*\).*$", "a list that starts with `1. `"),
    ("footnote", r"(?<!\\)\^\[[^\]\n]*\]?", "`[^1]`, and its text in a line `[^1]: …`"),
    ("field", r"^ {0,3}[A-Za-z][\w -]*:: .*$", "a sentence, or a list declared in Markdown"),
)
_PATTERNS = [
    (subject, re.compile(pattern, re.MULTILINE), expected) for subject, pattern, expected in _FOREIGN
]
_FOOTNOTE = re.compile(r"(?<!\\)\[\^(?P<id>[^\]\s]+)\](?!:)")
_FOOTNOTE_TEXT = re.compile(r"^ {0,3}\[\^(?P<id>[^\]\s]+)\]:", re.MULTILINE)
_REFERENCE = re.compile(r"(?<![\\!\]])!?\[(?P<text>[^\[\]]*\w{3}[^\[\]]*)\]\[(?P<id>[^\[\]]*)\]")
_ADDRESS = re.compile(r"^ {0,3}\[(?P<id>[^\]^]+)\]:", re.MULTILINE)
_DICE_CODE = re.compile(r"(?<!`)`(?P<code>dice(?:\+|-[a-z]+)?: ?(?P<dice>[^`\n]+))`(?!`)")

_ITEM = re.compile(r"(?P<indent> *)(?P<mark>(?:[-*+]|\d+[.)]) +)\S")
_FIRST_ITEM = re.compile(r" *(?:[-*+]|1[.)]) +\S")
_ENDS_PARAGRAPH = re.compile(r" *(?:$|#{1,6}\s|[!?]{3}|=== )")
_NO_PARAGRAPH = re.compile(r" *(?:[-*+|<>:]|\d+[.)] |\[\^)")
_TAG = re.compile(r" {0,3}#{1,6}[^#\s\[{]")
_NUMBERED = re.compile(r" *\d+\) +\S")
_INDENT = 4


def faults(text: str, start: Place) -> Iterator[DirectiveError]:
    """Yield markup that would be shown raw in a page's prose; `start` is the place of its first line."""
    for subject, match, expected in foreign(text):
        line = match[0].strip().partition("\n")[0]
        yield mistake(place_of(start, text, match), subject, line, expected)


def foreign(text: str) -> Iterator[tuple[str, re.Match[str], str]]:
    """Yield markup that would be shown raw in a page's prose, as its name, its match and what to write."""
    for subject, pattern, expected in _PATTERNS:
        for match in pattern.finditer(text):
            yield subject, match, expected
    defined = {match["id"] for match in _FOOTNOTE_TEXT.finditer(text)}
    for match in _FOOTNOTE.finditer(text):
        if match["id"] not in defined:
            yield "footnote", match, f"its text in a line `[^{match['id']}]: …`"
    addresses = {_reference_id(match["id"]) for match in _ADDRESS.finditer(text)}
    for match in _REFERENCE.finditer(text):
        name = match["id"] or match["text"]
        if _reference_id(name) not in addresses:
            yield "link", match, f"its address in a line `[{name}]: …`"


def dice_in_code(text: str, start: Place) -> Iterator[DirectiveError]:
    """Yield rolls as Obsidian writes them, in code."""
    for match in _DICE_CODE.finditer(text):
        expected = f"`#!dice {match['dice'].strip()}`"
        yield mistake(place_of(start, text, match), "inline code", match["code"], expected)


def doubts(text: str, start: Place) -> Iterator[str]:
    """Yield messages about Markdown that most other programs read in another way, one for each kind."""
    lines = text.split("\n")
    kinds = (
        (_lists_in_paragraphs(lines), "list", "an empty line above it, or it belongs to the paragraph"),
        (_flat_items(lines), "nested list", f"{_INDENT} more spaces than the item it belongs to"),
        (_matches(_NUMBERED, lines), "numbered list", "`1. ` instead of `1) `"),
        (_matches(_TAG, lines), "heading", r"a space after #, or \# if it isn't a heading"),
    )
    for doubtful, subject, expected in kinds:
        places = [*doubtful]
        if places:
            at = places[0]
            suffix = f" ({len(places) - 1} more on this page)" if places[1:] else ""
            message = format_value_error(subject, lines[at].strip(), expected)
            yield f"{start.down(at)}: {message}{suffix}"


def place_of(start: Place, text: str, match: re.Match[str]) -> Place:
    """Return the line of a match in a text whose first line is at `start`."""
    indent = len(match[0]) - len(match[0].lstrip())
    return start.down(text.count("\n", 0, match.start() + indent))


def _reference_id(text: str) -> str:
    return " ".join(text.lower().split())


def _lists_in_paragraphs(lines: list[str]) -> Iterator[int]:
    """Yield the first lines of lists that continue a paragraph."""
    first = ""  # of the block
    for at, line in enumerate(lines):
        if _ENDS_PARAGRAPH.match(line):
            first = ""
        elif not first:
            first = line
        elif _FIRST_ITEM.match(line) and not _NO_PARAGRAPH.match(first):
            first = line  # report a list once
            yield at


def _flat_items(lines: list[str]) -> Iterator[int]:
    """Yield the items that are indented below another, but not enough to be nested in it."""
    outer = inner = 0  # the columns of the last item's mark and text
    for at, line in enumerate(lines):
        if item := _ITEM.match(line):
            indent = len(item["indent"])
            if inner and inner <= indent < outer + _INDENT:
                yield at
            outer, inner = indent, item.end("mark")
        elif line.strip() and not line.startswith(" ") and not (at and lines[at - 1].strip()):
            inner = 0


def _matches(pattern: re.Pattern[str], lines: list[str]) -> Iterator[int]:
    return (at for at, line in enumerate(lines) if pattern.match(line))
