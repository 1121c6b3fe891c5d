"""Blocks as CommonMark reads them, rewritten so that Python-Markdown reads them alike.

markdown-it reads the text by the rules of CommonMark, which GitHub, Obsidian and pandoc mostly follow. The
author's inline markup stays, except line breaks and what Python-Markdown would take for a block.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from hooks.importing.report import Line, Note
from hooks.importing.text import in_fences

TAB = "tab-of-material"
"""The kind of note with which earlier steps mark a content tab, which markdown-it doesn't know."""

_TWO_BRACKETS = re.compile(r"(?<!\\)\]\[(?!\^)")
_INDENT = 4 * " "
_BREAK = re.compile(r"(?<!\\)((?:\\\\)*)\\\n")
_TAG_AT_START = re.compile(r"^(#{1,6})(?=[^#\s])", re.MULTILINE)
_NUMBER_AT_START = re.compile(r"(?<=\n)(\d+)([.)])(?=\s)")
_ADJACENT_BOLD = re.compile(r"(?<=[^\W_])\*{4}(?=[^\W_])")
"""The end and start of adjacent bold texts, which pandoc reads and CommonMark shows."""
_ALIGNMENT = re.compile(r"text-align:(\w+)")
_RULES = {"left": ":--", "center": ":-:", "right": "--:", "": "---"}
type _Marker = Callable[[int], str]
"""Returns the marker of a list's item by its position."""
_SEPARATOR = "<!-- -->"
"""A comment between two lists or quotes, which Python-Markdown would join."""


def parser() -> MarkdownIt:
    """Return a parser of CommonMark with the extensions that all dialects share."""
    md = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return md.use(deflist_plugin).use(footnote_plugin, move_to_end=False).use(admon_plugin)


def convert(lines: list[Line], file: str) -> tuple[list[Line], list[Note]]:
    """Return the lines with their blocks as Python-Markdown expects them."""
    md = parser()
    md.core.ruler.enableOnly(["normalize", "block"])
    environment: dict[str, Mapping[str, Mapping[str, str]]] = {}
    tokens = md.parse("\n".join(line.text for line in lines) + "\n", environment)
    writer = _Writer(lines, file)
    result_lines = writer.blocks(SyntaxTreeNode(tokens).children)
    result_lines = _without_undefined(result_lines, {*map(str.lower, environment.get("references", {}))})
    for label, reference in environment.get("references", {}).items():
        title = f' "{reference["title"]}"' if reference.get("title") else ""
        result_lines += [Line("", 0), Line(f"[{label.lower()}]: <{reference['href']}>{title}", 0)]
    return result_lines, writer.notes


def _without_undefined(lines: list[Line], labels: Collection[str]) -> list[Line]:
    """Return the lines with `[text][label]` escaped, unless the page defines the label."""
    code = in_fences(lines)
    result = []
    for at, line in enumerate(lines):
        text = line.text
        for match in reversed([*_TWO_BRACKETS.finditer(text)] if at not in code else []):
            next_text = lines[at + 1].text if at + 1 < len(lines) else ""
            label = f"{text[match.end() :]} {next_text.strip()}".partition("]")[0].strip().lower()
            if label and label not in labels:
                text = f"{text[: match.end() - 1]}\\{text[match.end() - 1 :]}"
        result.append(Line(text, line.number))
    return result


def _leaf(node: SyntaxTreeNode, number: int) -> Iterator[Line]:
    """Yield the lines of a block that contains no other blocks."""
    match node.type:
        case "paragraph":
            for at, text in enumerate(_inline(node).split("\n")):
                yield Line(text, number + at)
        case "heading":
            text = _inline(node).replace("\n", " ")
            if text:
                yield Line(f"{'#' * int(node.tag[1:])} {text}", number)
        case "html_block":
            for at, text in enumerate(node.content.rstrip("\n").split("\n")):
                yield Line(text, number + at)
        case "hr":
            yield Line("---", number)
        case _:
            yield Line(node.content, number)


