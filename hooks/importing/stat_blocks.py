"""Stat blocks of imported texts: readable text in place of Obsidian's YAML, and a list of all of them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import yaml

from hooks.directives.stated_fields import HEADING, LONGEST, read_field
from hooks.importing.pages import slug
from hooks.importing.report import Line, Note
from hooks.importing.text import fences, in_fences
from rules_py.base.inline_markup import plain_text
from rules_py.systems.page_lists import identifier

LANGUAGE = "statblock"
OPEN = "Open"
"""The text of the link to a block: short, so that the list fits a phone, as each row starts with the name."""
FEWEST, MIN_ON_A_PAGE = 5, 3
"""The fewest stat blocks for a list, on a page of its own or on theirs."""

_LAYOUT = ("layout", "columns", "forcecolumns", "columnwidth", "statblock", "dice", "render", "note", "image")
"""The keys that say how Obsidian shows a block."""
_MAX_FIELDS = 12
_ABILITIES = ("Str", "Dex", "Con", "Int", "Wis", "Cha")
_OWN_LINE = re.compile(r" {0,3}\*\*[^*:|]{1,30}(?::\*\*|\*\*\s*:)\s*\S")
_KEY = re.compile(r"^(?P<indent>[\s-]*)(?P<key>[A-Za-z_]+):(?=\s|$)")


@dataclass(frozen=True)
class StatBlock:
    """The short fields of a creature or a thing, and their place in the source."""

    name: str
    file: str
    line: int
    fields: Mapping[str, str] = field(default_factory=dict)


def convert(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines with each `statblock` fence as a table of its short fields and the rest as text.

    A block that isn't YAML, or only names a creature defined elsewhere, stays, with a note. Fields on
    separate lines, such as `**Armour:** 2`, stay separate.
    """
    result: list[Line] = []
    notes: list[Note] = []
    end = 0
    for first, after, info in fences(lines):
        result += lines[end:first]
        end = after
        block_lines: list[Line] = []
        if _is_stat_block(info):
            number = lines[first].number
            try:
                block_lines = _in_order(_Writer(lines, first, after).write(_headings(lines[:first])))
            except (yaml.YAMLError, _NoFieldsError) as error:
                reason = getattr(error, "problem", None) or str(error)
                notes.append(Note("by hand", file, number, "stat block, left as it is", reason))
            else:
                notes.append(Note("mapped", file, number, "stat block"))
        result += block_lines or lines[first:after]
    return _with_breaks([*result, *lines[end:]]), notes


def _with_breaks(lines: list[Line]) -> list[Line]:
    """Return the lines with a line break between consecutive fields."""
    code = in_fences(lines)
    result = [*lines]
    for at, (line, next_line) in enumerate(pairwise(lines)):
        if at not in code and all(map(_OWN_LINE.match, (line.text, next_line.text))):
            result[at] = Line(f"{line.text.rstrip(' ' + chr(92))}  ", line.number)
    return result


def _in_order(lines: Iterator[Line]) -> list[Line]:
    """Return the lines with ascending line numbers."""
    result: list[Line] = []
    for line in lines:
        result.append(Line(line.text, max(line.number, result[-1].number if result else 0)))
    return result


