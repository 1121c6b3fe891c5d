"""The cover of an EPUB: the book's title and motif on its colour."""

from __future__ import annotations

import re
from html import escape
from textwrap import wrap

from hooks.mkdocs import package_files
from hooks.pages import covers
from rules_py.systems.game import Game

_COLOUR = re.compile(
    r'\.cover, \.title-page\)(?:\[data-motif="(?P<motif>\w+)"\])?\s*\{\s*--cover: (?P<colour>#\w+)'
)
_ON_PAGES = re.compile(r'\s(?:class="motif"|aria-hidden="\w+"|focusable="\w+")')
_INK = "#fffdf8"
_LINE = 12
"""The most letters in a line of the title."""


def cover_picture(game: Game) -> str:
    """Return the cover as an SVG file, 1,200 by 1,600."""
    lines = wrap(game.title, _LINE, break_long_words=False)
    size = min(150, round(1500 / max(map(len, lines))))
    title = "".join(
        f'<text x="100" y="{280 + place * size * 1.2:g}" font-size="{size}">{escape(line)}</text>'
        for place, line in enumerate(lines)
    )
    motif = _ON_PAGES.sub("", str(covers.drawing(game)))
    motif = motif.replace('class="motif__line"', 'fill="none" stroke="currentColor" stroke-width="1.6"')
    drawn = motif.replace("<svg", '<svg x="0" y="1000" width="1200" height="600"', 1)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1600" role="img" aria-labelledby="title">'
        f'<title id="title">{escape(game.title)}</title>'
        f'<rect width="1200" height="1600" fill="{_colour(game.motif)}"/>'
        f'<g fill="{_INK}" color="{_INK}" font-family="Literata, Georgia, serif">{title}{drawn}</g></svg>\n'
    )


def _colour(motif: str) -> str:
    """Return the colour of the book's cover on the site."""
    css = (package_files.DOCS / "assets/css/palette.css").read_text("utf-8")
    colours = {found["motif"]: found["colour"] for found in _COLOUR.finditer(css)}
    return colours.get(motif, colours[None])
