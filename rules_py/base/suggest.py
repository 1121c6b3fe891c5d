"""Suggestions for misspelt names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Self

MIN_SIMILARITY = 0.65
"""The similarity, from 0 to 1, from which a name is suggested."""


class KnownNames(str):
    """A text such as `dark or bright` and the names it lists."""

    names: tuple[str, ...]

    def __new__(cls, text: str, names: Iterable[str]) -> Self:
        self = super().__new__(cls, text)
        self.names = tuple(names)
        return self


def closest_matches(name: str, names: Iterable[str]) -> list[str]:
    """Return the most similar name, or two that are equally similar, or none."""
    ranked = sorted(((_similarity(name, other), other) for other in names), reverse=True)[:2]
    return [
        other for similarity, other in ranked if similarity >= MIN_SIMILARITY and similarity == ranked[0][0]
    ]


def did_you_mean(names: Sequence[str]) -> str:
    """Return `Did you mean 'average'?` for the end of a message, "" without names."""
    return f"Did you mean {' or '.join(map(repr, names))}?" if names else ""


def _similarity(name: str, other: str) -> float:
    """Return the similarity of two names, from 0 to 1.

    Names with dots are as similar as their least similar parts, since all calculators of a game start alike.
    """
    one, two = (re.split(r"[.#]", text.casefold()) for text in (name, other))
    if len(one) != len(two):
        return 0
    return min(_word_similarity(left, right) for left, right in zip(one, two, strict=True))


def _word_similarity(one: str, two: str) -> float:
    """Return the share of letters in the longest common subsequence.

    Not difflib, because every browser would have to load it.
    """
    if one == two:
        return 1
    row = [0] * (len(two) + 1)
    for letter in one:
        above, row = row, [0]
        for at, other in enumerate(two):
            row.append(above[at] + 1 if letter == other else max(above[at + 1], row[at]))
    return 2 * row[-1] / (len(one) + len(two))
