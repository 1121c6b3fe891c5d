"""Pandoc: fenced divs, attributes, line blocks, lists and raw LaTeX. `pandoc_tables` reads its tables."""

from __future__ import annotations

import re

from hooks.importing.dialects import pandoc_tables
from hooks.importing.dialects.notes import kind_of, note
from hooks.importing.report import Line, Note
from hooks.importing.text import each_line, fences, in_fences, substitute

_DIV = re.compile(r"^\s*(?P<marks>:{3,}|\+{3,}) *(?P<words>[^:\s].*?)? *:*\s*$")
_WORD = re.compile(r"\.?([A-Za-z][\w-]*)")
_TITLE = re.compile(r'title="([^"]*)"')
_HEADING = re.compile(r"^(#{1,6} .*?) *\{(?P<words>[^{}]*)\} *#* *$")
_ID = re.compile(r"#[\w.-]+")
_SPAN = re.compile(r"(?<![\\!])\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\{(?P<words>[^{}]*)\}")
_ATTRIBUTES = re.compile(r"(?<=[)`\]])\{(?P<words>[^{}]*[.#=][^{}]*)\}")
_LATEX_LINE = re.compile(
    r"^\s*\\(?:newpage|pagebreak|clearpage|vspace|hspace|vfill|bigskip|medskip|smallskip|begin|end|centering|"
    r"[A-Z][A-Za-z]+)\b\*?(?:[{\[].*[}\]])*\s*$"
)
_SPACE = re.compile(r"\\(?=[ ])")
_LINE_BLOCK = re.compile(r"^\| ?(?P<text>.*)$")
_INLINE_NOTE = re.compile(r"(?<!\\)\^\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]")
_AUTOMATIC = re.compile(r"^(\s*)#\. ")
_EXAMPLE = re.compile(r"^(?P<indent>\s*)\(@(?P<label>[\w-]*)\) ")
_TO_EXAMPLE = re.compile(r"\(@(?P<label>[\w-]+)\)")
_LETTERED = re.compile(r"^\s*\(?(?:[a-zA-Z]|[ivxlcIVXLC]+)[.)] +\S")
_LATEX_TEXT = re.compile(
    r"^\s*\\begin\{(?P<name>(?:tabu|long|align|array|equation|item|enum|description)\w*\*?)\}"
)
"""The start of LaTeX with text of its own, which stays."""
_RAW = re.compile(r"\{=\w+\}")


