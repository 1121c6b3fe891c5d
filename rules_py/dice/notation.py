"""Dice as people write them: `3d6`, `2d20kh1`, `4d6kl3 + 2`, `d%`, `3d6!`, `6d10>=7`, `2d6r1`, `4dF`.

dice    = term (("+" | "-") term)*          a first sign is allowed too
term    = number | [count] "d" sides [more] [read]
sides   = number | "%" | "F"                % is 100; a Fudge die shows -1, 0 or 1
more    = "!"                               a die that shows its highest face adds another
        | "r" ["<=" | ">="] number          faces of so much are thrown once more, and then stand
read    = ("kh" | "kl") [number]            keep the highest or lowest, 1 unless said
        | ("<=" | ">=") number              count the dice that show so much, instead of adding them up

A die adds `MOST_EXPLOSIONS` dice in a row at most, when it is thrown as when it is counted, so the odds are
those of the throw exactly. Exploding dice are counted or added up, not kept; Fudge dice are kept or added
up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules_py.dice.dice import MOST_EXPLOSIONS
from rules_py.dice.pools import SUM, Pool, Reading, Tally, kept
from rules_py.errors import InputError

LONGEST = 80
MOST_DICE = 100
MOST_POOL = 30
MOST_POOL_FACES = 1_000
"""Dice, and dice times sides, of all pools of which only some is kept: counting those takes up to 0.2 s
in a browser.
"""
MOST_SIDES = 1000
MOST_AGAIN = 20
"""Dice of all that explode or are thrown again."""
MOST_TERMS = 8
MOST_SPREAD = 2_000
"""The most different totals: what a page can still show as a table."""

_SIGNED = re.compile(r"([+-]?)([^+-]+)")
_DICE = re.compile(
    r"(\d{0,6})d(\d{1,6}|%|f)"
    r"(?:(!)|r([<>]=)?(\d{1,6}))?"
    r"(?:(kh|kl)(\d{0,6})|([<>]=)(\d{1,6}))?",
    re.ASCII,
)
_TORN_NUMBER = re.compile(r"\d\s+\d")
"""Blanks are free but within a number: `2d6 2` is a sign short, and must not be read as 2d62."""
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)

ALLOWED = (
    "dice such as 3d6, 2d20kh1 or d8 + 2, 6d10>=7 (how many show 7 or more), 2d6r1 (ones thrown once more), "
    f"3d6! (a six adds a die, {MOST_EXPLOSIONS} in a row at most) or 4dF: at most {MOST_TERMS} terms, "
    f"{MOST_DICE} dice of {MOST_SIDES} sides ({MOST_POOL} dice and {MOST_POOL_FACES} faces in all where only "
    f"some are kept, {MOST_AGAIN} dice where some are thrown again) and {MOST_SPREAD} different totals"
)


@dataclass(frozen=True)
class Faces:
    """The faces a rule speaks of: `number` itself, or with a sign (`>=`, `<=`) all from there."""

    sign: str
    number: int

    def __contains__(self, face: int) -> bool:
        if not self.sign:
            return face == self.number
        return face >= self.number if self.sign == ">=" else face <= self.number

    def __str__(self) -> str:
        return f"{self.sign}{self.number}"


@dataclass(frozen=True)
class Term:
    """Some dice, or with no sides a plain number `count`.

    `keep` is how many of them count, of the `highest` or not. `explode`: each that shows its highest face
    adds another. `again`: the faces thrown once more. `wanted`: the faces counted, where dice are counted,
    not added up.
    """

    sign: int
    count: int
    sides: int = 0
    keep: int = 0
    highest: bool = True
    explode: bool = False
    again: Faces | None = None
    wanted: Faces | None = None
    fudge: bool = False

    @property
    def keeps_some(self) -> bool:
        """Whether it throws dice that don't all count."""
        return self.keep < self.count if self.sides else False

    @property
    def throws_more(self) -> bool:
        """Whether a die may be thrown more than once."""
        return self.explode or self.again is not None

    @cached_property
    def dice(self) -> Pool:
        """What is thrown."""
        lowest = -1 if self.fudge else 1
        adding = ((self.sides, frozenset({self.sides})),) if self.explode else ()
        again = self.again if self.again is not None else ()
        rerolled = frozenset(face for face in range(1, self.sides + 1) if face in again)
        limit = MOST_EXPLOSIONS if self.explode else 0
        return Pool((self.sides,) * self.count, lowest, adding, limit, rerolled)

    @property
    def reading(self) -> Reading[Any]:
        """What is asked of the dice; the tally of the faces wanted has one class."""
        if self.wanted is not None:
            return Tally.by(self.dice, self.is_wanted)
        return kept(self.keep, self.highest) if self.keeps_some else SUM

    def is_wanted(self, face: int) -> bool | None:
        """The class of a face where dice are counted: True, or none."""
        return self.wanted is not None and face in self.wanted or None

    def counted(self) -> dict[int, int]:
        """The ways of everything it can add to the total."""
        if not self.sides:
            found = {self.count: 1}
        elif self.wanted is not None:
            found = {tally[0]: ways for tally, ways in self.reading.counted(self.dice).items()}
        else:
            found = dict(self.reading.counted(self.dice))
        return {self.sign * value: ways for value, ways in found.items()}

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the greatest it can add to the total."""
        if not self.sides:
            low, high = self.count, self.count
        else:
            dice = self.keep * (MOST_EXPLOSIONS + 1 if self.explode else 1)
            if self.wanted is not None:
                low, high = 0, dice
            else:
                low, high = (-self.keep, self.keep) if self.fudge else (self.keep, dice * self.sides)
        return (low, high) if self.sign > 0 else (-high, -low)

    def __str__(self) -> str:
        if not self.sides:
            return str(self.count)
        more = "!" if self.explode else "" if self.again is None else f"r{self.again}"
        kept = f"{'kh' if self.highest else 'kl'}{self.keep}" if self.keeps_some else ""
        read = kept if self.wanted is None else str(self.wanted)
        return f"{self.count}d{'F' if self.fudge else self.sides}{more}{read}"


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
    terms = tuple(found for sign, term in pieces if (found := _term(sign, term)) is not None)
    if len(terms) < len(pieces) or sum(term.count for term in terms if term.sides) > MOST_DICE:
        raise refused()
    pools = [term for term in terms if term.keeps_some]
    too_large = (
        sum(term.count for term in pools) > MOST_POOL
        or sum(term.count * term.sides for term in pools) > MOST_POOL_FACES
        or sum(term.count for term in terms if term.throws_more) > MOST_AGAIN
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
    count, sides, explode, again_sign, again, which, kept, sign_wanted, wanted = found.groups()
    number = int(count or 1)
    fudge = sides == "f"
    size = 3 if fudge else 100 if sides == "%" else int(sides)
    keep = int(kept or 1) if which else number
    faces = [int(each) for each in (again, wanted) if each]
    fits = (
        1 <= number <= MOST_DICE
        and 1 <= size <= MOST_SIDES
        and 1 <= keep <= number
        and all(1 <= face <= size for face in faces)
        and not (fudge and (explode or faces))
        and not (explode and (which or size == 1))
    )
    if not fits:
        return None
    return Term(
        factor,
        number,
        size,
        keep,
        keep == number or which == "kh",
        explode=bool(explode),
        again=Faces(again_sign or "", int(again)) if again else None,
        wanted=Faces(sign_wanted, int(wanted)) if wanted else None,
        fudge=fudge,
    )
