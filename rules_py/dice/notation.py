"""Dice as people write them: `3d6`, `2d20kh1`, `4d6kl3 + 2`, `d%`.

dice    = term (("+" | "-") term)*          a first sign is allowed too
term    = number | [count] "d" sides [keep]
sides   = number | "%"                      % is 100
keep    = ("kh" | "kl") [number]            keep the highest or lowest, 1 unless said
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules_py.errors import InputError

LONGEST = 80
MOST_DICE = 100
MOST_POOL = 30
MOST_POOL_FACES = 1_000
"""Dice, and dice times sides, of all pools of which only some is kept: counting those takes up to 0.2 s
in a browser.
"""
MOST_SIDES = 1000
MOST_TERMS = 8
MOST_SPREAD = 2_000
"""The most different totals: what a page can still show as a table."""

_SIGNED = re.compile(r"([+-]?)([^+-]+)")
_DICE = re.compile(r"(\d{0,6})d(\d{1,6}|%)(?:(kh|kl)(\d{0,6}))?", re.ASCII)
_TORN_NUMBER = re.compile(r"\d\s+\d")
"""Blanks are free but within a number: `2d6 2` is a sign short, and must not be read as 2d62."""
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)

ALLOWED = (
    f"dice such as 3d6, 2d20kh1 or d8 + 2: at most {MOST_TERMS} terms, {MOST_DICE} dice of {MOST_SIDES} "
    f"sides ({MOST_POOL} dice and {MOST_POOL_FACES} faces in all where only some are kept) and "
    f"{MOST_SPREAD} different totals"
)


@dataclass(frozen=True)
class Term:
    """Some dice, or with no sides a plain number `count`.

    `keep` is how many of them count, of the `highest` or not.
    """

    sign: int
    count: int
    sides: int = 0
    keep: int = 0
    highest: bool = True

    @property
    def keeps_some(self) -> bool:
        """Whether it throws dice that don't all count."""
        return self.keep < self.count if self.sides else False

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the greatest it can add to the total."""
        low, high = (self.count, self.count) if not self.sides else (self.keep, self.keep * self.sides)
        return (low, high) if self.sign > 0 else (-high, -low)

    def __str__(self) -> str:
        if not self.sides:
            return str(self.count)
        kept = f"{'kh' if self.highest else 'kl'}{self.keep}" if self.keeps_some else ""
        return f"{self.count}d{self.sides}{kept}"


def parse(text: str) -> tuple[Term, ...]:
    """The terms of a notation. Raises InputError (`bad_notation`) that says how dice are written."""

    def refused() -> InputError:
        return InputError.at("notation", text, ALLOWED, code="bad_notation")

    if not isinstance(text, str) or len(text) > LONGEST:
        raise refused()
    if _TORN_NUMBER.search(text):
        raise refused()
    written = re.sub(r"\s+", "", text).lower()
    pieces = _SIGNED.findall(written)
    if not pieces or "".join(sign + term for sign, term in pieces) != written or len(pieces) > MOST_TERMS:
        raise refused()
    terms = tuple(_term(sign, term) for sign, term in pieces)
    if None in terms or sum(term.count for term in terms if term.sides) > MOST_DICE:
        raise refused()
    pools = [term for term in terms if term.keeps_some]
    too_large = (
        sum(term.count for term in pools) > MOST_POOL
        or sum(term.count * term.sides for term in pools) > MOST_POOL_FACES
        or sum(high - low for low, high in (term.limits for term in terms)) > MOST_SPREAD
    )
    if too_large:
        raise refused()
    return terms


def _term(sign: str, written: str) -> Term | None:
    """One term, or None if it is not written like one or asks for impossible dice."""
    factor = -1 if sign == "-" else 1
    if _NUMBER.fullmatch(written):
        return Term(factor, int(written))
    if not (found := _DICE.fullmatch(written)):
        return None
    count, sides, which, kept = found.groups()
    number = int(count or 1)
    size = 100 if sides == "%" else int(sides)
    keep = int(kept or 1) if which else number
    fits = 1 <= number <= MOST_DICE and 1 <= size <= MOST_SIDES and 1 <= keep <= number
    return Term(factor, number, size, keep, keep == number or which == "kh") if fits else None
