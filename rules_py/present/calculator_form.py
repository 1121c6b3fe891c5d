"""What a calculator asks, as a form: its own inputs, and house options behind a line of their own."""

from __future__ import annotations

from collections.abc import Sequence

from rules_py.calculators.calculator import Asked
from rules_py.inputs import Input
from rules_py.present.forms import fields
from rules_py.present.html import Markup, tag

FOLDED = 2
"""So many house options stand behind a line: what the book asks is at hand without them."""


def form(own_id: str, asked: Asked, declared: Sequence[Input]) -> Markup:
    """These inputs of a calculator, filled in as it was asked; `own_id` begins the ids of the form."""
    house = tuple(each for each in declared if each.house)
    own = tuple(each for each in declared if not each.house)
    folds = len(house) >= FOLDED and bool(own)
    game = asked.calculator.game
    return tag(
        "form",
        fields(own_id, game, own if folds else tuple(declared), asked.inputs),
        _house(own_id, asked, house) if folds else None,
        class_="calc__form",
        data_part="form",
        id=f"{own_id}--form",
        novalidate=True,
        autocomplete="off",
    )


def _house(own_id: str, asked: Asked, options: tuple[Input, ...]) -> Markup:
    """House options behind a line of their own, open where one is chosen."""
    chosen = any(asked.inputs[each.name] != each.default for each in options)
    return tag(
        "details",
        tag("summary", "House options"),
        tag("div", fields(own_id, asked.calculator.game, options, asked.inputs)),
        class_="collapsible calc__house",
        data_part="house",
        open=chosen,
    )
