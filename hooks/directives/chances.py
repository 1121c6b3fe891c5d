"""The chance in running text: `` `#!chance core_rules.at_least situation=average steps=1 band=success` ``."""

from __future__ import annotations

import shlex
from fractions import Fraction

from hooks.directives.errors import DirectiveError, Place, mistake, refused
from rules_py import catalogue, named_numbers, present
from rules_py.errors import InputError
from rules_py.named_numbers import Wanted
from rules_py.present import Markup

SHAPE = (
    "a calculator and its inputs, such as "
    "`#!chance core_rules.at_least situation=average steps=1 band=success`"
)


def shown(text: str, place: Place) -> Markup:
    """What stands behind `#!chance`, as the chance it comes to."""
    try:
        name, *words = shlex.split(text)
    except ValueError as error:
        raise mistake(place, "chance", text, SHAPE) from error
    given = dict(_pair(word, place) for word in words)
    if len(given) < len(words):
        raise mistake(place, "chance", text, "each name once")
    try:
        calculator = catalogue.calculator(name)
        inputs = {each.name for each in calculator.inputs}
        kinds = [kind for kind in named_numbers.KINDS if kind in given and kind not in inputs]
        if len(kinds) > 1:
            raise mistake(place, "number of a chance", kinds, "one of them")
        wanted = Wanted(kinds[0], given.pop(kinds[0])) if kinds else Wanted()
        number = named_numbers.figure(calculator.asked(given), wanted)
    except InputError as error:
        raise refused(place, error) from error
    if not isinstance(number, Fraction) or not 0 <= number <= 1:
        raise DirectiveError(place, f"chance of {name}", str(number), "a chance from 0 to 1")
    return present.chance(number)


def _pair(word: str, place: Place) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not (name and equals):
        raise mistake(place, "word of a chance", word, "name=value")
    return name, value
