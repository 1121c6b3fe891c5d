"""Inline dice in the text of a game, `` `#!dice 1d6 guards` ``, as authors write them on a page."""

from __future__ import annotations

import re
from collections.abc import Iterator

_MARK = re.compile(r"`#!dice\s+([^`]*[^`\s])\s*`")
_NAME = re.compile(r"\s*\[[^\[\]]*[^\W\d_][^\[\]]*\]\Z")


def split(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a text, each with whether it is inline dice; these are without their mark."""
    for place, piece in enumerate(_MARK.split(text)):
        yield piece, place % 2 == 1


def without_marks(text: str) -> str:
    """Return the text with its inline dice as readers see them: `1d6 guards`."""
    return "".join(_NAME.sub("", piece) if is_dice else piece for piece, is_dice in split(text))
