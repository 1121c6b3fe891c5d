"""Static instances of variable fonts: Chromium embeds variable ones as drawings of letters (Type 3)."""

from __future__ import annotations

import functools
import io
import re

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

_FACE = re.compile(r"@font-face\s*\{[^}]*\}")
_URL = re.compile(r"""\burl\(["']?([^"')]+)["']?\)""")
_WEIGHTS = re.compile(r"\bfont-weight:\s*(\d+) (\d+)")


def with_static_faces(css: str) -> str:
    """Return the stylesheet with each variable font as one face for each hundred of its weights.

    The address of such a face is that of the font with the weight as its query (`reader.woff2?500`).
    """

    def faces(match: re.Match[str]) -> str:
        weights = _WEIGHTS.search(match[0])
        if weights is None:
            return match[0]
        lowest, highest = map(int, weights.groups())
        return "".join(_face(match[0], weight) for weight in range(lowest, highest + 1, 100))

    return _FACE.sub(faces, css)


def _face(variable: str, weight: int) -> str:
    return _URL.sub(rf'url("\1?{weight}")', _WEIGHTS.sub(f"font-weight:{weight}", variable))


@functools.lru_cache(maxsize=64)
def instance(variable: bytes, weight: int) -> bytes:
    """Return the font at one weight, with its other axes at their defaults."""
    font = TTFont(io.BytesIO(variable), recalcTimestamp=False)  # so that builds are reproducible
    axes = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
    static = instantiateVariableFont(font, axes | {"wght": weight})
    static.flavor = None
    font_file = io.BytesIO()
    static.save(font_file)
    return font_file.getvalue()
