"""The pictures that chats and social networks show beside a link: one for the site and one for each book.

A picture has the title, the tagline and the motif of the book in the colours of its cover.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from html import escape, unescape
from io import BytesIO
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer
from resvg_py import svg_to_bytes

from hooks.pages.page_head import HEIGHT, WIDTH, SocialImage
from rules_py.present.html import Markup

_MARGIN = 80
_ROOM = WIDTH - 2 * _MARGIN
_INK = "#fffdf8"
_COVER = re.compile(r'\[data-motif="(?P<motif>\w+)"\] \{\s*--cover: (?P<colour>#\w+);')
_DEFAULT_COVER = re.compile(r"^ *--cover: (?P<colour>#\w+);", re.MULTILINE)
_STYLE = ".motif__line { fill: none; stroke: currentColor; stroke-width: 1.6 }"


class Painter:
    """The fonts and colours of the site's styles and, in `cache`, the pictures painted before."""

    def __init__(self, assets: Path, cache: Path) -> None:
        self._fonts, self._cache = assets / "fonts", cache
        self._palette = (assets / "css" / "palette.css").read_text("utf-8")

    def paint(self, title: str, text: str, site_name: str, motif: str, drawing: Markup) -> SocialImage:
        """Return the picture with a title, a sentence and, in the corner, the name of the site."""
        key = repr((title, text, site_name, drawing, self._colour(motif), Path(__file__).read_text("utf-8")))
        cached_file = self._cache / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.png"
        if not cached_file.is_file():
            self._cache.mkdir(parents=True, exist_ok=True)
            cached_file.write_bytes(self._type.render(self._svg(title, text, site_name, motif, drawing)))
        return SocialImage(f"Cover: {title}. {text}".rstrip(), cached_file.read_bytes())

    @cached_property
    def _type(self) -> _Type:
        return _Type(self._fonts)

    def _colour(self, motif: str) -> str:
        colours = {match["motif"]: match["colour"] for match in _COVER.finditer(self._palette)}
        default: str = _DEFAULT_COVER.findall(self._palette)[0]
        return colours.get(motif, default)

    def _svg(self, title: str, text: str, site_name: str, motif: str, drawing: Markup) -> str:
        size = 104 if self._type.width(title, 104) <= _ROOM else 76
        heading = [*self._type.lines(title, size, 3)]
        about = self._type.lines(text, 38, 3)
        y = 150 + 1.14 * size * (len(heading) - 1) + 80
        texts = [
            *(_text(line, 150 + 1.14 * size * place, size, 700) for place, line in enumerate(heading)),
            *(_text(line, y + 50 * place, 38) for place, line in enumerate(about)),
            _text(site_name, HEIGHT - 64, 30) if site_name != title else "",
        ]
        place = f'x="{WIDTH - 600}" y="{HEIGHT - 300}" width="600" height="300" opacity=".45"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" color="{_INK}">'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{self._colour(motif)}"/>'
            f"{drawing.replace('<svg ', f'<svg {place} ', 1)}{''.join(texts)}</svg>"
        )


class _Type:
    """The book's typeface in two weights, as files without variable axes, and the width of text in it."""

    def __init__(self, fonts: Path) -> None:
        self._files = []
        for weight in (400, 700):
            font = instancer.instantiateVariableFont(TTFont(fonts / "literata.woff2"), {"wght": weight})
            font["OS/2"].usWeightClass = weight
            font.flavor = None
            content = BytesIO()
            font.save(content)
            self._files.append(content.getvalue())
        self._letters = font.getBestCmap()
        self._units: int = font["head"].unitsPerEm
        self._advances: Mapping[str, tuple[int, int]] = font["hmtx"].metrics

    def render(self, svg: str) -> bytes:
        """Return the drawing as a PNG. Letters that the typeface lacks come from the fonts of the system."""
        texts = re.sub(r"<[^>]*>", "", svg)
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / f"{place}.ttf" for place in range(len(self._files))]
            for path, content in zip(paths, self._files, strict=True):
                path.write_bytes(content)
            return svg_to_bytes(
                svg_string=svg,
                style_sheet=_STYLE,
                font_files=[*map(str, paths)],
                skip_system_fonts=all(ord(letter) in self._letters for letter in unescape(texts)),
            )

    def width(self, text: str, size: float) -> float:
        """Return the width in pixels, of the bolder weight and without kerning: no text is wider."""
        names = (self._letters.get(ord(letter)) for letter in text)
        return size / self._units * sum(self._advances[name][0] if name else self._units for name in names)

    def lines(self, text: str, size: float, most: int) -> Iterator[str]:
        """Yield the text in lines as wide as the picture has room, the last shortened if there are more."""
        words = text.split()
        for place in range(most):
            count = self._words_that_fit(words, size)
            if place == most - 1 and count < len(words):
                words[count - 1 :] = ["…"] if count == 1 else [f"{words[count - 2].rstrip('.,;:')}…"]
                count = len(words)
            if not words:
                return
            yield " ".join(words[:count])
            words = words[count:]

    def _words_that_fit(self, words: Sequence[str], size: float) -> int:
        """Return the number of words in the next line: at least one."""
        count = 1
        while count < len(words) and self.width(" ".join(words[: count + 1]), size) <= _ROOM:
            count += 1
        return count


def _text(text: str, baseline: float, size: float, weight: int = 400) -> str:
    return (
        f'<text x="{_MARGIN}" y="{baseline:.0f}" font-family="Literata" font-size="{size}" '
        f'font-weight="{weight}" fill="{_INK}">{escape(text)}</text>'
    )
