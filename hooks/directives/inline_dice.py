"""Inline dice, `` `#!dice 2d6+3 fire damage` ``: a roller in a line of text."""

from __future__ import annotations

import re
from dataclasses import replace

from hooks.directives.errors import DirectiveError, missing_field, mistake
from hooks.directives.prose import Token
from rules_py import present
from rules_py.base.errors import InputError
from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.present import Markup
from rules_py.systems import registry

_NAMED = re.compile(r"(?P<dice>.*\S)\s*\[(?P<name>[^\[\]]*[^\W\d_][^\[\]]*)\]")
"""Dice with a name in brackets, which has a letter; custom faces, `d[1,1,2]`, have none."""


def show(token: Token) -> Markup:
    """Return the roller for the words after `#!dice`. Raises DirectiveError.

    Words behind the dice are part of the sentence. A name in brackets isn't shown there, only in the tray.
    """
    _check_place(token)
    calculator = registry.notation_calculator()
    if calculator is None:
        raise DirectiveError(token.place, "inline dice: this book has no calculator for dice notation")
    named = _NAMED.fullmatch(token.text)
    text, name = (named["dice"], named["name"].strip()) if named else (token.text, "")
    try:
        asked, words = _read(calculator, text)
    except InputError as error:
        raise DirectiveError(token.place, str(replace(error.faults[0], field="inline dice"))) from error
    dice = text.removesuffix(words).rstrip()
    return present.render_inline_dice(asked, dice, words=words, name=name, alone=token.is_alone)


def _check_place(token: Token) -> None:
    """Raise DirectiveError without dice, and where a button can't be: headings and titles are links."""
    if not token.text:
        raise missing_field(token.place, "inline dice", "notation", "such as `#!dice 2d6 + 3`")
    if token.in_heading or token.in_title:
        where = "a heading" if token.in_heading else "a title"
        raise mistake(token.place, f"inline dice in {where}", token.text, "inline dice in the text below it")


def _read(calculator: Calculator, text: str) -> tuple[BoundCalculator, str]:
    """Return the calculator with as much of the text as it reads, and the words behind that.

    Raises the InputError of the whole text if no part of it can be read.
    """
    try:
        return _bind(calculator, text), ""
    except InputError:
        words = re.search(r"\s(?P<last>[^\W\d_]\S*)\Z", text)
        if not words:
            raise
        try:
            asked, behind = _read(calculator, text[: words.start()].rstrip())
        except InputError:
            pass
        else:
            return asked, f"{behind} {words['last']}".strip()
        raise


def _bind(calculator: Calculator, notation: str) -> BoundCalculator:
    assert calculator.notation_input
    return calculator.bind({calculator.notation_input: notation})
