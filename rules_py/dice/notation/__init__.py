"""Dice notation: `3d6`, `2d20kh1`, `4d6kl3 + 2`, `d%`, `3d6!`, `6d10>=7`, `2d6r1`, `4dF`.

dice    = term (("+" | "-") term)*          the first term can have a sign, too
term    = number | roll | roll "*" number | number "*" roll
roll    = "d66" and the like | [count] "d" sides [extra] [result]
                                            d44, d66, d88, d444, d666 and d888 are read digit by digit
sides   = number | "%" | "F"                % is 100; a Fudge die shows -1, 0 or 1
extra   = "!"                               a die that shows its highest face adds another
        | "r" ["<=" | ">="] number          these faces are rerolled once
result  = ("kh" | "kl") [number]            keep the highest or lowest dice, by default 1
        | ("<=" | ">=") number              count the dice with these faces, instead of adding them up

A die adds at most `MAX_EXPLOSIONS` dice in a row, both when rolled and in the odds, so the odds are exact.
Exploding dice are counted or added up, not kept. Fudge dice are kept or added up. Dice read digit by digit
are none of these.

Typographic signs, full-width forms and digits of other scripts are read as their ASCII counterparts.
Invisible characters are ignored.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from math import gcd, prod
from operator import mul
from typing import Any

from rules_py.base.errors import InputError
from rules_py.base.wording import pluralize, quoted
from rules_py.dice.dice import MAX_EXPLOSIONS
from rules_py.dice.pools import SUM, Aggregate, Pool, Tally, keep_sum

MAX_CHARS = 250
"""The most characters of a notation without blanks: more than the longest valid one has."""
MAX_DICE = 100
"""The most dice in one term."""
MAX_KEEP_DICE, MAX_KEEP_FACES = 30, 1_000
"""The most dice, and dice times sides, in pools of which only some dice are kept: they take up to 0.2 s to
count in a browser.
"""
MAX_SIDES = 1000
"""The most sides of a die."""
MAX_EXTRA_DICE = 20
"""The most dice that explode or are rerolled."""
MAX_TERMS = 8
"""The most terms in a notation."""
MAX_FACTOR = 1000
"""The largest factor of dice."""
MAX_TOTALS = 2_000
"""The most different totals: as many as a page can show in a table."""

_SIGNED = re.compile(r"([+-]?)([^+-]+)")
_TIMES = re.compile(r"(?:(\d{1,6})\*)?([^*]+?)(?:\*(\d{1,6}))?", re.ASCII)
_DIGITS = re.compile(r"(\d{0,6})d(([468])\3\3?)(?!\d)(.*)", re.ASCII)
_DICE = re.compile(
    r"(\d{0,6})d(\d{1,6}|%|f)"
    r"(?:(!)|r([<>]=)?(\d{1,6}))?"
    r"(?:(kh|kl)(\d{0,6})|([<>]=)(\d{1,6}))?",
    re.ASCII,
)
_TORN_NUMBER = re.compile(r"\d+\s+\d+")
"""Blanks are free but within a number: `2d6 2` is a sign short, and must not be read as 2d62."""
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)

_SIGNS = {
    **dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\u2014\u2015\ufe58\ufe63", "-"),
    **dict.fromkeys("\u00d7\u2715\u2716\u2217\u22c5\u00b7", "*"),
    **dict.fromkeys("\u2265\u2267\u2a7e", ">="),
    **dict.fromkeys("\u2264\u2266\u2a7d", "<="),
}
"""Signs as people's devices write them."""

_FULL_WIDTH = range(0xFF01, 0xFF5F)
"""The full-width forms of ASCII, which lie `_WIDTH` above it."""
_WIDTH = 0xFF01 - ord("!")

EXPECTED = (
    "dice such as 3d6, 2d20kh1 or d8 + 2, 6d10>=7 (how many show 7 or more), 2d6r1 (1s are rerolled once), "
    f"3d6! (a 6 adds a die, at most {MAX_EXPLOSIONS} in a row), d66 (tens and ones), 2d6 * 10 or 4dF"
)
"""A description of valid notations for the end of a message."""