def lift(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines without pandoc's own markup."""
    notes: list[Note] = []
    lines = _without_raw(lines, file, notes)
    lines, table_notes = pandoc_tables.lift(lines, file)
    notes += table_notes
    lines = _divs(lines, file, notes)
    lines = _line_blocks(lines, file, notes)
    lines = _examples(lines, file, notes)
    footnotes: list[Line] = []
    lines = each_line(lines, lambda line: _line(line, file, notes, footnotes))
    return lines + [each for line in footnotes for each in (Line("", line.number), line)], notes


def _without_raw(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    result, last = [], 0
    for first, end, info in fences(lines):
        if _RAW.fullmatch(info):
            notes += [Note("dropped", file, line.number, f"raw block {info}") for line in lines[first:end]]
            result += lines[last:first]
            last = end
    return result + lines[last:]


def _divs(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    code = in_fences(lines)
    stack: list[tuple[str, str, int, list[Line]]] = [("", "", 0, [])]

    def close() -> None:
        kind, title, number, content = stack.pop()
        outer = stack[-1][3]
        if kind:
            outer += note(kind, title, content, number)
        else:
            outer += [Line("", number), *content, Line("", number)]

    for at, line in enumerate(lines):
        match = None if at in code else _DIV.match(line.text)
        if not match or (match["marks"].startswith("+") and match["marks"] != "+++"):
            stack[-1][3].append(line)
        elif match["words"]:
            words = [_kind(word) for word in _WORD.findall(_TITLE.sub("", match["words"]))]
            kind = next(filter(None, words), "")
            title = _TITLE.search(match["words"])
            stack.append((kind, title[1] if title else "", line.number, []))
            notes.append(Note("mapped", file, line.number, f"div {match['words']}"))
        elif len(stack) > 1:
            close()
        else:
            notes.append(
                Note("dropped", file, line.number, f"end of a div that isn't open, {line.text.strip()}")
            )
    while len(stack) > 1:
        close()
    return stack[0][3]


def _kind(word: str) -> str:
    """Return the kind of note that a class names, also within a longer name such as `CalloutInformation`."""
    parts = re.findall(r"[A-Z]?[a-z]+", word)
    kinds = (kind_of(each) for each in (word, *parts))
    return next(
        filter(None, kinds), "note" if any(p.lower() in ("callout", "admonition") for p in parts) else ""
    )


def _line_blocks(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    """Return the lines with `| verse` as lines that end with a break."""
    code = in_fences(lines)
    result = [*lines]
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and end not in code and _LINE_BLOCK.match(lines[end].text):
            end += 1
        block = lines[at:end]
        if block and not any(line.text.rstrip().endswith("|") or "---" in line.text for line in block):
            for n in range(at, end):
                text = lines[n].text[1:].strip()
                result[n] = Line((text or "&nbsp;") + ("  " if n < end - 1 else ""), lines[n].number)
            notes.append(Note("mapped", file, block[0].number, "line block"))
        at = max(end, at + 1)
    return result


def _examples(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    """Return the lines with numbers for examples and for references to them."""
    code = in_fences(lines)
    starts = [
        match for at, line in enumerate(lines) if at not in code and (match := _EXAMPLE.match(line.text))
    ]
    numbers = {match["label"]: number for number, match in enumerate(starts, 1)}
    count = 0

    def change(line: Line) -> str:
        def reference(match: re.Match[str]) -> str:
            return f"({numbers[match['label']]})" if match["label"] in numbers else match[0]

        nonlocal count
        start, text = _EXAMPLE.match(line.text), line.text
        if start:
            count += 1
            text = f"{start['indent']}{count}. {text[start.end() :]}"
            notes.append(Note("mapped", file, line.number, "numbered example"))
        return substitute(_TO_EXAMPLE, reference, text)

    return each_line(lines, change) if starts else lines


def _line(line: Line, file: str, notes: list[Note], footnotes: list[Line]) -> str | None:
    def mapped(what: str) -> None:
        notes.append(Note("mapped", file, line.number, what))

    def span(match: re.Match[str]) -> str:
        mapped("span with attributes")
        marks = {".underline": "^^", ".mark": "==", ".ul": "^^"}
        mark = next((marks[each] for each in marks if each in match["words"].split()), "")
        return f"{mark}{match['text']}{mark}"

    def attributes(match: re.Match[str]) -> str:
        mapped("attributes in braces")
        return ""

    def footnote(match: re.Match[str]) -> str:
        mapped("inline footnote")
        label = f"line-{line.number}-{len(footnotes)}"
        footnotes.append(Line(f"[^{label}]: {match['text']}", line.number))
        return f"[^{label}]"

    text = line.text
    if latex := _LATEX_TEXT.match(text):
        what = f"LaTeX {latex['name']}, of which the text stays and the first line is left out"
        notes.append(Note("by hand", file, line.number, what, "Write it in Markdown"))
        return ""
    if _LATEX_LINE.match(text):
        mapped("LaTeX for the page layout, left out")
        return ""
    if heading := _HEADING.match(text):
        ids = _ID.findall(heading["words"])
        mapped("attributes of a heading")
        text = heading[1] + (f" {{{ids[0]}}}" if ids else "")
    elif "{" in text:
        text = substitute(_ATTRIBUTES, attributes, substitute(_SPAN, span, text))
    text = substitute(_INLINE_NOTE, footnote, text)
    text = _AUTOMATIC.sub(r"\g<1>1. ", text)
    if _LETTERED.match(text) and not re.match(r"\s*(?:I|A) [a-z]", text):
        text = text.rstrip() + "  "
    return substitute(_SPACE, lambda _: "", text)
