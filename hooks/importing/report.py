"""The report of an import: the notes of its steps, and `IMPORT.md`, which lists them for the author."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, NamedTuple

type Kind = Literal["mapped", "by hand", "dropped"]

LEFT_OUT = "left out"
"""The end of notes on what only concerned the layout of the source."""
_SECTIONS = (
    ("By hand", "You have to finish this by hand.", True),
    ("Dropped", "This is not in the book, which doesn’t need it.", False),
)


class Line(NamedTuple):
    """A line of a text that is being converted, with its number in the source file, from 1."""

    text: str
    number: int


@dataclass(frozen=True)
class Note:
    """One construct of a source file, and its result.

    line     its line in the source, from 1; 0 for the whole file
    advice   what the author can do about it
    subject  what it is about, such as the address of a link
    """

    kind: Kind
    file: str
    line: int
    what: str
    advice: str = ""
    subject: str = ""

    @property
    def leaves_out(self) -> bool:
        """True if words of its line are missing from the book on purpose."""
        return self.kind == "dropped" or self.what.endswith(LEFT_OUT)


@dataclass(frozen=True)
class Message:
    """Equal notes on one file, with their subjects."""

    kind: Kind
    file: str
    lines: tuple[int, ...]
    what: str
    advice: str
    subjects: tuple[str, ...] = ()

    @property
    def needs_action(self) -> bool:
        """True if the author has to do something about it."""
        return self.kind == "by hand" or bool(self.advice)

    def __str__(self) -> str:
        lines = f":{_ranges(self.lines)}" if any(self.lines) else ""
        subjects = f": {'; '.join(self.subjects)}" if self.subjects else ""
        return f"{self.file}{lines}: {self.what}{subjects}" + (f". {self.advice}" if self.advice else "")


def messages(notes: Iterable[Note]) -> list[Message]:
    """Return what the author has to read: all notes except mapped ones, with equal notes of a file merged."""

    def key(note: Note) -> tuple[str, str, str, str]:
        return note.kind, note.file, note.what, note.advice

    ordered = sorted((note for note in notes if note.kind != "mapped"), key=key)
    grouped = [[*group] for _, group in groupby(ordered, key)]
    unsorted = [
        Message(
            first.kind,
            first.file,
            tuple(sorted({each.line for each in group})),
            first.what,
            first.advice,
            tuple(dict.fromkeys(each.subject for each in group if each.subject)),
        )
        for group in grouped
        for first in group[:1]
    ]
    return sorted(unsorted, key=lambda each: (each.file, each.lines))


def _ranges(numbers: Sequence[int]) -> str:
    """Return numbers in ascending order as a list with ranges: 3, 5–9."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in ranges)


def as_markdown(title: str, facts: Sequence[str], notes: Sequence[Note]) -> str:
    """Return the text of `IMPORT.md`: the facts of the import, the messages, and what was mapped."""
    lines = [f"# Import of {title}", "", *(f"- {fact}" for fact in facts)]
    for heading, introduction, needs_action in _SECTIONS:
        section_messages = [each for each in messages(notes) if each.needs_action == needs_action]
        lines += ["", f"## {heading}", "", introduction if section_messages else "Nothing."]
        lines += ["", *(f"- {each}" for each in section_messages)] if section_messages else []
    counts = Counter(note.what for note in notes if note.kind == "mapped")
    lines += ["", "## Mapped", "", "This has become Diceleaf’s own markup." if counts else "Nothing."]
    if counts:
        lines += ["", "| What | Times |", "|---|---:|"]
        lines += [
            f"| {what.replace('|', chr(92) + '|')} | {count:,} |" for what, count in counts.most_common()
        ]
    return "\n".join(lines) + "\n"
