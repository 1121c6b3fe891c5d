"""Lines of Markdown outside code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from hooks.importing.report import Line

_FENCE = re.compile(r"[ >]*(?:[-+*] +|\d+[.)] +)?(?P<marks>`{3,}|~{3,})(?P<info>[^`]*)$")
_CODE = re.compile(r"(?<![\\`])(`+)(?!`)(?:.*?[^`])\1(?!`)")


def fences(lines: Sequence[Line]) -> Iterator[tuple[int, int, str]]:
    """Yield the first line, the line after the last, and the info string of each fenced block."""
    at = 0
    while at < len(lines):
        opening = _FENCE.match(lines[at].text)
        if not opening:
            at += 1
            continue
        marks = opening["marks"]
        closing = re.compile(rf"[ >]*{re.escape(marks[0])}{{{len(marks)},}}\s*$")
        end = next((n for n in range(at + 1, len(lines)) if closing.match(lines[n].text)), len(lines) - 1)
        yield at, end + 1, opening["info"].strip()
        at = end + 1


def in_fences(lines: Sequence[Line]) -> set[int]:
    """Return the indices of the lines that are part of a fenced block."""
    return {at for first, end, _ in fences(lines) for at in range(first, end)}


def substitute(pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str], text: str) -> str:
    """Return the text with each match outside code spans replaced."""
    if "`" not in text:
        return pattern.sub(replace, text)
    parts, end = [], 0
    for code in _CODE.finditer(text):
        parts += [pattern.sub(replace, text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, pattern.sub(replace, text[end:])])


def without_code(text: str) -> str:
    """Return the text with a sign without meaning for each one in code, so that places stay the same."""
    return _CODE.sub(lambda match: "\0" * len(match[0]), text)


def each_line(lines: Sequence[Line], change: Callable[[Line], str | None]) -> list[Line]:
    """Return the lines, those outside fences changed; None leaves a line out."""
    code = in_fences(lines)
    result = []
    for at, line in enumerate(lines):
        text = line.text if at in code else change(line)
        if text is not None:
            result.append(Line(text, line.number))
    return result


def quoted(title: str) -> str:
    """Return the title of a note in quotes."""
    return '"' + re.sub(r'"([^"]*)"', "“\\1”", title.strip()).replace('"', "”") + '"'
