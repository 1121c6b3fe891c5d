"""Jekyll: Liquid, and the attributes of kramdown."""

from __future__ import annotations

import re

from hooks.importing.dialects import contents
from hooks.importing.dialects.notes import kind_of, note
from hooks.importing.report import Line, Note
from hooks.importing.text import each_line, in_fences, substitute

_ATTRIBUTES = re.compile(r"^\s*(?:>\s*)*\{:(?P<words>[^}]*)\}\s*$")
_ATTRIBUTES_AFTER = re.compile(r" ?\{:(?!toc)(?P<words>[^}]*)\}")
_ID = re.compile(r"#[\w-]+")
_CLASS = re.compile(r"\.([\w-]+)")
_OPTIONS = re.compile(r"\{::[^}]*\}")
_CONTENTS = re.compile(r"^\s*(?:[-*]|1\.) +\S.*$")
_LIST_ANCHOR = "markdowntoc"
"""The anchor of the list that kramdown writes, without its hyphen."""
_COMMENT = re.compile(r"\{%-? *comment *-?%\}.*?\{%-? *endcomment *-?%\}")
_LINK = re.compile(r"\{%-? *(?:link|post_url) +(?P<path>[^%]+?) *-?%\}")
_URL = re.compile(
    r"\{\{ *(?:site\.(?:baseurl|url)|page\.root) *\}\}|\{\{ *[\"'](?P<path>[^\"']*)[\"'] *\|[^}]*\}\}"
)
_RAW = re.compile(r"\{%-? *raw *-?%\}(?P<text>.*?)\{%-? *endraw *-?%\}|\{%-? *(?:end)?raw *-?%\}")
_TAG = re.compile(rf"{_RAW.pattern}|\{{%.*?%\}}|\{{\{{.*?\}}\}}")
_LOOP = re.compile(r"\{%-? *(?P<end>end)?for\b")
_CODE = re.compile(r"^(?P<indent>\s*)\{%-? *(?:highlight +(?P<language>\S+).*|endhighlight *-?)%\}\s*$")
"""A line before or after code, like a fence in Markdown."""


def lift(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines without Liquid and kramdown's attributes."""
    notes: list[Note] = []
    lines = each_line(lines, _fence)
    lines = _without_loops(lines, file, notes)
    lines = _attributes(lines, file, notes)
    return each_line(lines, lambda line: _liquid(line, file, notes)), notes


def _dropped(file: str, line: Line, tag: str) -> Note:
    tag = " ".join(tag.split())
    short = tag if len(tag) <= 60 else f"{tag[:59]}…"
    return Note("dropped", file, line.number, "Liquid", "Write its text there", short)


def _fence(line: Line) -> str:
    return _CODE.sub(lambda match: f"{match['indent']}```{match['language'] or ''}", line.text)


def _without_loops(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    """Return the lines without loops over the pages or the data of the site."""
    code = in_fences(lines)
    ends = [
        bool(match["end"])
        for at, line in enumerate(lines)
        if at not in code
        for match in _LOOP.finditer(line.text)
    ]
    depth, first = 0, ""

    def change(line: Line) -> str:
        nonlocal depth, first
        marks = [not match["end"] for match in _LOOP.finditer(line.text)]
        if not depth and (not any(marks) or marks.count(True) == marks.count(False)):
            return line.text
        first = first if depth else line.text.strip()
        depth = max(0, depth + 2 * sum(marks) - len(marks))
        notes.append(_dropped(file, line, first))
        return ""

    return each_line(lines, change) if 2 * sum(ends) == len(ends) else lines


def _attributes(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    code = in_fences(lines)
    result: list[Line] = []
    links = {_LIST_ANCHOR}
    pending: str = ""
    at = 0
    while at < len(lines):
        line = lines[at]
        match = None if at in code else _ATTRIBUTES.match(line.text)
        at += 1
        if not match:
            text = line.text if at - 1 in code else substitute(_ATTRIBUTES_AFTER, _kept_id, line.text)
            result.append(Line(text, line.number))
            continue
        words = match["words"]
        if words.strip() == "toc" or words.startswith("toc"):
            if result and _CONTENTS.match(result[-1].text):
                result[-1] = Line("", result[-1].number)
                notes.append(Note("mapped", file, result[-1].number, "table of contents, left out"))
            links |= contents.take_heading(result, file, notes)
            notes.append(Note("mapped", file, line.number, "table of contents, left out"))
            result.append(Line("", line.number))
            continue
        classes = _CLASS.findall(words)
        pending = next((each for each in classes if kind_of(each.removesuffix("-title"))), "")
        if pending and at < len(lines) and lines[at].text.strip():
            end = next((n for n in range(at, len(lines)) if not lines[n].text.strip()), len(lines))
            body = [Line(re.sub(r"^> ?", "", each.text), each.number) for each in lines[at:end]]
            kind = pending.removesuffix("-title")
            title = body.pop(0).text.strip() if kind != pending else None
            result += note(kind, title, body, line.number)
            notes.append(Note("mapped", file, line.number, f"note {{: .{pending} }}"))
            at = end
            continue
        notes.append(Note("mapped", file, line.number, "attributes of layout {: }"))
        if ids := _ID.findall(words):
            _identify(result, ids[0])
        result.append(Line("", line.number))
    return contents.without_links(result, links, file, notes)


def _identify(lines: list[Line], name: str) -> None:
    """Write the anchor of the block at the end of these lines: beside a heading, else above the block."""
    first = len(lines)
    while first and lines[first - 1].text.strip():
        first -= 1
    if first == len(lines):
        return
    last = lines[-1]
    if last.text.startswith("#"):
        lines[-1] = Line(f"{last.text.rstrip()} {{{name}}}", last.number)
    else:
        number = lines[first].number
        lines[first:first] = [Line(f'<a id="{name[1:]}"></a>', number), Line("", number)]


def _kept_id(match: re.Match[str]) -> str:
    ids = _ID.findall(match["words"])
    return f" {{{ids[0]}}}" if ids and match.string.startswith("#") else ""


def _liquid(line: Line, file: str, notes: list[Note]) -> str | None:
    def dropped(match: re.Match[str]) -> str:
        if _RAW.fullmatch(match[0]):
            return match["text"] or ""
        notes.append(_dropped(file, line, match[0]))
        return ""

    def url(match: re.Match[str]) -> str:
        return match["path"] or ""

    text = line.text
    if "{" not in text:
        return text
    for pattern in (_COMMENT, _OPTIONS):
        text = substitute(pattern, lambda _: "", text)
    text = _LINK.sub(lambda match: "/" + match["path"].strip("/"), text)
    return substitute(_TAG, dropped, substitute(_URL, url, text))
