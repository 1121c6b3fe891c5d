"""References in place of lines that a snapshot repeats, so that each different block is printed once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

MIN_LINES = 5
"""The fewest lines that a reference replaces."""
QUOTED_WIDTH = 40


class PrintedLines:
    """The lines that a file has printed so far, and those of another file that it refers to, if any.

    A reference quotes the first and the last line of the block that it repeats, rather than a line number: so
    it changes only if the block does. A block may be indented further than before.
    """

    def __init__(self, other: Sequence[str] = (), other_name: str = "") -> None:
        self.lines: list[str] = []
        self.starts: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
        """The starts of all blocks of MIN_LINES lines, by their texts."""
        self.quoted: defaultdict[str, list[int]] = defaultdict(list)
        """The positions of the lines that look the same in a reference."""
        self._add((*other, ""))
        self.other_size, self.other_name = len(other), other_name

    def shorten(self, lines: Sequence[str]) -> Iterator[str]:
        """Yield the lines, with references in place of blocks that were printed before."""
        rest = [*lines]
        while rest:
            start, count = self._longest(rest)
            if count:
                place = f"in {self.other_name}" if start < self.other_size else "above"
                yield f"= {count} lines {place}: {_quote(rest[0])} … {_quote(rest[count - 1])}"
            else:
                count = 1
                yield rest[0]
            self._add(rest[:count])
            rest = rest[count:]

    def _add(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.quoted[_quote(line)].append(len(self.lines))
            self.lines.append(line)
            if (start := len(self.lines) - MIN_LINES) >= 0:
                self.starts[_texts(self.lines[start:])].append(start)

    def _longest(self, lines: Sequence[str]) -> tuple[int, int]:
        """Return the place and length of the longest block that the lines repeat."""
        places = self.starts.get(_texts(lines[:MIN_LINES]), ())
        for count, start in sorted(((self._length(start, lines), start) for start in places), reverse=True):
            if count >= MIN_LINES and self._is_unique(start, count):
                return start, count
        return 0, 0

    def _length(self, start: int, lines: Sequence[str]) -> int:
        shift = _indent(lines[0]) - _indent(self.lines[start])
        count = 0
        for before, line in zip(self.lines[start:], lines, strict=False):
            if before.strip() != line.strip() or _indent(line) - _indent(before) != shift:
                break
            count += 1
        return count

    def _is_unique(self, start: int, count: int) -> bool:
        """Return whether no other block fits the same reference."""
        block, last = self.lines[start : start + count], _quote(self.lines[start + count - 1])
        return all(
            self._length(other, block) == count
            for other in self.quoted[_quote(block[0])]
            if other + count <= len(self.lines) and _quote(self.lines[other + count - 1]) == last
        )


def _texts(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(line.strip() for line in lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _quote(line: str) -> str:
    line = line.strip()
    return line if len(line) <= QUOTED_WIDTH else f"{line[:QUOTED_WIDTH].rstrip()}…"
