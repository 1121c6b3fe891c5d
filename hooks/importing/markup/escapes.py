"""Escapes for text of the source that would be markup on Diceleaf's pages."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection
from itertools import accumulate

from pygments.lexers import find_lexer_class_by_name
from pygments.util import ClassNotFound

from hooks.directives import foreign_markup
from hooks.directives.registry import DIRECTIVES
from hooks.importing.report import Line, Note
from hooks.importing.text import each_line, fences, in_fences, substitute, without_code

STAT_BLOCK = "statblock"
"""The language of Obsidian's stat blocks, which `stat_blocks` reads."""
_DICE = re.compile(r"`dice: *([^`]+)`")
"""Dice of Obsidian's plugin where a page can have no roller, such as in headings."""
_BRACES = re.compile(r"(?<!\\)\{(?!: ?#[\w.-]+ ?\}|#[\w.^-]+\}|\{)|(?<!\\)\{(?=\{)")
_EMOJI = re.compile(r"(?<![\w:\\/]):(?=[a-z][a-z0-9_+-]*:(?![\w:/]))")
_FORMULA = re.compile(
    r"(?<![\\$\w])\$\$?(?=[^$\n]*[\\^_={}]|[A-Za-z]\$)[^$\s](?:[^$\n]*[^$\s\\])?\$\$?(?![\w$])|^\s*\$\$\s*$"
)
_RULE = re.compile(
    r"(?<![\\!\]])\[(?=#?(?:[A-Za-z][\w -]*: ?)?[A-Za-z]{1,2} ?[-–—_]? ?\d{1,3} *\](?![\[(:]))"
)
_MARK = re.compile(r"(?<!\\)\[(?=#[^\[\]\s]*\](?![\[(]))")
_PERCENT = re.compile(r"(?<=[\d.])(?P<space>\s?)%")
_WORDS = re.compile(r"(?<=[\d.]) (?P<word>per ?cent)")
_ABBREVIATION = re.compile(r"^ {0,3}\*(?=\[[^\]]+\]:)")
_BLOCK = re.compile(r"^(?P<indent>\s*)(?P<marks>/{3,}|;*-{2,}8<-{2,})")
_ADDRESS = re.compile(
    r"\]\((?:<[^<>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+\"[^\"]*\")?\)|<[a-z]+:[^\s<>]*>|<[a-z][^<>]*>"
)
_BRACKET = re.compile(r"\\.|\n[ \t>]*\n|\[|\]\(|[\])]", re.DOTALL)
_MAX_OPEN = 100
"""The most unclosed brackets of a page: Python-Markdown searches the whole rest of the page for each."""


def rename_fences(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines with fences whose language is a directive of Diceleaf as plain text."""
    return _with_fences(lines, file, lambda language: language in DIRECTIVES or not _is_known(language))


def convert(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines with text that Diceleaf would take for markup escaped."""
    lines, notes = _with_fences(
        lines, file, lambda language: language not in DIRECTIVES and not _is_known(language), (STAT_BLOCK,)
    )
    return each_line(lines, lambda line: _line(line, file, notes)), notes


def escape_rest(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines with markup escaped that no step has converted and pages would reject, with notes."""
    code = in_fences(lines)
    text = "\n".join("" if at in code else without_code(line.text) for at, line in enumerate(lines))
    columns: dict[int, set[int]] = {}
    notes: list[Note] = []
    for subject, match, expected in foreign_markup.foreign(text):
        start = match.start() + len(match[0]) - len(match[0].lstrip())
        if subject == "field":
            start = text.index("::", start)  # not before a letter
        at = text.count("\n", 0, start)
        columns.setdefault(at, set()).add(start - text.rfind("\n", 0, start) - 1)
        what = f"{subject} of another program, shown as it was typed"
        notes.append(Note("by hand", file, lines[at].number, what, f"Write {expected}"))
    if len(open_brackets := _open_brackets(text)) > _MAX_OPEN:
        at = text.count("\n", 0, open_brackets[0])
        what = f"{len(open_brackets):,} brackets that don't end, shown as they were typed"
        notes.append(Note("by hand", file, lines[at].number, what, "End each [text](address)"))
        starts = [*accumulate((len(each) + 1 for each in text.split("\n")), initial=0)]
        for place in open_brackets:
            at = bisect_right(starts, place) - 1
            columns.setdefault(at, set()).add(place - starts[at])
    result = [*lines]
    for at, places in columns.items():
        line = lines[at].text
        for column in sorted(places, reverse=True):
            line = f"{line[:column]}\\{line[column:]}"
        result[at] = Line(line, lines[at].number)
    return result, notes


def _open_brackets(text: str) -> list[int]:
    """Return the indices of brackets that aren't closed in their paragraph, or whose address isn't."""
    open_brackets: list[int] = []
    stack: list[tuple[int, str]] = []
    for match in _BRACKET.finditer(text):
        if match[0] == "[":
            stack.append((match.start(), "]"))
        elif "\n" in match[0] and match[0][0] != "\\":
            open_brackets += (start for start, _ in stack)
            stack = []
        elif stack and match[0][0] == stack[-1][1]:
            start, _ = stack.pop()
            if match[0] == "](":
                stack.append((start, ")"))
    return [*open_brackets, *(start for start, _ in stack)]


def _with_fences(
    lines: list[Line], file: str, is_text: Callable[[str], bool], also: Collection[str] = ()
) -> tuple[list[Line], list[Note]]:
    result, notes = [*lines], []
    for first, end, info in fences(lines):
        language = info.strip("{} ").split(" ")[0].lstrip(".") if info else ""
        if not language or (language == STAT_BLOCK and language not in also):
            continue
        new_info = "text" if is_text(language) else language
        if new_info == info or language in DIRECTIVES and new_info == language:
            continue
        if new_info == "text":
            notes.append(Note("mapped", file, lines[first].number, f"block {language}, shown as plain text"))
        result[first] = Line(lines[first].text.replace(info, new_info), lines[first].number)
        if first == end - 1:  # never closed
            result[first] = Line("", lines[first].number)
    return result, notes


def _is_known(language: str) -> bool:
    try:
        find_lexer_class_by_name(language)
    except ClassNotFound:
        return False
    return True


def _line(line: Line, file: str, notes: list[Note]) -> str | None:
    text = _DICE.sub(r"\1", line.text)

    def formula(match: re.Match[str]) -> str:
        advice = "Write it in Unicode characters, such as `E = mc^2^`"
        notes.append(Note("by hand", file, line.number, "formula, shown as it was typed", advice))
        return match[0].replace("$", r"\$").replace("_", r"\_")

    def escaped(match: re.Match[str]) -> str:
        return f"\\{match[0]}"

    def outside_addresses(text: str) -> str:
        text = _FORMULA.sub(formula, text)
        for pattern in (_BRACES, _EMOJI, _RULE, _MARK):
            text = pattern.sub(escaped, text)
        text = _PERCENT.sub(lambda match: f"{match['space']}\\%", text)
        return _WORDS.sub(r"&#32;\g<word>", text)

    def pieces(text: str) -> str:
        parts, end = [], 0
        for match in _ADDRESS.finditer(text):
            parts += [outside_addresses(text[end : match.start()]), match[0]]
            end = match.end()
        return "".join([*parts, outside_addresses(text[end:])])

    text = substitute(re.compile(r".+"), lambda match: pieces(match[0]), text)
    return _ABBREVIATION.sub(r"\\*", _BLOCK.sub(r"\g<indent>\\\g<marks>", text))
