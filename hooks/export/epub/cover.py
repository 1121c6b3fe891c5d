"""The cover of an EPUB: the book's title and motif on its colour.

Libraries show covers as PNG; few show SVG. The title is drawn as outlines, as fonts differ between machines.
"""

from __future__ import annotations

import re
from io import BytesIO
from textwrap import wrap

import resvg_py
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont
from PIL import Image

from hooks.base import covers, package_files
from rules_py.systems.game import Game

_COLOUR = re.compile(
    r'\.cover, \.title-page\)(?:\[data-motif="(?P<motif>\w+)"\])?\s*\{\s*--cover: (?P<colour>#\w+)'
)
_ON_PAGES = re.compile(r'\s(?:class="motif"|aria-hidden="\w+"|focusable="\w+")')
_INK = "#fffdf8"
_WIDTH, _HEIGHT, _MARGIN, _LINE_HEIGHT = 1200, 1600, 100, 1.2
_SHADES = 16
"""The colours of the picture: two, and those at their edges."""
_LETTERS = 12
"""The most letters in a line of the title, unless a word is longer."""


def cover_picture(game: Game) -> bytes:
    """Return the cover as a PNG file, 1,200 by 1,600."""
    motif = _ON_PAGES.sub("", str(covers.render_motif(game)))
    motif = motif.replace('class="motif__line"', 'fill="none" stroke="currentColor" stroke-width="1.6"')
    placed = motif.replace("<svg", f'<svg y="{_HEIGHT - 600}" width="{_WIDTH}" height="600"', 1)
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}">'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{_colour(game.motif)}"/>'
        f'<g fill="{_INK}" color="{_INK}">{_title(game.title)}{placed}</g></svg>'
    )
    picture = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=drawing)))).convert("RGB")
    file = BytesIO()
    picture.quantize(_SHADES).save(file, "PNG", optimize=True)
    return file.getvalue()


def _colour(motif: str) -> str:
    """Return the colour of the book's cover on the site."""
    css = (package_files.DOCS / "assets/css/palette.css").read_text("utf-8")
    colours = {match["motif"]: match["colour"] for match in _COLOUR.finditer(css)}
    return colours.get(motif, colours[None])


def _title(title: str) -> str:
    """Return the outlines of the title in lines, as large as the longest of them allows."""
    font = TTFont(package_files.DOCS / "assets/fonts/literata.woff2")
    lines = [_outline(font, line) for line in wrap(title, _LETTERS, break_long_words=False)]
    scale = min(150 / font["head"].unitsPerEm, (_WIDTH - 2 * _MARGIN) / max(width for _, width in lines))
    height = scale * font["head"].unitsPerEm * _LINE_HEIGHT
    return "".join(
        f'<g transform="translate({_MARGIN} {2 * _MARGIN + place * height:g}) scale({scale:g} {-scale:g})">'
        f"{outline}</g>"
        for place, (outline, _) in enumerate(lines, 1)
    )


def _outline(font: TTFont, line: str) -> tuple[str, int]:
    """Return a line's outlines and its width, in the units of the font, without letters that it lacks."""
    glyphs, names, width, outlines = font.getGlyphSet(), font.getBestCmap(), 0, []
    for letter in line:
        if name := names.get(ord(letter)):
            pen = SVGPathPen(glyphs)
            glyphs[name].draw(pen)
            outlines.append(f'<path transform="translate({width} 0)" d="{pen.getCommands()}"/>')
            width += glyphs[name].width
    return "".join(outlines), max(width, 1)
