"""Pandoc's grid, simple and multiline tables as pipe tables."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hooks.importing.report import Line, Note
from hooks.importing.text import in_fences

_GRID = re.compile(r"^\s*\+(?:[-=:]+\+)+\s*$")
_DASHES = re.compile(r"^ *-{2,}(?: +-{2,})+ *$")
_FULL = re.compile(r"^ *-{3,} *$")
_ROW_GOES_ON = re.compile(r" \\$")
_CAPTION = re.compile(r"^ {0,3}(?:[Tt]able)?: +(?P<text>\S.*?)(?: +\{[^{}]*\})? *$")

type _Rows = list[tuple[list[str], int]]


def lift(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines with every table as a pipe table; blocks within a cell become lines of the cell."""
    notes: list[Note] = []
    code = in_fences(lines)
    result_lines: list[Line] = []
    at = 0
    while at < len(lines):
        kind, end, table_lines = "", at + 1, [lines[at]]
        if at not in code:
            for name, read in (("grid", _grid), ("simple", _simple), ("multiline", _multiline)):
                if result := read(lines, at):
                    kind, (end, table_lines) = name, result
                    break
        if kind:
            notes.append(Note("mapped", file, lines[at].number, f"{kind} table"))
        result_lines += table_lines
        at = end
    return _captions(_joined_rows(result_lines, file, notes)), notes


def _grid(lines: Sequence[Line], first: int) -> tuple[int, list[Line]] | None:
    if not _GRID.match(lines[first].text):
        return None
    end = first
    while end < len(lines) and lines[end].text.strip()[:1] in ("+", "|"):
        end += 1
    borders = [match.start() for match in re.finditer(r"\+", lines[first].text)]
    rows: _Rows = []
    head = 0
    cells: list[list[str]] = []
    for line in lines[first + 1 : end]:
        if _GRID.match(line.text):
            rows.append((["<br>".join(filter(None, cell)) for cell in cells], line.number))
            head = len(rows) if "=" in line.text else head
            cells = []
        else:
            parts = [line.text[a + 1 : b].strip() for a, b in zip(borders, borders[1:], strict=False)]
            cells = cells or [[] for _ in parts]
            for cell, part in zip(cells, parts, strict=True):
                cell.append(part)
    return (end, _pipes(rows, head, lines[first].number)) if rows else None


def _simple(lines: Sequence[Line], at: int) -> tuple[int, list[Line]] | None:
    """Read a table with a line of headings over dashes, or rows between two lines of dashes."""
    heads = at + 1 < len(lines) and lines[at].text.strip() and _DASHES.match(lines[at + 1].text)
    rule = at + 1 if heads else at
    if not _DASHES.match(lines[rule].text) or lines[at].text.lstrip().startswith("|"):
        return None
    columns = [match.span() for match in re.finditer("-+", lines[rule].text)]
    end = rule + 1
    while end < len(lines) and lines[end].text.strip() and not _DASHES.match(lines[end].text):
        end += 1
    closed = end < len(lines) and bool(_DASHES.match(lines[end].text) or _FULL.match(lines[end].text))
    if end == rule + 1 or not (heads or closed):
        return None
    rows: _Rows = [(_cut(lines[at].text, columns), lines[at].number)] if heads else []
    rows += [(_cut(line.text, columns), line.number) for line in lines[rule + 1 : end]]
    return end + closed, _pipes(rows, int(bool(heads)), lines[at].number)


def _multiline(lines: Sequence[Line], at: int) -> tuple[int, list[Line]] | None:
    """Read a table between two full lines of dashes, whose rows have empty lines between them."""
    if not _FULL.match(lines[at].text) or len(lines[at].text.strip()) < 10:
        return None
    rule = next((n for n in range(at + 1, min(at + 8, len(lines))) if _DASHES.match(lines[n].text)), None)
    last = next((n for n in range(rule or at, len(lines)) if n > at and _FULL.match(lines[n].text)), None)
    if rule is None or last is None or any(not line.text.strip() for line in lines[at + 1 : rule]):
        return None
    columns = [match.span() for match in re.finditer("-+", lines[rule].text)]
    rows = [(_together([line.text for line in lines[at + 1 : rule]], columns), lines[at + 1].number)]
    block: list[Line] = []
    for line in [*lines[rule + 1 : last], Line("", 0)]:
        if line.text.strip():
            block.append(line)
        elif block:
            rows.append((_together([each.text for each in block], columns), block[0].number))
            block = []
    return last + 1, _pipes(rows, 1, lines[at].number)


def _cut(text: str, columns: Sequence[tuple[int, int]]) -> list[str]:
    starts = [start for start, _ in columns]
    starts[0] = 0
    return [text[a:b].strip() for a, b in zip(starts, [*starts[1:], None], strict=True)]


def _together(texts: Sequence[str], columns: Sequence[tuple[int, int]]) -> list[str]:
    cut = [_cut(text, columns) for text in texts]
    return [" ".join(filter(None, parts)) for parts in zip(*cut, strict=True)]


def _pipes(rows: _Rows, head: int, number: int) -> list[Line]:
    width = max(len(cells) for cells, _ in rows)
    if not head:
        rows = [([""] * width, number), *rows]
    cell_rows = [([cell.replace("|", r"\|") for cell in cells], at) for cells, at in rows]
    table_lines = [Line(f"| {' | '.join(cells)} |", at) for cells, at in cell_rows]
    return [
        Line("", number),
        table_lines[0],
        Line("|" + "---|" * width, number),
        *table_lines[1:],
        Line("", number),
    ]


def _joined_rows(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    """Join the rows of pipe tables that a backslash continues on the next line."""
    result: list[Line] = []
    for line in lines:
        if result and result[-1].text.startswith("|") and _ROW_GOES_ON.search(result[-1].text):
            text = re.sub(r"^(?:\\ |\s)+", "", line.text)
            result[-1] = Line(f"{result[-1].text[:-2].rstrip()}<br>{text}", result[-1].number)
            notes.append(Note("mapped", file, line.number, "cell of several lines"))
        else:
            result.append(line)
    return result


def _captions(lines: list[Line]) -> list[Line]:
    """Turn the caption below a table, `: Weapons` or `Table: Weapons`, into a paragraph."""
    result: list[Line] = []
    in_table = False
    for line in lines:
        caption = _CAPTION.match(line.text) if in_table else None
        result.append(Line(f"*{caption['text'].strip()}*", line.number) if caption else line)
        in_table = line.text.lstrip().startswith("|") or (in_table and not line.text.strip())
    return result
