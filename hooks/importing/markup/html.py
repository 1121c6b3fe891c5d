"""Raw HTML as Markdown: without layout, with pictures and links as Markdown and `<details>` as notes."""

from __future__ import annotations

import html
import re

from hooks.importing.dialects.notes import note
from hooks.importing.report import Line, Note
from hooks.importing.text import each_line, in_fences, substitute, without_code

_LAYOUT = (
    "div p center section article aside main header footer nav figure span font big tt u ins "
    "abbr cite address template label button form input picture source"
).split()
_ALLOWED = (
    "a b i em strong s del sub sup small kbd mark code br wbr hr table thead tbody tfoot tr th td caption "
    "colgroup col ul ol li dl dt dd pre q var samp ruby rt rp blockquote figcaption h1 h2 h3 h4 h5 h6 "
    "details summary img"
).split()
_EMBEDS = ("iframe", "video", "audio", "object", "embed", "applet", "canvas", "svg")
_HIDDEN = re.compile(r"<(?P<name>script|style|head|noscript)\b[^<>]*>", re.IGNORECASE)
_ALLOWED_ATTRIBUTES = ("href", "id", "name", "colspan", "rowspan", "start", "title", "scope", "src", "alt")

_ATTRIBUTES = r"(?:\s+[\w:@.-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'>]+))?)*"
_TAG = re.compile(rf"(?<!\\)<(?P<end>/?)(?P<name>[A-Za-z][\w.-]*)(?P<attributes>{_ATTRIBUTES})\s*/?>")
_OPEN = re.compile(r"(?<!\\)<(?=/?[A-Za-z][^<>]*<)")
"""The start of a tag that doesn't end before the next one, which is text."""
_ATTRIBUTE = re.compile(
    r"(?P<name>[\w:@.-]+)(?:\s*=\s*(?:\"(?P<a>[^\"]*)\"|'(?P<b>[^']*)'|(?P<c>[^\s\"'>]+)))?"
)
_HEADING = re.compile(
    r"^\s*<h(?P<level>[1-6])(?P<attributes>[^>]*)>(?P<text>.*?)</h(?P=level)>\s*$", re.IGNORECASE
)
_LINK = re.compile(
    r"<a\s[^<>]*?href=[\"'](?P<href>[^\"'<>]*)[\"'][^<>]*>(?P<text>(?:(?!</?a\b).)*)</a>", re.IGNORECASE
)
_AUTOLINK = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]*:[^\s<>]*>|<[\w.+-]+@[\w.-]+>|(?<=\]\()<[^<>\n]*>")
_DETAILS = re.compile(r"^\s*<details\b(?P<words>[^>]*)>\s*(?P<rest>.*)$", re.IGNORECASE)
_UNCLOSED = re.compile(r"<[A-Za-z][\w-]*(?:\s+[\w-]+(?:=(?:\"[^\"]*\"|'[^']*'|[^\s\"'>]+))?)*\s*$")
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}


