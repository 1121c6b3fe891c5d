"""Throws offered outside a roller, on a sheet or in a list: a button rolls, one place tells the result."""

from __future__ import annotations

import json

from rules_py.game import Game
from rules_py.plain import plain
from rules_py.present.chance import chance
from rules_py.present.forms import fields
from rules_py.present.html import Markup, tag, unseen
from rules_py.sheet import Throw


def offered(game: Game, throw: Throw, own_id: str, word: str = "") -> Markup:
    """The button of a throw, with a word before its chance if one is given; what the moment decides is asked
    beside it.
    """
    named = tag("span", word, class_="throw__word", aria_hidden="true") if word else None
    spends = [each.to_json() for each in throw.spends]
    button = tag(
        "button",
        unseen(f"Roll {throw.label}: "),
        named,
        chance(throw.chance),
        type="button",
        class_="button button--throw",
        data_calculator=throw.calculator,
        data_inputs=json.dumps(plain(dict(throw.inputs)), ensure_ascii=False),
        data_label=throw.label,
        data_spends=json.dumps(spends) if spends else None,
    )
    if not throw.asks:
        return button
    calculator = next(each for each in game.calculators if each.id == throw.calculator)
    asked = tuple(each for each in calculator.inputs if each.name in throw.asks)
    return tag(
        "details",
        tag("summary", named, chance(throw.chance), unseen(f", {throw.label}")),
        fields(own_id, game.id, asked, throw.inputs),
        button,
        class_="asking",
        data_part="asking",
    )


def thrown() -> Markup:
    """Where such a throw is told; its dismissal brings the reader back."""
    return tag(
        "div",
        tag("p", data_part="label", class_="thrown__label"),
        tag("div", data_part="result", class_="calc__result"),
        tag("p", class_="unseen", data_part="say", role="status"),
        tag("button", "Close", type="button", class_="button button--quiet", data_part="close"),
        class_="thrown",
        data_part="throw",
        hidden=True,
    )
