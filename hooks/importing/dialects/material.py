"""Material and MkDocs: notes, content tabs, attributes, snippets, abbreviations and change marks."""

from __future__ import annotations

import re

from hooks.importing.dialects import contents
from hooks.importing.dialects.notes import kind_of
from hooks.importing.markup.commonmark import TAB
from hooks.importing.report import Line, Note
from hooks.importing.text import each_line, in_fences, quoted, substitute

_NOTE = re.compile(
    r"^(?P<indent> *)(?P<marks>!!!|\?\?\?\+?) *(?P<kind>[A-Za-z][\w-]*)(?: +[\w-]+)*"
    r"(?P<rest>(?: +\".*\")?) *$"
)
_TAB = re.compile(r"^(?P<indent> *)===[!+]* *(?P<title>\".*\") *$")
_ATTRIBUTES = re.compile(r"(?<=[\w)\]*_`.,:;!?'\"|])(?P<space> ?)\{:? *(?P<words>[.#a-z][^{}%]*)\}")
_LONE = re.compile(r"^\s*\{: *(?P<words>[^{}]*)\}\s*$")
_ID = re.compile(r"#[\w.-]+")
_SNIPPET = re.compile(r"^\s*;*-{2,}8<-{2,}.*$")
_ABBREVIATION = re.compile(r"^ {0,3}\*\[(?P<word>[^\]]+)\]: *(?P<meaning>.*)$")
_CONTENTS = re.compile(r"^\s*\[TOC\]\s*$", re.IGNORECASE)
_CHANGES = re.compile(
    r"\{\+\+(?P<added>.*?)\+\+\}|\{--(?P<removed>.*?)--\}|\{~~(?P<old>.*?)~>(?P<new>.*?)~~\}"
    r"|\{==(?P<marked>.*?)==\}|\{>>(?P<remark>.*?)<<\}"
)
_ICON = re.compile(r"(?<![\w:\\/]):(?:material|fontawesome|octicons|simple)-[a-z0-9_+-]+:(?![\w:/])")


def lift(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines with the markup of Material that Diceleaf's pages have too."""
    notes: list[Note] = []
    lines = _without_contents(lines, file, notes)
    return each_line(lines, lambda line: _line(line, file, notes)), notes


def _without_contents(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    code = in_fences(lines)
    result: list[Line] = []
    links: set[str] = set()
    for at, line in enumerate(lines):
        is_contents = at not in code and _CONTENTS.match(line.text)
        if is_contents:
            links |= contents.take_heading(result, file, notes)
            notes.append(Note("mapped", file, line.number, "table of contents, left out"))
        result.append(Line("", line.number) if is_contents else line)
    return contents.without_links(result, links, file, notes)


def _line(line: Line, file: str, notes: list[Note]) -> str | None:
    def mapped(what: str) -> None:
        notes.append(Note("mapped", file, line.number, what))

    text = line.text
    if match := _TAB.match(text):
        mapped("content tab")
        return f"{match['indent']}??? {TAB} {match['title']}"
    if match := _NOTE.match(text):
        mapped("note")
        kind = kind_of(match["kind"])
        rest = match["rest"].strip()
        title = quoted(rest[1:-1]) if rest and rest != '""' else rest
        if kind is None:
            title = title or quoted(match["kind"].capitalize())
        return f"{match['indent']}{match['marks']} {kind or 'note'} {title}".rstrip()
    if _SNIPPET.match(text):
        notes.append(Note("dropped", file, line.number, f"snippet {text.strip()}", "Copy its text here"))
        return ""
    if match := _ABBREVIATION.match(text):
        what = f"abbreviation {match['word']}, now a line of text"
        notes.append(Note("by hand", file, line.number, what, "Move it to a page glossary.md"))
        return f"**{match['word']}**: {match['meaning']}"
    if match := _LONE.match(text):
        mapped("attributes in braces")
        ids = _ID.findall(match["words"])
        return f"{{: {ids[0]} }}" if ids else ""
    return _inline(line, file, notes)


def _inline(line: Line, file: str, notes: list[Note]) -> str:
    """Return a line of text without the theme's own marks."""

    def mapped(what: str) -> None:
        notes.append(Note("mapped", file, line.number, what))

    def attributes(match: re.Match[str]) -> str:
        ids = _ID.findall(match["words"])
        mapped("attributes in braces")
        return f" {{{ids[0]}}}" if ids and line.text.startswith("#") else ""

    def change(match: re.Match[str]) -> str:
        for name in ("removed", "remark"):
            if match[name] is not None:
                notes.append(Note("dropped", file, line.number, f"{name} text in change marks"))
                return ""
        mapped("change marks")
        return (
            f"=={match['marked']}==" if match["marked"] is not None else match["added"] or match["new"] or ""
        )

    def icon(match: re.Match[str]) -> str:
        mapped("icon, left out")
        return ""

    text = substitute(_CHANGES, change, line.text)
    text = substitute(_ICON, icon, text)
    return substitute(_ATTRIBUTES, attributes, text)
