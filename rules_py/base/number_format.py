"""Exact numbers as people read them: percentages that never lie about certainty, and figures such as
means.
"""

from __future__ import annotations

from fractions import Fraction
from math import log10

MAX_READABLE_DIGITS = 6
"""Digits up to which a fraction is worth reading out; past it the decimals stand alone."""

MAX_FRACTION_DIGITS = 4_000
"""Digits up to which a fraction is written down at all. Nobody would read a longer one, and Python refuses to
write down whole numbers of more than 4,300 digits."""

_SHORT_BELOW: int = 10**MAX_READABLE_DIGITS
_WRITTEN_BELOW: int = 10**MAX_FRACTION_DIGITS
_TINIEST = 10**6
"""A millionth is the least that is written down."""
_DIGITS_PER_BIT = log10(2)


def percent(chance: Fraction) -> str:
    """The chance as a percentage: exact where one decimal can say it, rounded otherwise.

    Something possible is never 0%, something uncertain never 100%: near the ends there are as many decimals
    as it takes, and past a millionth it says `under` or `over`.
    """
    ways, whole = chance.as_integer_ratio()  # pages hold hundreds: whole numbers are soon reckoned with
    percents, rest = divmod(100 * ways, whole)
    if not rest:
        return f"{percents}%"
    margin = min(ways, whole - ways)
    if margin * _TINIEST < whole:
        return "under 0.0001%" if 2 * ways < whole else "over 99.9999%"
    places = 1
    while margin * 100 * 10**places < (1 if places == 1 else 10) * whole:
        places += 1
    return f"{_decimals(100 * ways, whole, places)}%"


def _rounded(value: Fraction, places: int) -> str:
    return _decimals(value.numerator, value.denominator, places)


def _decimals(part: int, whole: int, places: int) -> str:
    """A quotient in decimals, halves rounded up; floats would misstate long ones."""
    scaled = (2 * part * 10**places + whole) // (2 * whole)
    ones, rest = divmod(abs(scaled), 10**places)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{ones}.{rest:0{places}}" if places else f"{sign}{ones}"


def is_short(fraction: Fraction) -> bool:
    """Whether the fraction has few enough digits to be read."""
    return max(abs(fraction.numerator), fraction.denominator) < _SHORT_BELOW


def is_too_long(fraction: Fraction) -> bool:
    """Whether the fraction is too long to be written down."""
    return max(abs(fraction.numerator), fraction.denominator) >= _WRITTEN_BELOW


def exact_fraction(fraction: Fraction) -> str:
    """The fraction itself, `12/35`; of one too long to be written down, how long it is and about what it
    comes to: `numbers of 7,966 digits, about 1 in 3.36`.
    """
    if not is_too_long(fraction):
        return str(fraction)
    longest = max(abs(fraction.numerator), fraction.denominator)
    at_most = int(longest.bit_length() * _DIGITS_PER_BIT) + 1
    digits = f"numbers of {at_most - (longest < 10 ** (at_most - 1)):,} digits"
    if not 0 < fraction < 1:
        return f"{digits}, about {format_number(fraction)}"
    places = 2 if fraction * 1000 > 1 else 0
    return f"{digits}, about 1 in {_rounded(1 / fraction, places)}"


def one_in_n(chance: Fraction) -> str:
    """`2 in 3`, `never` or `always`; empty if the numbers are too long to be read."""
    chance = Fraction(chance)
    if chance in (0, 1):
        return "always" if chance else "never"
    return f"{chance.numerator:,} in {chance.denominator:,}" if is_short(chance) else ""


def percentage_points(change: Fraction) -> str:
    """By how much one chance differs from another, in percentage points: `+22.2 points`, or `the same`."""
    if not change:
        return "the same"
    size = percent(abs(change)).removesuffix("%")
    return f"{'+' if change > 0 else '−'}{size} {'point' if size == '1' else 'points'}"


def describe_change(change: Fraction) -> str:
    """The same exactly: `2 in 9 more`, `1 in 12 less`, `the same`; of a fraction too long to be written down,
    what `exact_fraction` says.
    """
    if not change:
        return "the same"
    size = abs(change)
    more = "more" if change > 0 else "less"
    if is_too_long(size):
        return f"{more} by {exact_fraction(size)}"
    return f"{size.numerator:,} in {size.denominator:,} {more}"


def format_number(value: Fraction | int) -> str:
    """A number that is no chance: `3`, `3.5`, `4.47`."""
    value = Fraction(value)
    if value.denominator == 1:
        return f"{value.numerator:,}"
    return (
        _rounded(value, 2).rstrip("0").rstrip(".") if (value * 100).denominator == 1 else _rounded(value, 2)
    )


def format_change(value: Fraction) -> str:
    """By how much one figure differs from another: `+0.35`, `−2`, or `the same`."""
    if not value:
        return "the same"
    return f"{'+' if value > 0 else '−'}{format_number(abs(value))}"
