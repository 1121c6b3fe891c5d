"""Dice in a text as rolls of Foundry: `[[/r 2d6]]`."""

from __future__ import annotations

import re
from html import escape, unescape

from rules_py.base import dice_marks

_DIE = r"\d{0,3}d\d{1,3}(?:!|k[hl]\d*)?"
_ROLLABLE = re.compile(rf"{_DIE}(?:\s*[-+]\s*(?:{_DIE}|\d+))*")
"""The notation that Foundry reads alike: sums of dice, kept dice and exploding ones."""
_INLINE = re.compile(
    r"<dice-inline(?P<attributes>(?:\s+[\w-]+=\"[^\"]*\")*)\s*>(?P<shown>.*?)</dice-inline>", re.DOTALL
)
_TEXT = re.compile(r'<span\s+class="inline-dice__text">(.*?)</span>', re.DOTALL)


def rolling(notation: str) -> str | None:
    """Return an inline roll for dice notation, or None if Foundry has no such notation."""
    ascii_notation = notation.replace("−", "-").strip()
    return f"[[/r {ascii_notation.replace('!', 'x')}]]" if _ROLLABLE.fullmatch(ascii_notation) else None


def with_inline_rolls(html: str) -> str:
    """Return the HTML of a page with its inline dice as rolls of Foundry, where it has their notation."""

    def roll(match: re.Match[str]) -> str:
        text = _TEXT.search(match["shown"])
        content = text[1] if text else match["shown"]
        return rolling(unescape(content)) or content

    return _INLINE.sub(roll, html)


def text_with_rolls(text: str) -> str:
    """Return a text of a game as HTML, with its inline dice as rolls."""
    pieces = []
    for piece, is_dice in dice_marks.split(text):
        dice, _, words = piece.partition(" ") if is_dice else ("", "", "")
        roll = rolling(dice) if is_dice else None
        pieces.append(f"{roll} {_plain(words)}".rstrip() if roll else _plain(dice_marks.without_marks(piece)))
    return "".join(pieces)


def _plain(text: str) -> str:
    return escape(text, quote=False)
