"""Pictures of a page: their size, so that text doesn't move while they load, and lazy loading."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from pathlib import Path
from typing import override
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from PIL import Image

SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg")
"""The formats that all current browsers show."""

_ORIENTATION, _ON_ITS_SIDE = 0x0112, (5, 6, 7, 8)
"""The EXIF field with which cameras say how to turn a picture, and its values for a quarter turn."""
_LENGTH = re.compile(r"\s*(?P<pixels>\d+(?:\.\d+)?)(?:px)?\s*")


class SizePictures(Treeprocessor):
    """Gives each local picture of a page its width and height, and loads it when it comes into view."""

    def __init__(
        self, md: Markdown, folder: str, find: Callable[[str], Path], report: Callable[[str, str, str], None]
    ) -> None:
        """`folder` is that of the page below the docs folder, in which `find` returns a file by its path.
        `report` is called with a subject, an address and what was expected of it.
        """
        super().__init__(md)
        self._folder, self._find, self._report = folder, find, report

    @override
    def run(self, root: ElementTree.Element) -> None:
        for image in root.iter("img"):
            image.attrib.setdefault("loading", "lazy")
            address = image.get("src", "")
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or parts.path.startswith("/"):
                continue
            path = self._find(posixpath.normpath(posixpath.join(self._folder, unquote(parts.path))))
            if not path.is_file() or {"width", "height"} & image.attrib.keys():
                continue  # a missing file is reported as a dead link
            try:
                width, height = size(path)
            except (OSError, ValueError, Image.DecompressionBombError, ElementTree.ParseError) as error:
                self._report("image", address, f"a picture that can be read ({error})")
            else:
                image.attrib |= {"width": str(width), "height": str(height)}


def size(path: Path) -> tuple[int, int]:
    """Return the width and height of a picture in CSS pixels, as a browser shows it.

    Raises OSError, ValueError, DecompressionBombError or ParseError if it can't be read or has no size.
    """
    if path.suffix.lower() == ".svg":
        return _size_of_drawing(ElementTree.parse(path).getroot())
    with Image.open(path) as image:
        width, height = image.size
        if image.getexif().get(_ORIENTATION) in _ON_ITS_SIDE:
            return height, width
        return width, height


def _size_of_drawing(drawing: ElementTree.Element) -> tuple[int, int]:
    lengths = [_LENGTH.fullmatch(drawing.get(name, "")) for name in ("width", "height")]
    numbers = [length["pixels"] for length in lengths if length]
    if len(numbers) < 2:
        numbers = re.split(r"[\s,]+", drawing.get("viewBox", "").strip())[2:]
    if len(numbers) != 2:
        raise ValueError("it has neither width and height in pixels nor a viewBox")
    width, height = (round(float(each)) for each in numbers)
    return width, height
