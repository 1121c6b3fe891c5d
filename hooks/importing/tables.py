"""Tables and lists of an imported text that are headed by dice, as random tables that roll."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from pathlib import PurePosixPath

from hooks.directives.declaring import THEN
from hooks.importing.report import Line, Note
from hooks.importing.text import fences
from rules_py.base.dice_marks import without_marks
from rules_py.base.errors import DeclarationError
from rules_py.base.inline_markup import addresses, plain_text
from rules_py.calculators.random_table import RandomTable, TableEntry
from rules_py.systems.page_lists import identifier

_HEADING = re.compile(r" {0,3}#{1,6}\s+(?P<text>.*?)\s*#*\s*$")
_ATTRIBUTES = re.compile(r"\s*\{[:#.][^{}]*\}\s*$")
_CELL_END = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_DICE = re.compile(
    r"(?:dice:?|roll:?|die:?)?\s*\(?(?P<dice>\d{0,2}d(?:\d{1,3}|%))\)?(?:\s*(?:roll|result))?", re.I
)
_MORE_THAN_DICE = re.compile(r"\(?\d{0,2}d(?:\d{1,3}|%)(?!\w).{0,40}", re.I)
_DICE_IN_TITLE = re.compile(r"(?<![\w-])(?P<dice>\d{0,2}d(?:\d{1,3}|%))(?!\w)", re.I)
_CALL_TO_ROLL = re.compile(r"\s*(?:\(\d*d[\d%]+\)|[(–—:-]?\s*\broll (?:an? )?\d*d[\d%]+\)?):?\s*$", re.I)
_ROLLED = ("roll", "die", "dice", "die roll", "dice roll", "roll result")
_SPAN = re.compile(
    r"\d{1,4}(?:\s*(?:-{1,3}|[–—−])\s*\d{1,4})?"
    r"|\d{1,4}\s*(?:\+|-|−|or (?:more|higher|above|less|lower|below|fewer))|(?:<=|>=|≤|≥)\s*\d{1,4}",
    re.I,
)
_ITEM = re.compile(r"(?P<number>\d{1,3})[.)]\s+(?P<text>\S.*)")
_SINGLE_DICE = (2, 3, 4, 6, 8, 10, 12, 20, 30, 100)
_RAW = re.compile(r"<(?!br\s*/?>)[a-zA-Z/!][^>]*>|!\[[^\[\]]*\]|\[\^[^\[\]]*\]|\[\[[^\[\]]+\]\]")
"""Markup that a random table can't show: HTML, pictures, notes and links of a wiki."""
_ROLLS = re.compile(r"\s*(?:>\s*)?(?:\*\*)?roll\b", re.I)
_CALLS = re.compile(r"\brolls?\b|^[\W_]*`#!dice [^`]+`[\W_]*$", re.I)
"""A paragraph that may call for a roll on the list below: it has the verb, or contains only dice."""
_BOLD = re.compile(r"\*\*(?P<text>[^*]+)\*\*:?")
"""A paragraph that serves as a heading."""
_DICE_CODE = re.compile(r"\W*`#!dice [^`]+`\W*")
_WHAT = "random table"


