"""The room that titles on covers need."""

from __future__ import annotations

from math import ceil

_WIDE = frozenset("mwMW")
_MOST = 9
"""The most letters of a word that has room on every cover in its full size."""
_STEP = 4


def title_letters(title: str) -> int | None:
    """Return the number of letters to which a title's size has to be fitted, None without a long word.

    Stylesheets have a size for 12, 16, 20, 24 and 28 letters. A wide letter counts as one and a half.
    """
    letters = max((_letters(word) for word in title.split()), default=0)
    return None if letters <= _MOST else min(28, ceil(letters / _STEP) * _STEP)


def _letters(word: str) -> float:
    return sum(1.5 if letter in _WIDE else 1 for letter in word)
