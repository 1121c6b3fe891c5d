"""Rule numbers for a book that has none: `[#X-001]` after each bold lead and list item."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hooks.importing.pages import Page
from hooks.importing.report import Line, Note
from hooks.importing.text import in_fences

_RULE = re.compile(r"^(?:(?: {4})*(?:-|\d+\.) +\S.*|\*\*[^*]+\*\*.*\S)$")
_TABLE = re.compile(r" *`{3,}table$")
_MOST = 999


def number(pages: Sequence[Page], letters: str) -> list[Note]:
    """Number the rules of all pages in order, and return a note of each rule.

    A random table, which needs a rule in such a book, applies the rule above it.
    """
    notes: list[Note] = []
    count = 0
    tables: list[tuple[Page, int, int]] = []
    for page in pages:
        code = in_fences(page.lines)
        for at, line in enumerate(page.lines):
            if at in code and _TABLE.match(line.text):
                tables.append((page, at, count or 1))
            if at in code or not _RULE.match(line.text) or count == _MOST:
                continue
            end = at
            while end + 1 < len(page.lines) and _goes_on(page.lines[end + 1].text):
                end += 1
            count += 1
            last = page.lines[end]
            page.lines[end] = Line(f"{last.text.rstrip()} [#{letters}-{count:03}]", last.number)
            notes.append(Note("mapped", page.source, line.number, "rule number"))
    for page, at, rule in reversed(tables if count else []):
        indent = page.lines[at].text.partition("`")[0]
        page.lines.insert(at + 1, Line(f"{indent}rules: {letters}-{rule:03}", page.lines[at].number))
    return notes


def _goes_on(text: str) -> bool:
    """Return whether a line continues the paragraph or item above."""
    return bool(text.strip()) and not re.match(r" *(?:-|\d+\.) |[>|#`]|\{:", text)
