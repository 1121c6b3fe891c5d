"""Computed numbers in prose: a probability, `` `#!chance …` ``, or another number, `` `#!figure …` ``."""

from __future__ import annotations

import shlex
from fractions import Fraction

from hooks.base.errors import DirectiveError, Place, from_input_error, located_errors, missing_field, mistake
from hooks.directives.prose import Token
from rules_py import present
from rules_py.analysis import number_refs
from rules_py.analysis.number_refs import NumberQuery, NumberRef, is_printed
from rules_py.base import number_format
from rules_py.base.errors import InputError
from rules_py.present import Markup
from rules_py.systems import registry

_EXAMPLES = {
    "chance": "`#!chance core_rules.at_least situation=average steps=1 band=success`",
    "figure": "`#!figure core_rules.challenge situation=average steps=1 measure=mean`",
}


def show(token: Token) -> Markup:
    """Return the number for the words after `#!chance` or `#!figure`. Raises AuthorError."""
    with located_errors(token.place, token.text.partition(" ")[0]):
        return _show(token.language, token.text, token.place)


def _show(kind: str, text: str, place: Place) -> Markup:
    shape = f"a calculator and its inputs, such as {_EXAMPLES[kind]}"
    try:
        name, *words = shlex.split(text)
    except ValueError as error:
        raise mistake(place, kind, text, shape) from error
    values = dict(_pair(kind, word, place) for word in words)
    if len(values) < len(words):
        raise mistake(place, kind, text, "each name only once")
    printed = values.pop("printed", "")
    try:
        calculator = registry.calculator(name)
        inputs = {declared.name for declared in calculator.inputs}
        kinds = [name for name in number_refs.KINDS if name in values and name not in inputs]
        if len(kinds) > 1:
            raise mistake(place, kind, kinds, "only one of them")
        if kind == "chance" and not kinds and calculator.has_odds and calculator.scale:
            raise missing_field(place, f"chance of {name}", "grade", "or at_least= or measure=")
        ref = NumberRef(kinds[0], values.pop(kinds[0])) if kinds else NumberRef()
        query = NumberQuery(calculator, values, ref)
        number = number_refs.number(query.bind(), ref)
    except InputError as error:
        raise from_input_error(place, error) from error
    is_chance = query.is_chance
    if kind == "figure" and is_chance:
        message = f"figure of {name}: {number} is a chance. Use `#!chance`."
        raise DirectiveError(place, message)
    if kind == "chance" and (not is_chance or not 0 <= number <= 1):
        message = f"chance of {name}: {number} isn't a chance from 0 to 1. Use `#!figure`."
        raise DirectiveError(place, message)
    if printed and not is_printed(Fraction(number), printed):
        raise mistake(place, f"chance of {name}: printed", printed, number_format.percent(Fraction(number)))
    return present.render_number(query, number, printed)


def _pair(kind: str, word: str, place: Place) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not (name and equals):
        raise mistake(place, kind, word, "name=value")
    return name, value
