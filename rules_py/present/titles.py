"""The room that titles need on covers."""

from __future__ import annotations

_WIDE = frozenset("mwMW")
_SIZES = (10, 12, 14, 16, 20, 24, 28)
"""The numbers of letters for which stylesheets have a size."""
_SHORT = 8
"""The most letters of a word that fits on every cover at full size."""


def title_letters(title: str) -> int | None:
    """Return the number of letters that determines a title's size, None without a long word.

    A wide letter counts as one and a half.
    """
    letters = max((_letters(word) for word in title.split()), default=0)
    return None if letters <= _SHORT else next((each for each in _SIZES if each >= letters), _SIZES[-1])


def _letters(word: str) -> float:
    return sum(1.5 if letter in _WIDE else 1 for letter in word)
