"""Dice in a line of text: a word of the sentence that rolls when it is tapped, with its odds on its card.

Without JavaScript, on paper and in the search it is the dice as written. `elements/dice-inline.js` makes it a
button, and `search/cards.js` shows its card.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction

from rules_py.analysis.distribution import EACH, collapse_tails, distribution_rows, scale_of
from rules_py.base import number_format
from rules_py.calculators.calculator import BoundCalculator
from rules_py.calculators.measure import HIDDEN
from rules_py.dice.odds import Odds
from rules_py.present.dice import die_icon
from rules_py.present.html import Markup, classes, fragment, tag
from rules_py.present.roll_buttons import inputs_attribute

MOST_ROWS = 12
"""The most results on a card. The far ends of more share a row each."""

_SIDES = re.compile(r"d(\d+)")
_TYPOGRAPHIC = str.maketrans({"-": "−", "*": "×"})


def render_inline_dice(
    asked: BoundCalculator, text: str, *, words: str = "", name: str = "", alone: bool = False
) -> Markup:
    """Return dice as phrasing content, followed by the words that say what they are for.

    `asked` has a `notation_input`. `text` is the notation as the author wrote it. The tray calls the roll by
    its words, its name or, without either, its notation. Dice that are `alone` in their line, list item or
    cell are a larger target. Raises TooManyBranchesError if counting the odds would take too long.
    """
    notation = str(asked.inputs[asked.calculator.notation_input])
    sides = _SIDES.search(notation)
    shown = text.translate(_TYPOGRAPHIC)
    dice = tag(
        "dice-inline",
        die_icon(int(sides[1]) if sides else 0),
        tag("span", shown, class_="inline-dice__text"),
        class_=classes("inline-dice", "inline-dice--alone" if alone else None),
        data_calculator=asked.calculator.id,
        data_inputs=inputs_attribute(asked.inputs),
        data_label=words or name or None,
        data_name=", ".join(filter(None, (f"Roll {shown}", name))),
        data_odds=json.dumps(_card(notation, asked, asked.odds()), ensure_ascii=False, separators=(",", ":")),
    )
    return fragment(dice, " ", words) if words else dice


def _card(notation: str, asked: BoundCalculator, odds: Odds) -> dict[str, object]:
    """Return the card: its title, a line with the measures, and the chance of each result.

    A chance is [result, percentage, length of its bar]. The most likely single result has a bar of 100; those
    that share a row have none.
    """
    scale = scale_of(asked.calculator)
    every = distribution_rows(scale, [odds])
    most = max(row.chances[0] for row in every)
    chances = [
        [
            row.grade.label,
            number_format.percent(row.chances[0]),
            round(100 * row.chances[0] / most) if row in every else 0,
        ]
        for row in collapse_tails(scale, every, EACH, MOST_ROWS)
        if row.chances[0]
    ]
    return {"name": notation, "text": " · ".join(_measures(asked, odds)), "chances": chances}


def _measures(asked: BoundCalculator, odds: Odds) -> Iterator[str]:
    for measure in asked.calculator.measures:
        value = odds.measures.get(measure.name)
        if measure.kind == HIDDEN or not isinstance(value, (int, Fraction)) or isinstance(value, bool):
            continue
        number = number_format.percent(Fraction(value)) if measure.is_chance else None
        yield f"{measure.label_for(odds)} {number or number_format.format_number(value)}"