class _Writer:
    def __init__(self, lines: Sequence[Line], file: str) -> None:
        self.lines, self.file = lines, file
        self.notes: list[Note] = []

    def blocks(self, nodes: Sequence[SyntaxTreeNode], *, fences: bool = True) -> list[Line]:
        """Return the lines of blocks, with an empty line between them."""
        result: list[Line] = []
        before = ""
        for node in nodes:
            block_lines = [*self._block(node, fences=fences)]
            if not block_lines:
                continue
            if result:
                result.append(Line("", result[-1].number))
            if _would_join(before, node.type):
                result += [Line(_SEPARATOR, block_lines[0].number), Line("", block_lines[0].number)]
            result += block_lines
            before = node.type
        return result

    def _number(self, node: SyntaxTreeNode) -> int:
        at = node.map[0] if node.map else 0
        return self.lines[at].number if at < len(self.lines) else 0

    def _block(self, node: SyntaxTreeNode, *, fences: bool) -> Iterator[Line]:
        number = self._number(node)
        match node.type:
            case "bullet_list":
                yield from self._list(node, lambda _: "-   ")
            case "ordered_list":
                yield from self._ordered(node, number)
            case "blockquote":
                for line in self.blocks(node.children, fences=False):
                    yield Line(f"> {line.text}".rstrip(), line.number)
            case "fence" | "code_block":
                yield from _code(node, number, fences=fences)
            case "table":
                yield from self._table(node)
            case "admonition":
                yield from self._note(node, number)
            case "footnote_reference":
                content = self.blocks(node.children)
                yield from _hang(content or [Line("", number)], f"[^{node.meta['label']}]: ", _INDENT)
            case "dl":
                yield from self._definitions(node)
            case _:
                yield from _leaf(node, number)

    def _list(self, node: SyntaxTreeNode, marker: _Marker) -> Iterator[Line]:
        parts = [child for item in node.children for child in item.children]
        loose = any(part.type == "paragraph" and not part.hidden for part in parts)
        for at, item in enumerate(node.children):
            block_lines = self._item(item, loose=loose) or [Line("", self._number(item))]
            if loose and at:
                yield Line("", block_lines[0].number)
            yield from _hang(block_lines, marker(at), _INDENT)

    def _item(self, item: SyntaxTreeNode, *, loose: bool) -> list[Line]:
        """Return the content of a list item; nested lists follow the text of a tight one at once."""
        result: list[Line] = []
        before = ""
        for child in item.children:
            block_lines = [*self._block(child, fences=bool(result))]
            tight = not loose and before == "paragraph" and child.type in ("bullet_list", "ordered_list")
            if result and block_lines and not tight:
                result.append(Line("", result[-1].number))
            if result and _would_join(before, child.type):
                result += [Line(_SEPARATOR, block_lines[0].number), Line("", block_lines[0].number)]
            result += block_lines
            before = child.type
        return result

    def _ordered(self, node: SyntaxTreeNode, number: int) -> Iterator[Line]:
        """Yield a numbered list. Python-Markdown starts each at 1, so another start needs HTML."""
        start = int(node.attrs.get("start", 1))
        if start == 1:
            yield from self._list(node, lambda at: f"{f'{at + 1}.':4}" if at < 99 else f"{at + 1}. ")
            return
        if node.level:
            what = f"nested list that starts at {start}, numbered from 1"
            self.notes.append(Note("by hand", self.file, number, what, "Join it with the list before"))
            yield from self._list(node, lambda at: f"{f'{at + 1}.':4}")
            return
        yield Line(f'<ol start="{start}" markdown="1">', number)
        for item in node.children:
            yield Line('<li markdown="block">', self._number(item))
            yield Line("", self._number(item))
            yield from self.blocks(item.children)
            yield Line("", self._number(item))
            yield Line("</li>", self._number(item))
        yield Line("</ol>", number)

    def _table(self, node: SyntaxTreeNode) -> Iterator[Line]:
        rows = [row for part in node.children for row in part.children]
        number = self._number(node)
        for at, row in enumerate(rows):
            cells = [_inline(cell).replace("|", r"\|") for cell in row.children]
            yield Line(f"| {' | '.join(cells)} |", number + at + (at > 0))
            if not at:
                styles = (_ALIGNMENT.search(str(cell.attrs.get("style", ""))) for cell in row.children)
                rules = (_RULES[style[1] if style else ""] for style in styles)
                yield Line(f"|{'|'.join(rules)}|", number + 1)

    def _note(self, node: SyntaxTreeNode, number: int) -> Iterator[Line]:
        kind, _, title = node.info.strip().partition(" ")
        heading = f"=== {title}" if kind == TAB else f"{node.markup} {kind} {title}".rstrip()
        yield Line(heading, number)
        yield Line("", number)
        children = [child for child in node.children if child.type != "admonition_title"]
        for line in self.blocks(children):
            yield Line(_INDENT + line.text if line.text else "", line.number)

    def _definitions(self, node: SyntaxTreeNode) -> Iterator[Line]:
        for at, child in enumerate(node.children):
            if child.type == "dt":
                if at:
                    yield Line("", self._number(child))
                yield Line(_inline(child).replace("\n", " "), self._number(child))
            else:
                yield from _hang(self._item(child, loose=False), ":   ", _INDENT)


def _would_join(before: str, kind: str) -> bool:
    """Return whether Python-Markdown would join two blocks of these kinds."""
    lists = ("bullet_list", "ordered_list")
    return (before in lists and kind in lists) or before == kind == "blockquote"


def _hang(lines: Sequence[Line], first: str, indent: str) -> Iterator[Line]:
    """Yield the lines with a marker before the first and the others indented."""
    for at, line in enumerate(lines):
        prefix = indent if at else first
        yield Line(f"{prefix}{line.text}" if line.text or not at else "", line.number)


def _code(node: SyntaxTreeNode, number: int, *, fences: bool) -> Iterator[Line]:
    body = node.content.rstrip("\n").split("\n")
    if not fences:  # Diceleaf reads no fences in quotes or directly after a bullet
        yield from (Line(f"{_INDENT}{text}".rstrip(), number + at) for at, text in enumerate(body))
        return
    longest = max((len(each) for each in re.findall("`{3,}", node.content)), default=2)
    marks = "`" * (longest + 1)
    info = node.info.strip() if node.type == "fence" else "text"
    yield Line(marks + info, number)
    yield from (Line(text, number + at) for at, text in enumerate(body, 1))
    yield Line(marks, number + len(body) + 1)


def _inline(node: SyntaxTreeNode) -> str:
    """Return the text of a block, with line breaks as two spaces and nothing that starts another block."""
    text = "".join(child.content for child in node.children if child.type == "inline")
    text = _BREAK.sub(r"\1  \n", text)
    text = _TAG_AT_START.sub(r"\\\1", text) if node.type != "heading" else text
    text = _NUMBER_AT_START.sub(r"\1\\\2", text)
    return _ADJACENT_BOLD.sub("** **", text)
