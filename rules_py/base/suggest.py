"""Which name was probably meant where one isn't known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Self

MIN_SIMILARITY = 0.65
"""From here on, up to 1, a name may be another misspelt."""


class KnownNames(str):
    """What is allowed where a name belongs, in words such as `dark or bright`, and the names themselves."""

    names: tuple[str, ...]

    def __new__(cls, words: str, names: Iterable[str]) -> Self:
        self = super().__new__(cls, words)
        self.names = tuple(names)
        return self


def closest_matches(name: str, names: Iterable[str]) -> list[str]:
    """The name that is most like this one, or two that are equally so; none where it is like no other."""
    found = sorted(((_alike(name, each), each) for each in names), reverse=True)[:2]
    return [each for alike, each in found if alike >= MIN_SIMILARITY and alike == found[0][0]]


def did_you_mean(names: Sequence[str]) -> str:
    """`; perhaps 'average'`: the end of a sentence about a name that isn't known; "" where none was meant."""
    return f"; perhaps {' or '.join(map(repr, names))}" if names else ""


def _alike(name: str, other: str) -> float:
    """How alike two names are, from 0 to 1: as much as the parts of them between dots that are least so, as
    all calculators of a game begin alike.
    """
    one, two = (re.split(r"[.#]", each.casefold()) for each in (name, other))
    if len(one) != len(two):
        return 0
    return min(_shared(left, right) for left, right in zip(one, two, strict=True))


def _shared(one: str, two: str) -> float:
    """The share of letters that stand in both words in the same order. It is counted here, and not by
    difflib, as every browser has to load whatever the rules import.
    """
    if one == two:
        return 1
    row = [0] * (len(two) + 1)
    for letter in one:
        above, row = row, [0]
        for at, other in enumerate(two):
            row.append(above[at] + 1 if letter == other else max(above[at + 1], row[at]))
    return 2 * row[-1] / (len(one) + len(two))
