"""Inline dice: a word of a sentence that rolls when tapped, with its odds on its card.

Without JavaScript, on paper and in the search it is just the dice notation. `elements/dice-inline.js` makes
it a button, and `search/cards.js` shows its card.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction

from rules_py.base import dice_marks, inline_markup, number_format
from rules_py.base.errors import DeclarationError, InputError
from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.calculators.distribution import EACH, collapse_tails, distribution_rows, scale_of
from rules_py.calculators.measure import HIDDEN
from rules_py.dice import notation
from rules_py.dice.odds import Odds
from rules_py.present.dice import die_icon
from rules_py.present.html import Markup, classes, fragment, tag
from rules_py.present.links import content_link, prose
from rules_py.present.roll_buttons import inputs_attribute
from rules_py.systems import registry

MAX_ROWS = 12
"""The most results on a card. With more, each end shares a row."""

_NAMED = re.compile(r"(?P<dice>[^\[\]]*[^\[\]\s])\s*\[(?P<name>[^\[\]]*[^\W\d_][^\[\]]*)\]")
"""Dice with a name in brackets, which contains a letter; custom faces, `d[1,1,2]`, don't."""
_SIDES = re.compile(r"d(\d+)")
_TYPOGRAPHIC = str.maketrans({"-": "−", "*": "×"})


def render_inline_dice(calculator: Calculator, text: str, *, alone: bool = False) -> Markup:
    """Return a roller for `2d6+3`, `2d6+3 fire damage` or `2d6+3 [Claw]`, as phrasing content.

    `calculator` rolls dice notation. Words after the dice are part of the sentence, and name the roll in the
    tray. A name in brackets is only for the tray and for screen readers. Dice that are `alone` in their line,
    list item or cell are a larger target.

    Raises InputError for dice that can't be read, and TooManyBranchesError if counting the odds would take
    too long.
    """
    named = _NAMED.fullmatch(text)
    bound, words = _read(calculator, named["dice"] if named else text)
    name = named["name"].strip() if named else ""
    notation = (named["dice"] if named else text).removesuffix(words).rstrip().translate(_TYPOGRAPHIC)
    canonical = str(bound.inputs[calculator.notation_input or ""])
    sides = _SIDES.search(canonical)
    dice = tag(
        "dice-inline",
        die_icon(int(sides[1]) if sides else 0),
        tag("span", notation, class_="inline-dice__text"),
        class_=classes("inline-dice", "inline-dice--alone" if alone else None),
        data_calculator=calculator.id,
        data_inputs=inputs_attribute(bound.inputs),
        data_label=words or name or None,
        data_name=", ".join(filter(None, (f"Roll {notation}", name))),
        data_odds=json.dumps(
            _card(canonical, bound, bound.odds()), ensure_ascii=False, separators=(",", ":")
        ),
    )
    return fragment(dice, " ", words) if words else dice


def prose_with_dice(game: str, text: str) -> Markup:
    """Return `prose` with its emphasis and links, whose inline dice roll, for text that only the build
    renders.

    Raises DeclarationError for dice that can't be read.
    """
    return fragment(
        _marked_up(game, kind, content, address) for kind, content, address in inline_markup.split(text)
    )


def _marked_up(game: str, kind: inline_markup.Kind, content: str, address: str) -> Markup:
    match kind:
        case "text":
            return _with_dice(game, content)
        case "code":
            return tag("code", content)
        case "link":
            return content_link(address, prose_with_dice(game, content))
        case _:
            return tag(kind, prose_with_dice(game, content))


def _with_dice(game: str, text: str) -> Markup:
    calculator = registry.notation_calculator() if "`#!dice" in text else None
    if calculator is None:
        return prose(game, text)
    pieces = []
    for piece, is_dice in dice_marks.split(text):
        try:
            pieces.append(render_inline_dice(calculator, piece) if is_dice else prose(game, piece))
        except InputError as error:
            raise DeclarationError("inline dice", piece, error.expected) from error
    return fragment(pieces)


def _read(calculator: Calculator, text: str) -> tuple[BoundCalculator, str]:
    """Return the calculator with these dice, and the words after them. Raises InputError."""
    bound = _bind(calculator, text)
    labels = notation.parse(text).labels
    words = labels[-1] if labels and text.endswith(labels[-1]) else ""
    return (_bind(calculator, text.removesuffix(words).rstrip()), words) if words else (bound, "")


def _bind(calculator: Calculator, dice: str) -> BoundCalculator:
    return calculator.bind({calculator.notation_input or "": dice})


def _card(notation: str, bound: BoundCalculator, odds: Odds) -> dict[str, object]:
    """Return the card: its title, a line with the measures, and the chance of each result.

    A chance is [result, percentage, length of its bar]. The most likely single result has a bar of 100; those
    that share a row have none.
    """
    scale = scale_of(bound.calculator)
    every = distribution_rows(scale, [odds])
    most = max(row.chances[0] for row in every)
    chances = [
        [
            row.grade.label,
            number_format.percent(row.chances[0]),
            round(100 * row.chances[0] / most) if row in every else 0,
        ]
        for row in collapse_tails(scale, every, EACH, MAX_ROWS)
        if row.chances[0]
    ]
    return {"name": notation, "text": " · ".join(_measures(bound, odds)), "chances": chances}


def _measures(bound: BoundCalculator, odds: Odds) -> Iterator[str]:
    for measure in bound.calculator.measures:
        value = odds.measures.get(measure.name)
        if measure.kind == HIDDEN or not isinstance(value, (int, Fraction)) or isinstance(value, bool):
            continue
        number = number_format.percent(Fraction(value)) if measure.is_chance else None
        yield f"{measure.label_for(odds)} {number or number_format.format_number(value)}"
