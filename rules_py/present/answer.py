"""The answer of a calculator without dice, laid out by the type of each value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.base.jsonable import key_text
from rules_py.calculators.calculator import Answer
from rules_py.calculators.measure import CHANCE, HIDDEN, RULE
from rules_py.present.chance import chance_in_cell, render_exact_chance, render_exact_value
from rules_py.present.html import Markup, fragment, tag
from rules_py.present.links import prose, rule_link


def render_answer(answer: Answer) -> Markup:
    """Return every value under its label.

    A value that is hidden, or whose text is empty, is left out.
    """
    game_id = answer.calculator.game
    rows = []
    for measure in answer.calculator.measures:
        if measure.kind == HIDDEN or measure.name not in answer:
            continue
        words = measure.say(answer[measure.name])
        if measure.words is None or words not in ("", []):
            content = _Layout(game_id, measure.kind).value(words)
            rows.append(tag("div", tag("dt", measure.label), tag("dd", content)))
    return tag("dl", rows, class_="answer")


def _words(name: Any) -> str:
    text = key_text(name).replace("_", " ")
    return text[:1].upper() + text[1:]


class _Layout:
    """The layout of values of one measure of a game, whose kind decides whether numbers are chances, values
    or rules.
    """

    def __init__(self, game_id: str, kind: str) -> None:
        self.game, self.kind = game_id, kind

    def value(self, value: Any) -> Markup:
        if value is None:
            return fragment("—")
        if isinstance(value, bool):
            return fragment("yes" if value else "no")
        if isinstance(value, (int, Fraction)):
            return render_exact_chance(Fraction(value)) if self.kind == CHANCE else render_exact_value(value)
        if isinstance(value, Mapping):
            return self._render_mapping(value)
        if isinstance(value, (list, tuple)):
            return self._list(value)
        return rule_link(self.game, value) if self.kind == RULE else prose(self.game, str(value))

    def _render_mapping(self, value: Mapping[Any, Any]) -> Markup:
        if not value:
            return fragment("none")
        rows = [
            tag("tr", tag("th", _words(key), scope="row"), tag("td", self.value(each), class_="number"))
            for key, each in value.items()
        ]
        return tag("div", tag("table", tag("tbody", rows), class_="answer__table"), class_="scroll")

    def _list(self, values: Sequence[Any]) -> Markup:
        if not values:
            return fragment("none")
        if all(isinstance(each, Mapping) and each.keys() == values[0].keys() for each in values):
            return self._records(values)
        if self.kind == RULE or all(isinstance(each, int) for each in values):
            return fragment(
                *(fragment(", " if place else "", self.value(each)) for place, each in enumerate(values))
            )
        return tag("ul", [tag("li", self.value(each)) for each in values])

    def _cell(self, value: Any) -> Markup:
        number = isinstance(value, (int, Fraction)) and not isinstance(value, bool)
        return chance_in_cell(Fraction(value)) if number and self.kind == CHANCE else self.value(value)

    def _records(self, values: Sequence[Mapping[str, Any]]) -> Markup:
        head = tag("tr", [tag("th", _words(key), scope="col") for key in values[0]])
        rows = [tag("tr", [tag("td", self._cell(value)) for value in each.values()]) for each in values]
        return tag(
            "div",
            tag("table", tag("thead", head), tag("tbody", rows), class_="answer__table"),
            class_="scroll",
        )
