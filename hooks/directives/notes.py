"""The notes of a section: its rulings and examples, collapsed behind one line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rules_py.present import Markup
from rules_py.present.html import fragment, tag

INDENT = "    "


@dataclass(frozen=True)
class Note:
    """A ruling or an example.

    topic    what it is about, in a few words
    lines    Markdown, with HTML in it
    is_code  whether it shows nothing but Python code
    """

    kind: Literal["ruling", "example"]
    topic: str
    lines: Sequence[str]
    is_code: bool = False


type Part = Note | Sequence[str]
"""A note, or lines of a page. A heading starts a section if it is the first of them."""


def gather(parts: Iterable[Part], stash: Callable[[str], str]) -> list[str]:
    """Return the lines of a page, the notes of each section in one collapsible where the last of them was,
    rulings first. `stash` stores HTML and returns its placeholder in Markdown.
    """
    lines: list[str] = []
    notes: list[Note] = []
    place = 0
    for part in parts:
        if isinstance(part, Note):
            notes.append(part)
            place = len(lines)
            continue
        if part and part[0].startswith("#"):
            lines[place:place] = collapsible(notes, stash)
            notes = []
        lines += part
    lines[place:place] = collapsible(notes, stash)
    return lines


def collapsible(notes: Sequence[Note], stash: Callable[[str], str]) -> list[str]:
    """Return the lines of one collapsible with all of the notes, or none without notes."""
    if not notes:
        return []
    ordered = sorted(notes, key=lambda note: note.kind == "example")
    classes = "note-line python" if all(note.is_code for note in notes) else "note-line"
    text = [line for note in ordered for line in ("", *note.lines)]
    return [
        "",
        f'??? {classes} "{stash(_summary(ordered))}"',
        *(f"{INDENT}{line}" if line.strip() else "" for line in text),
        "",
    ]


def _summary(notes: Sequence[Note]) -> Markup:
    """Return `2 rulings · example`, and the topics of the notes."""
    counts = {
        kind: sum(note.kind == kind for note in notes if not note.is_code) for kind in ("ruling", "example")
    }
    kinds = [kind if count == 1 else f"{count} {kind}s" for kind, count in counts.items() if count]
    code = tag("span", " · " if kinds else "", "Python code", class_="python")
    return fragment(
        " · ".join(kinds).capitalize(),
        code if any(note.is_code for note in notes) else None,
        " ",
        tag("span", "; ".join(note.topic for note in notes if not note.is_code), class_="note-line__topics"),
    )
