"""Homebrewery (V3): blocks in braces, layout, spacing, styles and icons."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence
from itertools import zip_longest
from urllib.parse import quote

from hooks.importing.dialects import contents
from hooks.importing.dialects.notes import kind_of, note
from hooks.importing.links import squeeze
from hooks.importing.markup.wide_tables import RULE, cells_of
from hooks.importing.pages import plain
from hooks.importing.report import Line, Note
from hooks.importing.text import each_line, fences, in_fences, substitute, without_code

_OPENING = re.compile(r"\s*\{\{(?P<words>[^{}]*)$")
_CLOSING = re.compile(r"\s*\}\}\s*$")
_INLINE = re.compile(r"\{\{(?P<words>(?:[^\s{}\"]|\"[^{}\"]*\")*)(?: (?P<text>[^{}]*))?\}\}")
_ATTRIBUTES = re.compile(r"(?<=[\w)*_`\]|>.,:!?’'\"]) ?\{(?!\{)(?P<words>[^{}]*)\}")
_LONE_ATTRIBUTES = re.compile(r"^\s*\{(?P<words>[^{}]+)\}\s*$")
_BREAK = re.compile(r"^\s*\\(?P<kind>page|column)(?:break)?\b.*$")
_SPACING = re.compile(r"^\s*:+\s*$")
_DEFINITION = re.compile(r"^(?P<term>\S.*?) *:: *(?P<definition>\S.*)$")
_SUBSCRIPT = re.compile(r"\^\^(?=\S)([^^\n]*\S)\^\^")
_ICON = re.compile(r"(?<![\w:\\]):(?:df|ei|fa[bdlrst]?|gi)_[\w-]+:(?![\w:])")
_HEADING = re.compile(r" {0,3}#{1,6} +(?P<text>.*)$")
_NUMBERED = re.compile(r"\]\(#p(?P<page>\d+)\)")
_SITE = "https://homebrewery.naturalcrit.com"
_IN_SITE = re.compile(r"(?<=\]\()(?=/(?:[^/\s)]|\)))")
_PLACED_PICTURE = re.compile(r"!\[[^\[\]]*\]\([^()\s]*\)\s*\{[^{}]*\bposition\s*:\s*absolute\b[^{}]*\}")
_FURNITURE = re.compile(
    r"pagenumber|footnote|watermark|imagemask\w*|artist|logo|banner|partcover|toc|index", re.IGNORECASE
)
"""The blocks of a printed page: its margins, and lists of page numbers."""


def lift(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines without Homebrewery's layout, its boxes as notes."""
    notes: list[Note] = []
    lines = _without_styles(lines, file, notes)
    lines = _without_placed_pictures(lines, file, notes)
    lines = _with_page_links(lines, file, notes)
    lines = _without_spans(lines, file, notes)
    lines = each_line(lines, lambda line: _line(line, file, notes))
    lines, left_out = _boxes(lines, file, notes)
    lines = contents.without_links(lines, contents.anchors_in(left_out), file, notes)
    return _definitions(lines, file, notes), notes