@dataclass(frozen=True)
class FaceCondition:
    """A set of faces: `number` alone, or with a sign (`>=`, `<=`) all faces from there on."""

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
    """One term of a notation: dice, or a plain number `count` if `sides` is 0.

    sign          1, or -1 if the term is subtracted
    count         the number of dice
    sides         the sides of each die
    keep          the number of dice kept
    highest       whether the highest are kept, or the lowest
    explode       whether a die that shows its highest face adds another
    rerolled      the faces that are rerolled once
    counted       the faces that are counted, instead of adding up the dice
    fudge         whether the dice are Fudge dice
    digits        whether the dice are the digits of one number, the first the highest
    factor        a number that the result is multiplied by
    factor_first  whether the factor is written before the dice
    """

    sign: int
    count: int
    sides: int = 0
    keep: int = 0
    highest: bool = True
    explode: bool = False
    rerolled: FaceCondition | None = None
    counted: FaceCondition | None = None
    fudge: bool = False
    digits: bool = False
    factor: int = 1
    factor_first: bool = False

    @property
    def keeps_some(self) -> bool:
        """Return whether some of the term's dice are dropped."""
        return self.keep < self.count if self.sides else False

    @property
    def rolls_extra(self) -> bool:
        """Return whether a die may be rolled more than once."""
        return self.explode or self.rerolled is not None

    @cached_property
    def pool(self) -> Pool:
        """The dice to roll."""
        lowest = -1 if self.fudge else 1
        adding = ((self.sides, frozenset({self.sides})),) if self.explode else ()
        again = self.rerolled if self.rerolled is not None else ()
        rerolled = frozenset(face for face in range(1, self.sides + 1) if face in again)
        limit = MAX_EXPLOSIONS if self.explode else 0
        return Pool((self.sides,) * self.count, lowest, adding, limit, rerolled)

    @property
    def aggregate(self) -> Aggregate[Any]:
        """The aggregate of the dice; the tally of counted faces has one category."""
        if self.counted is not None:
            return Tally.of_pool(self.pool, self.is_counted)
        return keep_sum(self.keep, self.highest) if self.keeps_some else SUM

    def is_counted(self, face: int) -> bool | None:
        """Return True if dice are counted and this face is among them, else None."""
        return self.counted is not None and face in self.counted or None

    @property
    def places(self) -> tuple[int, ...]:
        """The value of each digit of a number read digit by digit: `(10, 1)`."""
        return tuple(10**place for place in reversed(range(self.count)))

    def weights(self) -> dict[int, int]:
        """Return the weight of each number that it can add to the total."""
        if not self.sides:
            found = {self.count: 1}
        elif self.digits:
            rows = product(range(1, self.sides + 1), repeat=self.count)
            found = {sum(map(mul, row, self.places)): 1 for row in rows}
        elif self.counted is not None:
            found = {tally[0]: ways for tally, ways in self.aggregate.weights(self.pool).items()}
        else:
            found = dict(self.aggregate.weights(self.pool))
        return {self.sign * self.factor * value: ways for value, ways in found.items()}

    @property
    def bounds(self) -> tuple[int, int]:
        """The smallest and the greatest number it can add to the total."""
        if not self.sides:
            low, high = self.count, self.count
        elif self.digits:
            low, high = sum(self.places), self.sides * sum(self.places)
        else:
            dice = self.keep * (MAX_EXPLOSIONS + 1 if self.explode else 1)
            if self.counted is not None:
                low, high = 0, dice
            else:
                low, high = (-self.keep, self.keep) if self.fudge else (self.keep, dice * self.sides)
        low, high = low * self.factor, high * self.factor
        return (low, high) if self.sign > 0 else (-high, -low)

    def __str__(self) -> str:
        if self.factor == 1:
            return self._dice
        return f"{self.factor} * {self._dice}" if self.factor_first else f"{self._dice} * {self.factor}"

    @property
    def _dice(self) -> str:
        """The dice of the term, without its factor."""
        if not self.sides:
            return str(self.count)
        if self.digits:
            return f"d{str(self.sides) * self.count}"
        more = "!" if self.explode else "" if self.rerolled is None else f"r{self.rerolled}"
        kept = f"{'kh' if self.highest else 'kl'}{self.keep}" if self.keeps_some else ""
        read = kept if self.counted is None else str(self.counted)
        return f"{self.count}d{'F' if self.fudge else self.sides}{more}{read}"


HINT = "Write dice like 3d6 + 2, 4d6kh3 (keep the highest 3), 4d6kl1 (the lowest) or 3d6! (a 6 adds a die)."
"""The advice for a reader whose dice can't be read."""


class _Unread(ValueError):
    """Why a notation can't be read, as a sentence for a reader."""


def parse(text: str) -> tuple[Term, ...]:
    """Return the terms of a notation.

    Raises InputError (`bad_notation`), whose messages say what is valid and what is wrong with this notation.
    """
    try:
        return _terms(text if isinstance(text, str) else "")
    except _Unread as why:
        raise InputError.at("notation", text, EXPECTED, code="bad_notation", message=str(why)) from None


@lru_cache(maxsize=64)
def _terms(text: str) -> tuple[Term, ...]:
    if len("".join(text.split())) > MAX_CHARS:
        raise _Unread(f"Dice notation must be {MAX_CHARS} characters or fewer.")
    text = _plain(text)
    if not text.strip():
        raise _Unread(HINT)
    if torn := _TORN_NUMBER.search(text):
        first, second = torn[0].split()
        raise _Unread(f"Add + or − between {first} and {second}.")
    written = re.sub(r"\s+", "", text).lower()
    pieces = _SIGNED.findall(written)
    if "".join(sign + term for sign, term in pieces) != written:
        raise _Unread(f"{quoted(text)} has one + or − too many. {HINT}")
    if len(pieces) > MAX_TERMS:
        raise _Unread(f"Dice notation must have at most {MAX_TERMS} terms (currently {len(pieces)}).")
    terms = tuple(_term(sign, term) for sign, term in pieces)
    _check_size(terms)
    return terms


def _plain(text: str) -> str:
    """Return the text with its characters replaced by ASCII where possible, without invisible ones."""
    return "".join(map(_plain_sign, text))


