"""Pipe tables with rows longer than their heading, of which most programs drop the additional cells."""

from __future__ import annotations

import re

from hooks.importing.report import Line, Note
from hooks.importing.text import in_fences

RULE = re.compile(r"^[ >]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_BAR = re.compile(r"(?<!\\)\|")


def lift(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines with headings as wide as the widest row that has text there."""
    notes: list[Note] = []
    code = in_fences(lines)
    result = [*lines]
    for at in range(1, len(lines)):
        is_rule = at not in code and "|" in lines[at].text and RULE.match(lines[at].text)
        if not is_rule or "|" not in lines[at - 1].text:
            continue
        width = len(cells_of(lines[at].text))
        end = at + 1
        while end < len(lines) and "|" in lines[end].text:
            end += 1
        rows = (cells_of(line.text) for line in lines[at + 1 : end])
        missing_cells = max((_last_used(cells) for cells in rows), default=0) - width
        if missing_cells > 0 and len(cells_of(lines[at - 1].text)) == width:
            for n, cell in ((at - 1, "   |"), (at, "---|")):
                text = lines[n].text.rstrip()
                result[n] = Line(
                    f"{text}{'' if text.endswith('|') else '|'}{cell * missing_cells}", lines[n].number
                )
            notes.append(Note("mapped", file, lines[at].number, "table with rows longer than its heading"))
    return result, notes


def cells_of(text: str) -> list[str]:
    """Return the cells of a row."""
    inner = text.strip().removeprefix("|")
    cells = _BAR.split(inner)
    return cells[:-1] if not cells[-1].strip() else cells


def _last_used(cells: list[str]) -> int:
    return max((at for at, cell in enumerate(cells, 1) if cell.strip()), default=0)
