"""What a calculator without dice says, laid out by the kind of each value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.calculator import Answer, Output
from rules_py.catalogue import game
from rules_py.plain import key_text
from rules_py.present.chance import exact_chance, exact_figure
from rules_py.present.html import Markup, fragment, tag
from rules_py.present.links import prose, rule_link
from rules_py.present.odds import FIGURES


def answer(said: Answer) -> Markup:
    """Every value under its label.

    Fractions from 0 to 1 are chances, unless named like a figure (`expected`).

    A value whose words are empty says nothing to people, and is left out.
    """
    declared = {each.name: each for each in said.calculator.outputs}
    layout = _Layout(said.calculator.game)
    rows = []
    for name, value in said.items():
        output = declared.get(name) or Output(name, _words(name))
        words = output.say(value)
        if output.words is None or words not in ("", []):
            rows.append(tag("div", tag("dt", output.label), tag("dd", layout.value(words, name))))
    return tag("dl", rows, class_="answer")


def _words(name: Any) -> str:
    text = key_text(name).replace("_", " ")
    return text[:1].upper() + text[1:]


class _Layout:
    """Lays out values of one game; numbers of its rules become links."""

    def __init__(self, game_id: str) -> None:
        self.game = game_id
        self.numbers = frozenset(game(game_id).numbers)

    def value(self, value: Any, name: str) -> Markup:
        if value is None:
            return fragment("—")
        if isinstance(value, bool):
            return fragment("yes" if value else "no")
        if isinstance(value, (int, Fraction)):
            return self._number(value, name)
        if isinstance(value, Mapping):
            return self._mapping(value, name)
        if isinstance(value, (list, tuple)):
            return self._list(value, name)
        if value in self.numbers:
            return rule_link(self.game, value)
        return prose(self.game, str(value))

    def _number(self, value: int | Fraction, name: str) -> Markup:
        if isinstance(value, Fraction) and 0 <= value <= 1 and not name.startswith(FIGURES):
            return exact_chance(value)
        return exact_figure(value)

    def _mapping(self, value: Mapping[Any, Any], name: str) -> Markup:
        if not value:
            return fragment("none")
        rows = [
            tag("tr", tag("th", _words(key), scope="row"), tag("td", self.value(each, name), class_="number"))
            for key, each in value.items()
        ]
        return tag("div", tag("table", tag("tbody", rows), class_="answer__table"), class_="scroll")

    def _list(self, values: Sequence[Any], name: str) -> Markup:
        if not values:
            return fragment("none")
        if all(isinstance(each, Mapping) and each.keys() == values[0].keys() for each in values):
            return self._records(values)
        if all(isinstance(each, int) or (isinstance(each, str) and each in self.numbers) for each in values):
            return fragment(
                *(
                    fragment(", " if place else "", self.value(each, name))
                    for place, each in enumerate(values)
                )
            )
        return tag("ul", [tag("li", self.value(each, name)) for each in values])

    def _records(self, values: Sequence[Mapping[str, Any]]) -> Markup:
        head = tag("tr", [tag("th", _words(key), scope="col") for key in values[0]])
        rows = [
            tag("tr", [tag("td", self.value(value, key)) for key, value in each.items()]) for each in values
        ]
        return tag(
            "div",
            tag("table", tag("thead", head), tag("tbody", rows), class_="answer__table"),
            class_="scroll",
        )