def _plain_sign(sign: str) -> str:
    if sign in _SIGNS:
        return _SIGNS[sign]
    if ord(sign) in _FULL_WIDTH:
        return chr(ord(sign) - _WIDTH)
    category = unicodedata.category(sign)
    if category == "Nd":
        return str(unicodedata.decimal(sign))
    if category == "Cf" or "\ufe00" <= sign <= "\ufe0f":
        return ""
    return " " if category[0] == "Z" else sign


def _check_size(terms: tuple[Term, ...]) -> None:
    """Raise _Unread for more than a page can roll, calculate and show."""
    dice = sum(term.count for term in terms if term.sides)
    pools = [term for term in terms if term.keeps_some]
    kept_from = sum(term.count for term in pools)
    again = sum(term.count for term in terms if term.rolls_extra)
    if dice > MAX_DICE:
        raise _Unread(f"Roll at most {MAX_DICE} dice at once (currently {dice}).")
    if kept_from > MAX_KEEP_DICE:
        raise _Unread(
            f"The highest or lowest can be kept from at most {MAX_KEEP_DICE} dice (currently {kept_from})."
        )
    if sum(term.count * term.sides for term in pools) > MAX_KEEP_FACES:
        raise _Unread("That’s too much to calculate. Keep the highest or lowest of fewer or smaller dice.")
    if again > MAX_EXTRA_DICE:
        raise _Unread(f"At most {MAX_EXTRA_DICE} dice can explode or be rerolled (currently {again}).")
    if _spread(terms) > MAX_TOTALS:
        raise _Unread("These dice have too many possible totals. Roll fewer or smaller dice.")


def _spread(terms: tuple[Term, ...]) -> int:
    """Return how many totals there are at most besides the first."""
    spans = [(high - low, term.factor) for term in terms if term.sides for low, high in (term.bounds,)]
    if not spans:
        return 0
    by_steps = sum(span for span, _ in spans) // gcd(*(factor for _, factor in spans))
    return min(by_steps, prod(span // factor + 1 for span, factor in spans) - 1)


def _term(sign: str, written: str) -> Term:
    """Return one term. Raises _Unread for invalid text and impossible dice."""
    plus = -1 if sign == "-" else 1
    if _NUMBER.fullmatch(written):
        return Term(plus, int(written))
    if not (times := _TIMES.fullmatch(written)) or (times[1] and times[3]):
        raise _Unread(f"Couldn’t read {quoted(written)} as dice. {HINT}")
    factor = int(times[1] or times[3] or 1)
    if not 1 <= factor <= MAX_FACTOR:
        raise _Unread(f"Multiply dice by a number from 1 to {MAX_FACTOR}.")
    rolled = _read_by_digits(times[2]) or _added_up(times[2])
    return replace(rolled, sign=plus, factor=factor, factor_first=bool(times[1]) and factor > 1)


def _read_by_digits(written: str) -> Term | None:
    """Return dice read digit by digit, or None if the text is another term."""
    if not (found := _DIGITS.fullmatch(written)):
        return None
    count, digits, size, more = found.groups()
    if int(count or 1) != 1 or more:
        raise _Unread(
            f"d{digits} is one number, read digit by digit: its dice can’t be added up, kept, counted or "
            f"rerolled. Write d{digits} alone."
        )
    return Term(1, len(digits), int(size), len(digits), digits=True)


def _added_up(written: str) -> Term:
    """Return dice that are added up, kept or counted."""
    if not (found := _DICE.fullmatch(written)):
        raise _Unread(f"Couldn’t read {quoted(written)} as dice. {HINT}")
    count, sides, explode, again_sign, again, which, kept, sign_wanted, wanted = found.groups()
    number = int(count or 1)
    fudge = sides == "f"
    size = 3 if fudge else 100 if sides == "%" else int(sides)
    keep = int(kept or 1) if which else number
    faces = [int(each) for each in (again, wanted) if each]
    if not 1 <= number <= MAX_DICE:
        raise _Unread(f"Roll 1 to {MAX_DICE} dice, not {number}.")
    if not 1 <= size <= MAX_SIDES:
        raise _Unread(f"A die must have 1 to {MAX_SIDES} sides, not {size}.")
    if not 1 <= keep <= number:
        raise _Unread(f"Can’t keep {keep} of {pluralize(number, 'die', 'dice')}.")
    if fudge and (explode or faces):
        raise _Unread("Fudge dice can be added up or kept, but can’t explode or be counted.")
    if amiss := [face for face in faces if not 1 <= face <= size]:
        raise _Unread(f"A d{size} has no face {amiss[0]}.")
    if explode and which:
        raise _Unread("Exploding dice can be added up or counted, but not kept.")
    if explode and size == 1:
        raise _Unread("A die with one side can’t explode.")
    return Term(
        1,
        number,
        size,
        keep,
        keep == number or which == "kh",
        explode=bool(explode),
        rerolled=FaceCondition(again_sign or "", int(again)) if again else None,
        counted=FaceCondition(sign_wanted, int(wanted)) if wanted else None,
        fudge=fudge,
    )