def without_keys(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with `statblock` fences as text, without the parts that readers don't see.

    Those are settings, keys, and a name that repeats the heading above.
    """
    result = [*lines]
    for first, after, info in fences(lines):
        if _is_stat_block(info):
            heading = _headings(lines[:first])[1].casefold()
            for at in range(first, after):
                key = _KEY.match(lines[at].text)
                is_layout = key is not None and key["key"].lower() in _LAYOUT
                is_heading = lines[at].text.casefold().replace('"', "").split() == ["name:", *heading.split()]
                hidden = is_layout or is_heading or lines[at].text.lstrip().startswith(("```", "~~~"))
                text = "" if hidden else _KEY.sub(r"\g<indent>", lines[at].text).strip()
                result[at] = Line(text, lines[at].number)
    return result


def read(lines: Sequence[Line], file: str) -> list[StatBlock]:
    """Return the stat blocks of a page: `statblock` fences, and sections with at least three fields.

    A field is a line such as `**Armour:** 2`, or a row of a table with two columns.
    """
    blocks = []
    code: set[int] = set()
    for first, after, info in fences(lines):
        code.update(range(first, after))
        if _is_stat_block(info):
            try:
                writer = _Writer(lines, first, after)
            except (yaml.YAMLError, _NoFieldsError):
                continue
            name = writer.name or _headings(lines[:first])[1]
            blocks.append(StatBlock(name, file, lines[first].number, writer.short))
    sections: list[StatBlock] = []
    following = (each.text for each in (*lines[1:], Line("", 0)))
    for at, (line, next_line) in enumerate(zip(lines, following, strict=True)):
        if at in code:
            continue
        if heading := HEADING.match(line.text):
            sections.append(StatBlock(plain_text(heading["text"]), file, line.number, {}))
        elif sections and (label_and_value := read_field(line.text, next_line)):
            label, value = label_and_value
            sections[-1] = StatBlock(
                sections[-1].name, file, sections[-1].line, {**sections[-1].fields, label: value}
            )
    return [*blocks, *(each for each in sections if len(each.fields) >= 3)]


def as_list(
    blocks: Sequence[StatBlock], column: str, address: Callable[[StatBlock], str], title: str = "Stat blocks"
) -> tuple[list[str], list[Note]]:
    """Return the lines of a list of these blocks, with the short fields that all of them share, and notes of
    those that the list lacks. None of both if too few blocks share any.

    The last `column` links each row to the `address` of its block: “Page”, or “Section” on their own page.
    """
    fewest = FEWEST if column == "Page" else MIN_ON_A_PAGE
    columns = _shared(blocks, fewest)
    blocks_by_id: dict[str, StatBlock] = {}
    notes = []
    for block in blocks:
        missing = [label for label in columns if label not in block.fields]
        if not missing and identifier(block.name) and identifier(block.name) not in blocks_by_id:
            blocks_by_id[identifier(block.name)] = block
        elif columns and 2 * len(missing) < len(columns):
            why = f"no {missing[0]}" if missing else "its name is taken"
            subject = f"{block.name} ({block.file}:{block.line}, {why})"
            notes.append(
                Note("by hand", f"{slug(title)}.md", 0, "stat blocks that the list lacks", "", subject)
            )
    if len(columns) < 2 or len(blocks_by_id) < fewest:
        return [], []
    values = {label: [block.fields[label] for block in blocks_by_id.values()] for label in columns}
    filters = [label for label in columns if _is_filter(values[label])]
    head = ["```reference", f"title: {json.dumps(title, ensure_ascii=False)}"]
    head += [f"filter: {json.dumps(filters, ensure_ascii=False)}"] if filters else []
    rows = [["Name", *columns, column]]
    for block in blocks_by_id.values():
        name, fields = _cell(block.name), [_cell(block.fields[each]) for each in columns]
        rows.append([name, *fields, f"[{OPEN}]({address(block)})"])
    table = [f"| {' | '.join(row)} |" for row in rows]
    return [*head, table[0], f"|{'---|' * len(rows[0])}", *table[1:], "```"], notes


def _shared(blocks: Sequence[StatBlock], fewest: int) -> list[str]:
    """Return the fields that the most blocks share, at least two of them, in the order of a block.

    Fields that nearly all of these blocks have count as shared.
    """
    counts = Counter(label for block in blocks for label in block.fields)
    labels = [label for label, count in counts.items() if count >= fewest and _is_column(label)]
    kinds = Counter(frozenset(label for label in labels if label in block.fields) for block in blocks)
    several = [kind for kind in kinds if len(kind) >= 2]
    if not several:
        return []

    def support(kind: frozenset[str]) -> tuple[int, int]:
        return sum(number for other, number in kinds.items() if kind <= other), len(kind)

    most = max(map(support, several))[0]
    labels_of_most = max((kind for kind in several if support(kind)[0] * 10 >= most * 9), key=len)
    return [label for label in labels if label in labels_of_most][:_MAX_FIELDS]


def _is_column(label: str) -> bool:
    return identifier(label) not in ("", "name", "page", "section", "id", "rules")


def _is_filter(values: Sequence[str]) -> bool:
    different = {*values}
    return 1 < len(different) <= max(2, min(20, len(values) // 3)) and not all(map(str.isdecimal, different))


def _is_stat_block(info: str) -> bool:
    return info.strip("{} .").split(" ")[0] == LANGUAGE


def _headings(lines: Sequence[Line]) -> tuple[int, str]:
    """Return the level and the text of the heading above a block; 1 and "" without one."""
    for line in reversed(lines):
        if match := HEADING.match(line.text):
            return len(match["level"]), plain_text(match["text"])
    return 1, ""


def _label(key: str) -> str:
    """Return a key as a heading: `AC` for "ac", "Nastier traits" for "nastier_traits"."""
    if len(key) <= 2:
        return key.upper()
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key).replace("_", " ").lower()
    return words[:1].upper() + words[1:]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")


class _NoFieldsError(Exception):
    """Raised for a block without fields of its own."""


class _Writer:
    """The fields of a `statblock` fence, and how they are written.

    Raises YAMLError or _NoFieldsError.
    """

    def __init__(self, lines: Sequence[Line], first: int, after: int) -> None:
        self._lines, self._first = lines, first
        body = [line.text for line in lines[first + 1 : after - 1]]
        root = yaml.compose("\n".join(body), Loader=yaml.SafeLoader)
        pairs = root.value if isinstance(root, yaml.MappingNode) else []
        self._fields = [(key.value, value) for key, value in pairs if key.value.lower() not in _LAYOUT]
        self.name = next((_text(value) for key, value in self._fields if key == "name"), "")
        self.short: dict[str, str] = {}
        self._long: list[tuple[str, yaml.Node]] = []
        for key, value in self._fields:
            self._add(key, value)
        if not self.short and not self._long:
            raise _NoFieldsError("Copy the creature that it names")

    def _add(self, key: str, value: yaml.Node) -> None:
        if key == "name" or (isinstance(value, yaml.ScalarNode) and not value.value.strip()):
            return
        if key == "stats" and isinstance(value, yaml.SequenceNode) and len(value.value) == len(_ABILITIES):
            self.short |= dict(zip(_ABILITIES, map(_text, value.value), strict=True))
        elif isinstance(value, yaml.ScalarNode) and len(_text(value)) <= LONGEST:
            self.short[_label(key)] = _text(value)
        else:
            self._long.append((_label(key), value))

    def write(self, heading: tuple[int, str]) -> Iterator[Line]:
        """Yield the block as Markdown below a heading of this level and text."""
        level, title = heading
        at = self._lines[self._first].number
        yield Line("", at)
        if self.name and self.name.casefold() != title.casefold():
            yield from (Line(f"**{self.name}**", at), Line("", at))
        labels = [*self.short]
        for start in range(0, len(labels), _MAX_FIELDS):
            part = labels[start : start + _MAX_FIELDS]
            yield Line(f"| {' | '.join(part)} |", at)
            yield Line(f"|{'---|' * len(part)}", at)
            yield Line(f"| {' | '.join(_cell(self.short[each]) for each in part)} |", at)
            yield Line("", at)
        for label, value in self._long:
            if isinstance(value, yaml.ScalarNode):
                yield self._line(f"**{label}:** {_text(value)}", value)
            else:
                yield self._line(f"{'#' * min(level + 1, 6)} {label}", value)
                yield Line("", at)
                yield from self._items(value)
            yield Line("", at)

    def _items(self, node: yaml.Node, indent: str = "") -> Iterator[Line]:
        """Yield the entries of a list or mapping as a bullet list."""
        for entry in node.value:
            if isinstance(node, yaml.MappingNode):
                key, value = entry
                yield from self._entry(_label(key.value), value, indent)
            elif isinstance(entry, yaml.MappingNode):
                fields = {key.value: value for key, value in entry.value}
                name, text = fields.pop("name", None), fields.pop("desc", None)
                if name is None and text is None:
                    yield from self._items(entry, indent)
                    continue
                lead = f"**{_text(name)}:** " if name and text else f"**{_text(name)}**" if name else ""
                yield self._line(f"{indent}-   {lead}{_text(text) if text else ''}", entry)
                for key, value in fields.items():
                    if key in ("traits", "actions", "entries") and not isinstance(value, yaml.ScalarNode):
                        yield from self._items(value, f"{indent}    ")
                    else:
                        yield from self._entry(_label(key), value, f"{indent}    ")
            else:
                yield from self._entry("", entry, indent)

    def _entry(self, label: str, value: yaml.Node, indent: str) -> Iterator[Line]:
        lead = f"**{label}:** " if label else ""
        if isinstance(value, yaml.ScalarNode):
            yield self._line(f"{indent}-   {lead}{_text(value)}", value)
        else:
            yield self._line(f"{indent}-   {lead.rstrip()}", value)
            yield from self._items(value, f"{indent}    ")

    def _line(self, text: str, node: yaml.Node) -> Line:
        return Line(text.rstrip(), self._lines[self._first + 1 + node.start_mark.line].number)


def _text(node: yaml.Node) -> str:
    """Return the text of a value in one line."""
    if isinstance(node, yaml.ScalarNode):
        return " ".join(node.value.split())
    return ", ".join(_text(each[1] if isinstance(each, tuple) else each) for each in node.value)
