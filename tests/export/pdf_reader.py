"""The content of a tagged PDF, as a screen reader gets it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

_PAINTED = {"f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Do", "sh", "Tj", "TJ"}
ARTIFACT, UNMARKED = "artifact", "unmarked"


@dataclass(frozen=True)
class Element:
    """An element of the structure: its role, its text with that of its descendants, and its object."""

    role: str
    text: str
    object: Any


class TaggedPdf:
    """A tagged PDF: its elements in order, and what is painted outside of them."""

    def __init__(self, path: Path) -> None:
        self.file = pikepdf.open(path)
        self._fonts: dict[tuple[int, int], tuple[dict[int, str], int]] = {}
        self._texts = {page.objgen: self._read(page) for page in self.file.pages}
        self.elements: list[Element] = []
        self.text = self._walk(self.file.Root.StructTreeRoot, None)

    def artifacts(self, page: int) -> str:
        """Return the text on a page, counted from 1, that is no part of the content."""
        return self._texts[self.file.pages[page - 1].objgen].get(ARTIFACT, "")

    def unmarked_pages(self) -> list[int]:
        """Return the pages with content that is neither tagged nor an artifact."""
        return [
            number
            for number, page in enumerate(self.file.pages, start=1)
            if UNMARKED in self._texts[page.objgen]
        ]

    def fonts(self) -> Iterator[Any]:
        """Yield the fonts of all pages, some of them more than once."""
        for page in self.file.pages:
            yield from page.Resources.get("/Font", Dictionary()).values()

    def links(self) -> Iterator[Any]:
        """Yield the links of all pages."""
        for page in self.file.pages:
            yield from page.obj.get("/Annots", Array())

    def bookmarks(self) -> list[tuple[int, str]]:
        """Return the level and title of each bookmark."""

        def below(items: list[pikepdf.OutlineItem], level: int) -> Iterator[tuple[int, str]]:
            for item in items:
                yield level, item.title
                yield from below(item.children, level + 1)

        with self.file.open_outline() as outline:
            return [*below(outline.root, 1)]

    def page_of(self, name: str) -> int:
        """Return the number of the page that a link to `name` leads to."""
        pages = [page.objgen for page in self.file.pages]
        return pages.index(self.file.Root.Dests[f"/{name}"][0].objgen) + 1

    def _read(self, page: pikepdf.Page) -> dict[int | str, str]:
        """Return the text of a page by the number of its marked content."""
        texts: dict[int | str, str] = {}
        marks: list[int | str] = []
        glyphs: dict[int, str] = {}
        size = 1
        for step in pikepdf.parse_content_stream(page):
            name, operands = str(step.operator), step.operands
            if name in ("BDC", "BMC"):
                numbered = len(operands) > 1 and "/MCID" in operands[1]
                marks.append(int(operands[1].MCID) if numbered else ARTIFACT)
            elif name == "EMC":
                marks.pop()
            elif name == "Tf":
                glyphs, size = self._font(page.Resources.Font[str(operands[0])])
            elif name in _PAINTED:
                mark = marks[-1] if marks else UNMARKED
                codes = bytes(operands[0]) if name == "Tj" else b""
                letters = (codes[at : at + size] for at in range(0, len(codes), size))
                text = "".join(glyphs.get(int.from_bytes(each), "\ufffd") for each in letters)
                texts[mark] = texts.get(mark, "") + text
        return texts

    def _font(self, font: Any) -> tuple[dict[int, str], int]:
        """Return the characters of a font by code, and the number of bytes of a code."""
        if font.objgen not in self._fonts:
            size = 2 if font.Subtype == Name.Type0 else 1
            self._fonts[font.objgen] = (_characters(font.ToUnicode.read_bytes().decode()), size)
        return self._fonts[font.objgen]

    def _walk(self, node: Any, page: Any) -> str:
        if not isinstance(node, Dictionary):
            return self._texts[page].get(int(node), "")
        page = node.Pg.objgen if "/Pg" in node else page
        if "/MCID" in node:
            return self._texts[page].get(int(node.MCID), "")
        place = len(self.elements)
        kids = node.get("/K", Array())
        text = "".join(self._walk(kid, page) for kid in (kids if isinstance(kids, Array) else [kids]))
        if "/S" in node:
            self.elements.insert(place, Element(str(node.S).removeprefix("/"), text, node))
        return text


def _characters(mapping: str) -> dict[int, str]:
    characters = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", mapping, re.DOTALL):
        for code, text in re.findall(r"<(\w+)> <(\w+)>", block):
            characters[int(code, 16)] = bytes.fromhex(text).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", mapping, re.DOTALL):
        for first, last, text in re.findall(r"<(\w+)> <(\w+)> <(\w+)>", block):
            for code in range(int(first, 16), int(last, 16) + 1):
                characters[code] = chr(int(text, 16) + code - int(first, 16))
    return characters
