"""Obsidian: callouts (GitHub's too), comments and queries. Its links and embeds are read in `links`."""

from __future__ import annotations

import re

from hooks.importing.dialects.notes import note
from hooks.importing.report import Line, Note
from hooks.importing.text import each_line, fences, in_fences, without_code

_CALLOUT = re.compile(r" {0,3}> ?\[!(?P<kind>[^\]|]+)(?:\|[^\]]*)?\](?P<fold>[-+]?)(?P<title>.*)$")
_QUOTED = re.compile(r" {0,3}> ?")
_COMMENT = re.compile(r"(?<![dD\d])%%")
"""The start or end of a comment; d%% is neither."""
_FOLDS = {"": "!!!", "-": "???", "+": "???+"}
_QUERIES = ("dataview", "dataviewjs", "query", "tasks", "base", "leaflet", "excalidraw", "mapview")


def lift(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines with callouts as notes, and without comments and queries."""
    notes: list[Note] = []
    lines = _without_queries(lines, file, notes)
    lines = _without_comments(lines, file, notes)
    return _callouts(lines, file, notes), notes


def _without_queries(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    result, last = [], 0
    for first, end, info in fences(lines):
        if info.split(" ")[0] in _QUERIES:
            what = f"query for the plugin {info}"
            notes += [
                Note("dropped", file, line.number, what, "List the pages yourself")
                for line in lines[first:end]
            ]
            result += lines[last:first]
            last = end
    return result + lines[last:]


def _without_comments(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    code = in_fences(lines)
    prose = (without_code(line.text) for at, line in enumerate(lines) if at not in code)
    marks = sum(len(_COMMENT.findall(text)) for text in prose)
    inside = False

    def change(line: Line) -> str:
        nonlocal inside, marks
        text, end, was_inside = "", 0, inside
        for mark in _COMMENT.finditer(without_code(line.text)):
            marks -= 1
            if not inside and not marks:
                what = "a comment that starts with %% and doesn't end"
                notes.append(Note("by hand", file, line.number, what, "End it, or write the signs as code"))
                break
            text += "" if inside else line.text[end : mark.start()]
            inside, end = not inside, mark.end()
        if end or was_inside:
            notes.append(Note("mapped", file, line.number, "comment, left out"))
        return text if inside else text + line.text[end:]

    return each_line(lines, change)


def _callouts(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    code = in_fences(lines)
    result: list[Line] = []
    at = 0
    while at < len(lines):
        match = _CALLOUT.match(lines[at].text) if at not in code or lines[at].text.startswith(">") else None
        if not match:
            result.append(lines[at])
            at += 1
            continue
        end = at + 1
        while end < len(lines) and lines[end].text.strip() and _quoted(lines, end):
            end += 1
        body = [Line(_QUOTED.sub("", line.text, count=1), line.number) for line in lines[at + 1 : end]]
        body = _callouts(body, file, notes)
        if not any(line.text.strip() for line in body):
            body = [Line(match["title"].strip(), lines[at].number)]
            title = "" if match["title"].strip() else None
        else:
            title = match["title"].strip() or None
        notes.append(Note("mapped", file, lines[at].number, f"callout [!{match['kind'].lower()}]"))
        result += note(match["kind"], title, body, lines[at].number, _FOLDS[match["fold"]])
        at = end
    return result


def _quoted(lines: list[Line], at: int) -> bool:
    """Return whether a line continues the quote above: marked, or the lazy end of its paragraph."""
    text = lines[at].text
    if _QUOTED.match(text):
        return True
    before = _QUOTED.sub("", lines[at - 1].text, count=1).strip()
    return (
        bool(before)
        and not re.match(r" {0,3}(?:#|[-+*] |\d+[.)] |[`~]{3}|\||<|!!!|\[!|---)", text + " ")
        and not before.startswith(("[!", "|", "#"))
    )
