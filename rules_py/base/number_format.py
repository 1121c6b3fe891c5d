"""Exact numbers as text: percentages that never overstate certainty, fractions, means and changes."""

from __future__ import annotations

from fractions import Fraction
from math import log10

MAX_READABLE_DIGITS = 6
"""The most digits of a fraction that people can read; longer ones are shown as decimals only."""

MAX_FRACTION_DIGITS = 4_000
"""The most digits of a fraction that is shown: Python refuses to print numbers of more than 4,300 digits."""

_READABLE_BELOW: int = 10**MAX_READABLE_DIGITS
_PRINTABLE_BELOW: int = 10**MAX_FRACTION_DIGITS
_SMALLEST = 10**6
"""Chances below a millionth aren't shown exactly."""
_DIGITS_PER_BIT = log10(2)


def percent(chance: Fraction) -> str:
    """Return the chance as a percentage: exact if one decimal is enough, otherwise rounded.

    Near 0% and 100% it has as many decimals as needed, so that a possible result never shows 0% and an
    uncertain one never 100%. Past a millionth it is `under` or `over`.
    """
    part, total = chance.as_integer_ratio()  # whole numbers are faster, and pages have hundreds of chances
    percents, rest = divmod(100 * part, total)
    if not rest:
        return f"{percents}%"
    margin = min(part, total - part)
    if margin * _SMALLEST < total:
        return "under 0.0001%" if 2 * part < total else "over 99.9999%"
    places = 1
    while margin * 100 * 10**places < (1 if places == 1 else 10) * total:
        places += 1
    return f"{_quotient(100 * part, total, places)}%"


def _round(value: Fraction, places: int) -> str:
    return _quotient(value.numerator, value.denominator, places)


def _quotient(numerator: int, denominator: int, places: int) -> str:
    """Return a quotient as a decimal, with halves rounded up. Floats would be wrong for long numbers."""
    rounded_value = (2 * numerator * 10**places + denominator) // (2 * denominator)
    ones, rest = divmod(abs(rounded_value), 10**places)
    sign = "-" if rounded_value < 0 else ""
    return f"{sign}{ones}.{rest:0{places}}" if places else f"{sign}{ones}"


def is_short(fraction: Fraction) -> bool:
    """Return whether the fraction has few enough digits for people to read."""
    return max(abs(fraction.numerator), fraction.denominator) < _READABLE_BELOW


def is_too_long(fraction: Fraction) -> bool:
    """Return whether the fraction has too many digits to be shown."""
    return max(abs(fraction.numerator), fraction.denominator) >= _PRINTABLE_BELOW


def exact_fraction(fraction: Fraction) -> str:
    """Return the fraction, `12/35`. One that is too long is described by its length and approximate value:
    `7,966-digit numbers, about 1 in 3.36`.
    """
    if not is_too_long(fraction):
        return str(fraction)
    longest = max(abs(fraction.numerator), fraction.denominator)
    max_digits = int(longest.bit_length() * _DIGITS_PER_BIT) + 1
    digits = f"{max_digits - (longest < 10 ** (max_digits - 1)):,}-digit numbers"
    if not 0 < fraction < 1:
        return f"{digits}, about {format_number(fraction)}"
    places = 2 if fraction * 1000 > 1 else 0
    return f"{digits}, about 1 in {_round(1 / fraction, places)}"


def one_in_n(chance: Fraction) -> str:
    """Return `2 in 3`, `never` or `always`; "" if the numbers are too long to read."""
    chance = Fraction(chance)
    if chance in (0, 1):
        return "always" if chance else "never"
    return f"{chance.numerator:,} in {chance.denominator:,}" if is_short(chance) else ""


def percentage_points(change: Fraction) -> str:
    """Return the difference between two chances in percentage points: `+22.2 points`, or `the same`."""
    if not change:
        return "the same"
    size = percent(abs(change)).removesuffix("%")
    return f"{'+' if change > 0 else '−'}{size} {'point' if size == '1' else 'points'}"


def describe_change(change: Fraction) -> str:
    """Return the exact difference between two chances: `2 in 9 more`, `1 in 12 less`, `the same`.

    A fraction that is too long is described as by `exact_fraction`.
    """
    if not change:
        return "the same"
    size = abs(change)
    more = "more" if change > 0 else "less"
    if is_too_long(size):
        return f"{more} by {exact_fraction(size)}"
    return f"{size.numerator:,} in {size.denominator:,} {more}"


def format_number(value: Fraction | int) -> str:
    """Return a number other than a chance: `3`, `3.5`, `4.47`."""
    value = Fraction(value)
    if value.denominator == 1:
        return f"{value.numerator:,}"
    rounded = _round(value, 2)
    return rounded.rstrip("0").rstrip(".") if (value * 100).denominator == 1 else rounded


def format_change(value: Fraction) -> str:
    """Return the difference between two numbers: `+0.35`, `−2`, or `the same`."""
    if not value:
        return "the same"
    return f"{'+' if value > 0 else '−'}{format_number(abs(value))}"