def _without_styles(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    result, last = [], 0
    for first, end, info in fences(lines):
        if info in ("css", "metadata", "snippets"):
            what = "style sheet (that of a book belongs into `extra_css`)" if info == "css" else info
            notes += [Note("dropped", file, line.number, what) for line in lines[first:end]]
            result += lines[last:first]
            last = end
    return result + lines[last:]


def _without_placed_pictures(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    """Return the lines without the pictures that decorate a place of a printed page."""
    code = in_fences(lines)
    result = [*lines]
    for at, (line, after) in enumerate(zip(lines, [*lines[1:], Line("", 0)], strict=True)):
        if at in code:
            continue
        text = _PLACED_PICTURE.sub("", line.text)
        if _PLACED_PICTURE.fullmatch(f"{line.text}{after.text}".strip()):
            text = ""
        if text != line.text:
            result[at] = Line(text, line.number)
            notes.append(Note("dropped", file, line.number, "picture at a place of the printed page"))
    return result


def _with_page_links(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    """Return the lines with links to a page by its number as links to the first heading on it."""
    headings = _first_headings(lines)

    def change(line: Line) -> str:
        def link(match: re.Match[str]) -> str:
            heading = headings.get(int(match["page"]))
            if not heading:
                return match[0]
            notes.append(Note("mapped", file, line.number, "link to the number of a page"))
            return f"](#{quote(heading)})"

        return substitute(_NUMBERED, link, line.text)

    return each_line(lines, change)


def _without_spans(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    """Return the lines with tables that have one row of headings, and no cells that span rows.

    A cell that continues the one above ends in ^; one that spans columns is followed by empty ones.
    """
    code = in_fences(lines)
    result = [*lines]
    for at, line in enumerate(lines):
        if at in code or "|" not in line.text or not RULE.match(line.text):
            continue
        first, end = at, at + 1
        while first and "|" in lines[first - 1].text and first - 1 not in code:
            first -= 1
        while end < len(lines) and "|" in lines[end].text:
            end += 1
        rows = {n: cells_of(lines[n].text) for n in range(first, end) if n != at}
        if at - first < 2 and not any(_goes_on(cell) for cells in rows.values() for cell in cells):
            continue
        rows = {n: [_without_mark(cell) for cell in cells] for n, cells in rows.items()}
        heads = zip_longest(*(rows.pop(n) for n in range(first, at)), fillvalue="")
        rows[at - 1] = [" ".join(filter(None, cells)) for cells in heads]
        for n in range(first, end):
            if n != at:
                text = f"| {' | '.join(rows[n])} |" if n in rows else ""
                result[n] = Line(text, lines[n].number)
        notes.append(
            Note("mapped", file, line.number, "table with cells over rows or columns, now with one each")
        )
    return result


def _goes_on(cell: str) -> bool:
    """Return whether a cell continues the one above; with a second ^ the text between them is superscript."""
    return cell.rstrip().endswith("^") and cell.count("^") % 2 == 1


def _without_mark(cell: str) -> str:
    return (cell.rstrip()[:-1] if _goes_on(cell) else cell).strip()


def _first_headings(lines: Sequence[Line]) -> dict[int, str]:
    """Return the anchor of the first heading on each page: one in the book, else one that is left out, else
    the last one before the page.
    """
    code = in_fences(lines)
    left_out = _in_furniture(lines, code)
    headings: dict[int, str] = {}
    others: dict[int, str] = {}
    counts: Counter[str] = Counter()
    number, last = 1, ""
    for at, line in enumerate(lines):
        if at in code:
            continue
        opening = _BREAK.match(line.text)
        if opening and opening["kind"] == "page":
            headings.setdefault(number, others.get(number, last))
            number += 1
        if heading := _HEADING.match(line.text):
            text = plain(heading["text"])
            if at in left_out:
                others.setdefault(number, text)
                continue
            again = counts[squeeze(text)]
            counts[squeeze(text)] += 1
            last = f"{text}-{again}" if again else text
            headings.setdefault(number, last)
    return {**headings, number: headings.get(number, others.get(number, last))}


def _in_furniture(lines: Sequence[Line], code: Container[int]) -> set[int]:
    """Return the indices of the lines in boxes that are left out."""
    indices: set[int] = set()
    boxes: list[bool] = []  # whether each box around a line is left out
    for at, line in enumerate(lines):
        if at in code:
            continue
        if opening := _OPENING.match(line.text):
            boxes.append(bool(_FURNITURE.fullmatch(_box_name(opening["words"]))))
        elif boxes and _CLOSING.match(line.text):
            boxes.pop()
        elif any(boxes):
            indices.add(at)
    return indices


def _box_name(words: str) -> str:
    """Return the name of a box from the words that open it."""
    return words.strip().split(",")[0].partition(" ")[0]


def _line(line: Line, file: str, notes: list[Note]) -> str | None:
    def mapped(what: str, kind: str = "mapped") -> None:
        notes.append(Note("dropped" if kind == "dropped" else "mapped", file, line.number, what))

    def attributes(match: re.Match[str]) -> str:
        if match["words"].strip().startswith("#") and re.fullmatch(r"#[\w-]+", match["words"].strip()):
            return match[0]
        mapped("attributes of layout in braces")
        return ""

    def inline(match: re.Match[str]) -> str:
        name = match["words"].split(",")[0].partition(":")[0].lower()
        if _FURNITURE.fullmatch(name):
            mapped("page furniture, left out", "dropped" if (match["text"] or "").strip() else "")
            return ""
        mapped(f"inline block {{{{{name} …}}}}" if match["text"] else "icon, left out")
        return match["text"] or ""

    def icon(match: re.Match[str]) -> str:
        mapped("icon, left out")
        return ""

    def in_site(match: re.Match[str]) -> str:
        mapped("link within the Homebrewery, now with its address")
        return _SITE

    text = line.text
    if page_break := _BREAK.match(text):
        mapped(f"{page_break['kind']} break, left out")
        return ""
    if _SPACING.match(text):
        mapped("spacing, left out")
        return ""
    if _LONE_ATTRIBUTES.match(text):
        mapped("attributes of layout in braces")
        return ""
    for _ in range(3):  # nested blocks
        text = substitute(_INLINE, inline, text)
    text = substitute(_ATTRIBUTES, attributes, text)
    text = substitute(_ICON, icon, text)
    text = substitute(_IN_SITE, in_site, text)
    return substitute(_SUBSCRIPT, lambda match: f"~{match[1]}~", text)


def _boxes(lines: list[Line], file: str, notes: list[Note]) -> tuple[list[Line], list[Line]]:
    """Return the lines with `{{note … }}` as notes and other boxes as their text, and those left out."""
    code = in_fences(lines)
    left_out: list[Line] = []
    stack: list[tuple[str, int, list[Line]]] = [("", 0, [])]
    for at, line in enumerate(lines):
        opening = None if at in code else _OPENING.match(line.text)
        if opening:
            stack.append((_box_name(opening["words"]), line.number, []))
        elif len(stack) > 1 and at not in code and _CLOSING.match(line.text):
            left_out += _close(stack, file, notes)
        else:
            stack[-1][2].append(line)
    while len(stack) > 1:
        left_out += _close(stack, file, notes)
    return stack[0][2], left_out


def _close(stack: list[tuple[str, int, list[Line]]], file: str, notes: list[Note]) -> list[Line]:
    """Add the last box to the text around it; return its lines instead if they are left out."""
    name, number, content = stack.pop()
    outer = stack[-1][2]
    if _FURNITURE.fullmatch(name):
        notes += [Note("dropped", file, line.number, f"page furniture {{{{{name}") for line in content]
        return content
    if kind_of(name):
        notes.append(Note("mapped", file, number, f"box {{{{{name}"))
        outer += note(name, _title(content), content, number)
    else:
        notes.append(Note("mapped", file, number, f"box {{{{{name}, its text kept"))
        outer += [Line("", number), *content, Line("", number)]
    return []


def _title(content: list[Line]) -> str:
    """Take the heading that a box starts with as the title of its note."""
    first = next((at for at, line in enumerate(content) if line.text.strip()), None)
    match = re.match(r"\s*#{1,6} +(.*?)\s*$", content[first].text) if first is not None else None
    if match and first is not None:
        content[first] = Line("", content[first].number)
    return match[1] if match else ""


def _definitions(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    code = in_fences(lines)
    result: list[Line] = []
    for at, line in enumerate(lines):
        is_prose = at not in code and not line.text.startswith(("|", "#"))
        match = _DEFINITION.match(without_code(line.text)) if is_prose else None
        if not match:
            result.append(line)
            continue
        notes.append(Note("mapped", file, line.number, "definition with ::"))
        term, definition = (line.text[slice(*match.span(name))] for name in ("term", "definition"))
        result += [Line("", line.number), Line(term, line.number)]
        result += [Line(f":   {definition}", line.number), Line("", line.number)]
    return result