def lift(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines with as little HTML as possible, and none that pages can't show."""
    notes: list[Note] = []
    lines = _with_closed_comments(_one_line_tags(lines), file, notes)
    lines = _without_hidden(lines, file, notes)
    lines = _details(lines, file, notes)
    return each_line(lines, lambda line: _line(line, file, notes)), notes


def attributes_of(text: str) -> dict[str, str]:
    """Return the attributes of a tag by their names in lower case."""
    return {
        match["name"].lower(): html.unescape(match["a"] or match["b"] or match["c"] or "")
        for match in _ATTRIBUTE.finditer(text)
    }


def _one_line_tags(lines: list[Line]) -> list[Line]:
    """Return the lines with each tag on one line."""
    code = in_fences(lines)
    result: list[Line] = []
    for at, line in enumerate(lines):
        last = result[-1].text if result else ""
        if at not in code and line.text.strip() and _UNCLOSED.search(last):
            result[-1] = Line(f"{last.rstrip()} {line.text.strip()}", result[-1].number)
        else:
            result.append(line)
    return result


def _with_closed_comments(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    """Return the lines with the start of an unclosed comment as text: it would hide everything below."""
    code = in_fences(lines)
    texts = ["" if at in code else without_code(line.text) for at, line in enumerate(lines)]
    text = "\n".join(texts)
    start = text.rfind("<!--", text.rfind("-->") + 1)
    if start < 0:
        return lines
    at = text.count("\n", 0, start)
    column = start - text.rfind("\n", 0, start) - 1
    what = "a comment that doesn't end, shown as text"
    notes.append(Note("by hand", file, lines[at].number, what, "End it"))
    changed = Line(f"{lines[at].text[:column]}\\{lines[at].text[column:]}", lines[at].number)
    return [*lines[:at], changed, *lines[at + 1 :]]


def _without_hidden(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    """Leave out scripts and styles, which may have many lines."""
    inside = ""

    def change(line: Line) -> str:
        nonlocal inside
        before, rest = "", line.text
        names = [inside] if inside else []
        while rest:
            if inside:
                closing = re.search(rf"</{inside}\s*>", rest, re.IGNORECASE)
                rest = rest[closing.end() :] if closing else ""
                inside = "" if closing else inside
            elif opening := _HIDDEN.search(without_code(rest)):
                before, rest = before + rest[: opening.start()], rest[opening.end() :]
                inside = opening["name"].lower()
                names.append(inside)
            else:
                before, rest = before + rest, ""
        notes.extend(Note("dropped", file, line.number, f"HTML <{name}>") for name in names)
        return before

    return each_line(lines, change)


def _details(lines: list[Line], file: str, notes: list[Note]) -> list[Line]:
    """Return the lines with `<details>` as collapsible notes."""
    code = in_fences(lines)
    stack: list[tuple[str, int, list[Line]]] = [("", 0, [])]
    for at, line in enumerate(lines):
        text = line.text
        opening = None if at in code else _DETAILS.match(text)
        if opening:
            marks = "???+" if "open" in attributes_of(opening["words"]) else "???"
            stack.append((marks, line.number, []))
            text = opening["rest"]
            if not text.strip():
                continue
        before, closing, after = ("", "", "") if at in code else text.partition("</details>")
        if closing and len(stack) > 1:
            stack[-1][2].append(Line(before, line.number))
            _close_details(stack, file, notes)
            stack[-1][2].append(Line(after, line.number))
        else:
            stack[-1][2].append(Line(text, line.number))
    while len(stack) > 1:
        _close_details(stack, file, notes)
    return stack[0][2]


def _close_details(stack: list[tuple[str, int, list[Line]]], file: str, notes: list[Note]) -> None:
    marks, number, content = stack.pop()
    numbers = {number, *(line.number for line in content)}
    inner = "\n".join(line.text for line in content)
    summary = re.search(
        r"<summary(?P<words>[^>]*)>(?P<title>.*?)</summary>", inner, re.IGNORECASE | re.DOTALL
    )
    title, anchor = "Details", ""
    if summary:
        title = " ".join(re.sub(r"<[^>]*>", "", summary["title"]).split())
        anchor = attributes_of(summary["words"]).get("id", "")
        first = inner[: summary.start()].count("\n")
        last = first + summary[0].count("\n")
        rest = [
            inner.split("\n")[first].partition("<summary")[0],
            inner.split("\n")[last].rpartition("</summary>")[2],
        ]
        content[first : last + 1] = [Line(" ".join(rest).strip(), content[first].number)]
    if anchor:
        stack[-1][2].append(Line(f'<a id="{anchor}"></a>', number))
    if any(line.text.strip() for line in content):
        notes.append(Note("mapped", file, number, "HTML <details>"))
        stack[-1][2].extend(note("note", title, content, number, marks))
    else:
        notes += [Note("mapped", file, each, "empty HTML <details>, left out") for each in numbers]


def _line(line: Line, file: str, notes: list[Note]) -> str | None:
    text = line.text
    if "<" not in text:
        return text
    if match := _HEADING.match(text):
        notes.append(Note("mapped", file, line.number, "HTML heading"))
        anchor = attributes_of(match["attributes"]).get("id", "")
        text = f"{'#' * int(match['level'])} {match['text'].strip()}" + (f" {{#{anchor}}}" if anchor else "")
    autolinks: list[str] = []

    def hide(match: re.Match[str]) -> str:
        autolinks.append(match[0])
        return f"\x00{len(autolinks) - 1}\x00"

    def link(match: re.Match[str]) -> str:
        notes.append(Note("mapped", file, line.number, "HTML link"))
        autolinks.append(f"<{match['href']}>")
        return f"[{match['text'].strip()}](\x00{len(autolinks) - 1}\x00)"

    text = substitute(_AUTOLINK, hide, text)
    text = substitute(_LINK, link, text)
    text = substitute(_TAG, lambda match: _tag(match, line, file, notes), text)
    text = substitute(_OPEN, lambda match: "&lt;", text)
    return re.sub(r"\x00(\d+)\x00", lambda match: autolinks[int(match[1])], text)


def _tag(match: re.Match[str], line: Line, file: str, notes: list[Note]) -> str:
    name, attributes = match["name"].lower(), attributes_of(match["attributes"])
    anchor = attributes.get("id") or (attributes.get("name", "") if name == "a" else "")
    if name in _EMBEDS:
        if match["end"] or name in ("canvas", "svg"):
            return ""
        address = attributes.get("src") or attributes.get("data", "")
        what = f"HTML <{name}>, now a link" if address else f"HTML <{name}>"
        notes.append(
            Note("by hand" if address else "dropped", file, line.number, what, "Pages embed nothing")
        )
        return (
            f"<{address}>" if address.startswith("http") else f"[{address}](<{address}>)" if address else ""
        )
    if name == "img":
        notes.append(Note("mapped", file, line.number, "HTML picture"))
        return f"![{attributes.get('alt', '')}](<{attributes.get('src', '')}>)"
    if name in _LAYOUT:
        if not match["end"]:
            notes.append(Note("mapped", file, line.number, f"HTML <{name}>, its text kept"))
            return f'<a id="{anchor}"></a>' if anchor else ""
        return ""
    if name == "summary":
        return ""
    if name in _MARKS and not attributes:
        return match[0]
    if name not in _ALLOWED:
        return f"\\{match[0]}"
    attribute_text = "".join(
        f' {key}="{quoted_value(attributes[key])}"' for key in _ALLOWED_ATTRIBUTES if key in attributes
    )
    return f"<{match['end']}{name}{attribute_text}>" if not match["end"] else f"</{name}>"


def quoted_value(value: str) -> str:
    """Return the value of an attribute for double quotes."""
    return html.escape(value, quote=True)
