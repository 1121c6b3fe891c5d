"""MDX: imports, exports and components, which only the program of the source can run."""

from __future__ import annotations

import re

from hooks.importing.report import Line, Note
from hooks.importing.text import each_line, substitute

_STATEMENT = re.compile(
    r"^(?:import\s+(?:[\w{*].*\sfrom\s+)?[\"'].*|export\s+(?:const|default|let|function)\b.*)$"
)
_COMPONENT = re.compile(r"</?[A-Z][\w.]*(?:\s+[\w-]+(?:=(?:\"[^\"]*\"|\{[^{}]*\}))?)*\s*/?>")
_EXPRESSION = re.compile(r"\{/\*.*?\*/\}")


def lift(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines without statements and components; what a component contains stays."""
    notes: list[Note] = []

    def change(line: Line) -> str:
        def component(match: re.Match[str]) -> str:
            name = re.sub(r"[</>]", "", match[0]).split()[0]
            notes.append(Note("mapped", file, line.number, f"component <{name}>, left out"))
            return ""

        if _STATEMENT.match(line.text):
            notes.append(Note("mapped", file, line.number, "statement of MDX, left out"))
            return ""
        return _EXPRESSION.sub("", substitute(_COMPONENT, component, line.text))

    return each_line(lines, change), notes
