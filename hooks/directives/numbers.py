"""Numbers in running text: a chance, `` `#!chance …` ``, or a figure that is none, `` `#!figure …` ``."""

from __future__ import annotations

import shlex
from fractions import Fraction

from hooks.directives.errors import DirectiveError, Place, mistake, refused
from rules_py import present
from rules_py.analysis import number_refs
from rules_py.analysis.number_refs import NumberRef
from rules_py.base.errors import InputError
from rules_py.calculators.defaults import with_initial_values
from rules_py.present import Markup
from rules_py.systems import registry

_EXAMPLES = {
    "chance": "`#!chance core_rules.at_least situation=average steps=1 band=success`",
    "figure": "`#!figure core_rules.challenge situation=average steps=1 measure=mean`",
}


def shown(kind: str, text: str, place: Place) -> Markup:
    """What stands behind `#!chance` or `#!figure`, as the number it comes to."""
    shape = f"a calculator and its inputs, such as {_EXAMPLES[kind]}"
    try:
        name, *words = shlex.split(text)
    except ValueError as error:
        raise mistake(place, kind, text, shape) from error
    given = dict(_pair(kind, word, place) for word in words)
    if len(given) < len(words):
        raise mistake(place, kind, text, "each name once")
    try:
        calculator = registry.calculator(name)
        inputs = {each.name for each in calculator.inputs}
        ways = [way for way in number_refs.KINDS if way in given and way not in inputs]
        if len(ways) > 1:
            raise mistake(place, f"number of a {kind}", ways, "one of them")
        if kind == "chance" and not ways and calculator.has_odds and calculator.scale:
            raise mistake(place, f"number of a chance of {name}", None, "grade=, at_least= or measure=")
        wanted = NumberRef(ways[0], given.pop(ways[0])) if ways else NumberRef()
        number = number_refs.number(calculator.bind(with_initial_values(calculator, given)), wanted)
    except InputError as error:
        raise refused(place, error) from error
    alone = not ways and len(calculator.measures) == 1
    is_chance = calculator.measures[0].is_chance if alone else wanted.is_chance(calculator)
    if kind == "figure":
        if is_chance:
            raise DirectiveError(place, f"figure of {name}", str(number), "no chance: `#!chance` shows one")
        return present.figure(number)
    if not is_chance or not 0 <= number <= 1:
        allowed = "a chance from 0 to 1; `#!figure` shows a number that is none"
        raise DirectiveError(place, f"chance of {name}", str(number), allowed)
    return present.chance(Fraction(number))


def _pair(kind: str, word: str, place: Place) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not (name and equals):
        raise mistake(place, f"word of a {kind}", word, "name=value")
    return name, value
