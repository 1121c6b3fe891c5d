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
_QUIET = re.compile(r"\{%-? *(?:end)?raw *-?%\}")
_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}")


def lift(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines without Liquid and kramdown's attributes."""
    notes: list[Note] = []
    lines = _attributes(lines, file, notes)
    return each_line(lines, lambda line: _liquid(line, file, notes)), notes


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
        pending = next((each for each in _CLASS.findall(words) if kind_of(each)), "")
        if pending and at < len(lines) and lines[at].text.strip():
            end = next((n for n in range(at, len(lines)) if not lines[n].text.strip()), len(lines))
            body = [Line(re.sub(r"^> ?", "", each.text), each.number) for each in lines[at:end]]
            result += note(pending, None, body, line.number)
            notes.append(Note("mapped", file, line.number, f"note {{: .{pending} }}"))
            at = end
            continue
        notes.append(Note("mapped", file, line.number, "attributes of layout {: }"))
        ids = _ID.findall(words)
        result.append(
            Line(f"{{: {ids[0]} }}" if ids and result and result[-1].text.strip() else "", line.number)
        )
    return contents.without_links(result, links, file, notes)


def _kept_id(match: re.Match[str]) -> str:
    ids = _ID.findall(match["words"])
    return f" {{{ids[0]}}}" if ids and match.string.startswith("#") else ""


def _liquid(line: Line, file: str, notes: list[Note]) -> str | None:
    def dropped(match: re.Match[str]) -> str:
        tag = " ".join(match[0].split())
        short = tag if len(tag) <= 60 else f"{tag[:59]}…"
        notes.append(Note("dropped", file, line.number, f"Liquid {short}", "Write its text here"))
        return ""

    def url(match: re.Match[str]) -> str:
        return match["path"] or ""

    text = line.text
    if "{" not in text:
        return text
    for pattern, replace in ((_COMMENT, lambda _: ""), (_QUIET, lambda _: ""), (_OPTIONS, lambda _: "")):
        text = substitute(pattern, replace, text)
    text = _LINK.sub(lambda match: "/" + match["path"].strip("/"), text)
    return substitute(_TAG, dropped, substitute(_URL, url, text))
