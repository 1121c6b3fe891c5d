"""Column alignment of Markdown tables, as classes: the page's policy blocks inline styles."""

from __future__ import annotations

from typing import override
from xml.etree.ElementTree import Element

from markdown.treeprocessors import Treeprocessor

_CLASSES = {
    "text-align: left;": "cell--start",
    "text-align: center;": "cell--centre",
    "text-align: right;": "cell--end",
}


class AlignByClass(Treeprocessor):
    """Replaces the style by which Python-Markdown aligns a cell."""

    @override
    def run(self, root: Element) -> None:
        for cell in (each for tag in ("th", "td") for each in root.iter(tag)):
            if name := _CLASSES.get(cell.get("style", "")):
                del cell.attrib["style"]
                cell.set("class", f"{cell.get('class', '')} {name}".strip())
