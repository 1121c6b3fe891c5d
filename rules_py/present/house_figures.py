"""Numbers of a page that house rules change: their marks, and their display under a table's rules.

`data-options` names the game and those of its house rules that an element depends on. `docs/assets/js/house`
finds elements by it, and has them computed again with the table's values.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable
from fractions import Fraction
from typing import Any

from rules_py.analysis.number_refs import NumberQuery, is_printed
from rules_py.base import number_format
from rules_py.calculators.calculator import Calculator, Inputs
from rules_py.inputs import Input
from rules_py.present.chance import render_chance, render_value
from rules_py.present.html import Markup, fragment, tag, visually_hidden
from rules_py.present.input_labels import plain_house_rule
from rules_py.present.input_text import value_text
from rules_py.present.shared_labels import HOUSE_RULE

NO_EFFECT = "Your house rules change nothing here."


def options_attribute(*several: Calculator, named: Container[str] = ()) -> str | None:
    """Return the game of calculators and the names of the house rules that they take, except for the named
    inputs, as an attribute; None if there are none. A page may have calculators of another game, which don't
    follow the house rules of its own.
    """
    options = [option.name for calculator in several for option in calculator.house_rules_besides(named)]
    return " ".join((several[0].game, *dict.fromkeys(options))) if options else None


def decided_inputs(calculator: Calculator, inputs: Inputs, named: Container[str] = ()) -> dict[str, Any]:
    """Return the inputs of a printed roll without the house rules that have the book's value, which the table
    decides, but with those that are `named`.
    """
    book = {each.name: each.default for each in calculator.house_rules_besides(named)}
    return {name: value for name, value in inputs.items() if name not in book or value != book[name]}


def by_the_book(text: str) -> Markup:
    """Return the book's number, for a place beside the table's."""
    return fragment(visually_hidden("by the book "), tag("s", text))


def house_note(
    declared: Iterable[Input], inputs: Inputs, effective: Container[str] | None = None, *, beside: str
) -> Markup | None:
    """Return the line above numbers that names the house rules they follow, and where the book's numbers are;
    None if they follow the book. `effective` are the names of those that change a number, once that is known.
    """
    changed = [each for each in declared if each.house_rule and inputs[each.name] != each.default]
    if not changed:
        return None
    rules = "; ".join(
        f"{plain_house_rule(each).title}: {value_text(each, inputs[each.name])}"
        for each in changed
        if effective is None or each.name in effective
    )
    if not rules:
        return render_no_effect("house-note")
    label = tag("strong", HOUSE_RULE, class_="house-label")
    return tag("p", label, f" {rules}. {beside}".rstrip(), class_="house-note")


def render_no_effect(look: str = "calc__same") -> Markup:
    """Return the line beside odds, or below an answer, that says that house rules don't change it."""
    return tag("p", NO_EFFECT, class_=look)


def render_number(query: NumberQuery, value: Fraction | int, printed: str = "") -> Markup:
    """Return a number in running text, with its query for the engine if house rules can change it."""
    number = render_chance(Fraction(value), printed) if query.is_chance else render_value(value)
    options = options_attribute(query.calculator, named=query.inputs)
    if not options:
        return number
    return tag(
        "span", number, class_="house-number", data_options=options, data_number=as_json(query.to_json())
    )


def render_house_number(query: NumberQuery, value: Fraction | int, book: str) -> Markup:
    """Return the replacement of such a number under house rules; `book` is the book's number as printed."""
    words = number_format.percent(Fraction(value)) if query.is_chance else number_format.format_number(value)
    if query.is_chance and (words == book or is_printed(Fraction(value), book)):
        return render_chance(Fraction(value), book)
    if words == book:
        return render_value(value)
    beside = tag("span", " (", HOUSE_RULE.lower(), ", not ", by_the_book(book), ")", class_="chance__odds")
    return tag("span", words, beside, class_="chance")


def as_json(data: Any) -> str:
    """Return compact JSON for an attribute."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
