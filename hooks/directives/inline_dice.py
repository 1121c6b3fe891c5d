"""Inline dice, `` `#!dice 2d6+3 fire damage` ``: a roller in a line of text."""

from __future__ import annotations

from hooks.base.errors import DirectiveError, located_errors, missing_field, mistake
from hooks.directives.prose import Token
from rules_py import present
from rules_py.base.errors import InputError, format_value
from rules_py.present import Markup
from rules_py.systems import registry


def show(token: Token) -> Markup:
    """Return the roller for the words after `#!dice`. Raises AuthorError."""
    with located_errors(token.place, "inline dice"):
        return _show(token)


def _show(token: Token) -> Markup:
    _check_place(token)
    calculator = registry.notation_calculator()
    if calculator is None:
        raise DirectiveError(token.place, "inline dice: this book has no calculator for dice notation")
    try:
        return present.render_inline_dice(calculator, token.text, alone=token.is_alone)
    except InputError as error:
        message = f"inline dice {format_value(token.text)}: {error.faults[0].user_message}"
        raise DirectiveError(token.place, message) from error


def _check_place(token: Token) -> None:
    """Raise DirectiveError without dice, and where a button can't be: headings and titles are links."""
    if not token.text:
        raise missing_field(token.place, "inline dice", "notation", "such as `#!dice 2d6 + 3`")
    if token.in_heading or token.in_title:
        where = "a heading" if token.in_heading else "a title"
        raise mistake(token.place, f"inline dice in {where}", token.text, "inline dice in the text below it")
