"""The kinds of notes in other dialects."""

from __future__ import annotations

from collections.abc import Iterable

from hooks.directives.typos import NOTES
from hooks.importing.report import Line
from hooks.importing.text import quoted

_KINDS = {
    "summary": "abstract",
    "tldr": "abstract",
    "todo": "info",
    "hint": "tip",
    "important": "warning",
    "check": "success",
    "done": "success",
    "help": "question",
    "faq": "question",
    "caution": "warning",
    "attention": "warning",
    "fail": "failure",
    "missing": "failure",
    "error": "danger",
    "cite": "quote",
    "seealso": "info",
    "information": "info",
    "descriptive": "quote",
    "sidebar": "info",
    "box": "note",
    "highlight": "note",
}


def kind_of(word: str) -> str | None:
    """Return the kind of note that a word of another dialect means, if any."""
    word = word.lower()
    if word in NOTES and word != "ruling":
        return word
    return _KINDS.get(word)


def note(kind: str, title: str | None, lines: Iterable[Line], number: int, marks: str = "!!!") -> list[Line]:
    """Return a note with these lines as its text.

    Without a title, None, the kind is its title; "" is for none. Two empty lines in a row would end the note.
    """
    note_kind = kind_of(kind)
    if title is None and note_kind != kind.lower():
        title = kind.strip().capitalize()
    heading = f"{marks} {note_kind or 'note'}" + ("" if title is None else f" {quoted(title)}")
    body: list[Line] = []
    for line in lines:
        if line.text.strip():
            body.append(Line(f"    {line.text}", line.number))
        elif not body or body[-1].text:
            body.append(Line("", line.number))
    return [Line("", number), Line(heading, number), *body, Line("", number)]