def convert(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines with each table and list headed by dice as a `table` block, if its rows fit the dice.

    The others stay, with a note on what is missing.
    """
    page = _Page(file)
    result: list[Line] = []
    at = 0
    for first, end, _ in (*fences(lines), (len(lines), len(lines), "")):
        while at < first:
            length, block = page.block(lines, at, first)
            if block is None:
                result += lines[at : at + length]
                page.read(lines[at : at + length])
            else:
                result += _between_single_empty_lines(block, result, lines[at + length :])
            at += length
        result += lines[first:end]
        at = end
    return result, page.notes


@dataclass
class _Page:
    """The heading and paragraph above a table, while its page is read.

    title   the last heading
    above   the last paragraph since then
    names   the number of uses of each name
    """

    file: str
    title: str = ""
    above: str = ""
    names: dict[str, int] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)

    def read(self, lines: Sequence[Line]) -> None:
        """Remember the headings and paragraphs of these lines."""
        for line in lines:
            if match := _HEADING.match(line.text):
                self.title, self.above = plain_text(_ATTRIBUTES.sub("", match["text"])), ""
            elif line.text.strip():
                self.above = line.text.strip()

    def block(self, lines: Sequence[Line], at: int, end: int) -> tuple[int, list[Line] | None]:
        """Return the length of the block at this line, and what it becomes; None if it stays."""
        text = lines[at].text
        if at + 2 < end and "|" in text and "|" in lines[at + 1].text and _RULE.fullmatch(lines[at + 1].text):
            rows = [*takewhile(lambda line: "|" in line.text, lines[at:end])]
            return len(rows), self._table(rows)
        if _ITEM.fullmatch(text):
            items = [*takewhile(lambda line: line.text.strip(), lines[at:end])]
            return len(items), self._list(items)
        return 1, None

    def _table(self, lines: Sequence[Line]) -> list[Line] | None:
        indent = re.match(r"\s*", lines[0].text)
        head, rows = _head_and_rows(lines)
        if len(rows) == 1 and all(map(_is_span, head)) and len(rows[0][1]) == len(head) > 1:
            return self._transpose(lines[0].number, head, rows[0])
        if not rows or any(len(row) > len(head) for _, row in rows):
            return None
        rows = [(number, [*row, *[""] * (len(head) - len(row))]) for number, row in rows if any(row)]
        spans = sum(_is_span(row[0]) for _, row in rows)
        first = plain_text(head[0]).strip()
        if spans * 2 < len(rows) or len(head) < 2:
            return None
        width = len(head)
        head, rows = _stack(head, rows)
        number = lines[0].number
        if not (dice := self._dice(first, rows)):
            self._report_missing_dice(number, first)
            return None
        block = self._directive(dice, head, rows, number)
        if block and len(head) < width:
            what = "repeated headings of a table printed side by side, left out"
            heading_line = lines[0] if any(_cells(lines[0])) else lines[2]
            self.notes.append(Note("mapped", self.file, heading_line.number, what))
        prefix = indent[0] if indent else ""
        return block and [Line(prefix + line.text if line.text else "", line.number) for line in block]

    def _report_missing_dice(self, number: int, heading: str) -> None:
        if _MORE_THAN_DICE.fullmatch(heading):
            self._by_hand(number, f"table headed “{heading}”", "Its rows need more than these dice")
        elif heading.lower() in _ROLLED:
            self._by_hand(number, f"table headed “{heading}”", "Write its dice in the first heading")

    def _transpose(self, number: int, head: list[str], row: tuple[int, list[str]]) -> list[Line] | None:
        """Return a table whose only row has the results as a column."""
        if not (dice := self._named_dice()):
            return None
        rows = [(row[0], [*pair]) for pair in zip(head, row[1], strict=True)]
        return self._directive(dice, [dice, "Result"], rows, number)

    def _list(self, lines: Sequence[Line]) -> list[Line] | None:
        """Return a numbered list under a heading with dice as a table."""
        items = [_ITEM.fullmatch(line.text) for line in lines]
        bold = _BOLD.fullmatch(self.above)
        dice_in_title = _DICE_IN_TITLE.findall(bold["text"] if bold else "" if self.above else self.title)
        dice_names = dice_in_title or (_DICE_IN_TITLE.findall(self.above) if self.above.endswith(":") else [])
        if len(dice_names) != 1 or not all(items):
            return None
        dice = dice_names[0].lower()
        faces = dice.removeprefix("1").removeprefix("d")
        certain = (dice_in_title and not bold) or _ROLLS.match(self.above)
        if not certain and not ((bold or _CALLS.search(self.above)) and faces == str(len(items))):
            return None
        rows = [
            (line.number, [item["number"], item["text"]])
            for line, item in zip(lines, items, strict=True)
            if item
        ]
        title = plain_text(_DICE_CODE.sub("", bold["text"])) if bold else self.title
        return replace(self, title=title)._directive(dice, [dice, "Result"], rows, lines[0].number)

    def _dice(self, head: str, rows: Sequence[tuple[int, list[str]]]) -> str:
        """Return the dice that a heading names, or that the rows and the title suggest for “Roll”."""
        if match := _DICE.fullmatch(head):
            return match["dice"].lower()
        spans = [_bounds(plain_text(row[0])) for _, row in rows]
        if head and head.lower() not in _ROLLED:
            return ""
        if dice := self._named_dice():
            return dice
        if not head:
            return ""
        numbers = [each for span in spans for each in span]
        return _dice_of(min(numbers), max(numbers), numbers) if numbers else ""

    def _named_dice(self) -> str:
        """Return the only dice that the heading and the paragraph above name, or ""."""
        named_dice = {each.lower() for each in _DICE_IN_TITLE.findall(f"{self.title} {self.above}")}
        return named_dice.pop() if len(named_dice) == 1 else ""

    def _directive(
        self, dice: str, head: list[str], rows: list[tuple[int, list[str]]], number: int
    ) -> list[Line] | None:
        """Return the block, or None with a note if the rows don't fit the dice."""
        what = f"table of {dice}"
        cells = [cell for _, row in rows for cell in row[1:]]
        if raw := next((match[0] for cell in cells if (match := _RAW.search(cell))), None):
            self._by_hand(number, what, f"A random table can't show {raw}")
            return None
        if link := next((each for cell in cells for each in addresses(cell) if not _is_link(each)), None):
            self._by_hand(number, what, f"A random table can't link to {link}")
            return None
        if plain_text(head[-1]).strip().lower() == THEN:
            self._by_hand(number, what, "Name the last column otherwise, or a table in each of its rows")
            return None
        spans = [_span(plain_text(row[0])) for _, row in rows]
        title = self._title(head)
        try:
            entries = [
                TableEntry(span, " – ".join(filter(None, row[1:])))
                for span, (_, row) in zip(spans, rows, strict=True)
            ]
            RandomTable("import.table", title, dice, tuple(entries))
        except DeclarationError as error:
            self._by_hand(number, what, error.describe().removeprefix("table import.table: "))
            return None
        self.notes.append(Note("mapped", self.file, number, _WHAT))
        columns = [cell or ("Details" if at else "Result") for at, cell in enumerate(head[1:])]
        label = head[0] or dice
        own_dice = [] if plain_text(label).strip() == dice else [f"dice: {dice}"]
        block = [
            "```table",
            f"title: {json.dumps(title, ensure_ascii=False)}",
            f"name: {self._name(title)}",
            *own_dice,
            f"| {' | '.join([label, *columns])} |",
            f"|{'---|' * len(head)}",
        ]
        block_lines = [Line(text, number) for text in ("", *block)]
        for span, (at, row) in zip(spans, rows, strict=True):
            block_lines.append(Line(f"| {' | '.join([span, *row[1:]])} |", at))
        return [*block_lines, Line("```", rows[-1][0]), Line("", rows[-1][0])]

    def _by_hand(self, number: int, what: str, why: str) -> None:
        subject = f"{what} in line {number} ({why[:1].lower()}{why[1:].rstrip('.')})"
        self.notes.append(Note("by hand", self.file, number, "tables that don’t roll", "", subject))

    def _title(self, head: Sequence[str]) -> str:
        column = plain_text(head[1]).strip()
        title = _CALL_TO_ROLL.sub("", self.title)
        if not identifier(title):
            title = column if identifier(column) else "Table"
        name = identifier(title)
        if name in self.names and identifier(column) and len(head) == 2 and column.lower() != "result":
            return f"{title}: {column}"
        return title

    def _name(self, title: str) -> str:
        """Return a unique name, from the page and the title."""
        path = PurePosixPath(self.file)
        folder = "" if path.parent.name in ("", ".", "..") else path.parent.name
        page = folder if path.stem.lower() in ("index", "readme") else f"{folder} {path.stem}"
        own = identifier(title)
        times = self.names[own] = self.names.get(own, 0) + 1
        return identifier(f"{page} {title} {times if times > 1 else ''}")


def _between_single_empty_lines(
    block: list[Line], before: Sequence[Line], after: Sequence[Line]
) -> list[Line]:
    """Return a block without outer empty lines next to other empty lines: two in a row would end a note."""
    first = 1 if before and not before[-1].text.strip() else 0
    return block[first : -1 if after and not after[0].text.strip() else None]


def _head_and_rows(lines: Sequence[Line]) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Return the headings of a table and its rows with their line numbers.

    Many dialects can't leave headings out: if these are empty, the first row may contain the headings.
    """
    head, rows = _cells(lines[0]), [(line.number, _cells(line)) for line in lines[2:]]
    if not any(head) and rows and (_names_dice(rows[0][1][0]) or not _is_span(rows[0][1][0])):
        head, rows = [*map(without_marks, rows[0][1])], rows[1:]
    if not any(head) and len(rows) == 2 and all(map(_is_span, rows[0][1])):
        head, rows = rows[0][1], rows[1:]
    return head, rows


def _cells(line: Line) -> list[str]:
    inside = line.text.strip().removeprefix("|")
    inside = inside if inside.endswith("\\|") else inside.removesuffix("|")
    return [each.strip() for each in _CELL_END.split(inside)]


def _names_dice(cell: str) -> bool:
    head = without_marks(plain_text(cell)).strip()
    return bool(_DICE.fullmatch(head) or _MORE_THAN_DICE.fullmatch(head)) or head.lower() in _ROLLED


def _is_span(cell: str) -> bool:
    return bool(_SPAN.fullmatch(plain_text(cell).strip()))


def _span(text: str) -> str:
    """Return a range as the block reads it; the words stay."""
    return re.sub(r"\s*(?:-{1,3}|[−—–])\s*(?=\d)", "–", text.strip())


def _bounds(text: str) -> list[int]:
    """Return the numbers of a range; percentile dice show 100 as 00."""
    return [100 if digits == "00" else int(digits) for digits in re.findall(r"\d+", text)]


def _dice_of(low: int, high: int, numbers: Sequence[int]) -> str:
    """Return the only common dice with these results, or ""."""
    if low in (0, 1) and high in _SINGLE_DICE:
        return f"d{high}"
    digits = {digit for number in numbers for digit in str(number)}
    if (low, high) in ((11, 66), (111, 666)) and digits <= {*"123456"}:
        return f"d{high}"
    return f"{low}d6" if low > 1 and high == 6 * low else ""


def _is_link(address: str) -> bool:
    path = address.partition("#")[0]
    return address.startswith(("http://", "https://", "mailto:")) or not path or path.endswith(".md")


def _stack(
    head: list[str], rows: list[tuple[int, list[str]]]
) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Return a table that is printed as several side by side, such as 1 to 10 and 11 to 20, as one."""
    starts = [
        at
        for at in range(len(head))
        if head[at].lower() in ("", head[0].lower())
        and _is_span(rows[0][1][at])
        and all(_is_span(row[at]) or not any(row[at:]) for _, row in rows)
    ]
    if len(starts) < 2 or len({*map(len, _groups(head, starts))}) > 1:
        return head, rows
    width = len(head) // len(starts)
    parts = [(number, row[at : at + width]) for at in starts for number, row in rows]
    return head[:width], [(number, row) for number, row in parts if any(row)]


def _groups(head: list[str], starts: Sequence[int]) -> Iterator[list[str]]:
    for start, end in pairwise((*starts, len(head))):
        yield head[start:end]
