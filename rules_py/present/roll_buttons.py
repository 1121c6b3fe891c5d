"""Buttons that roll into the tray: on a sheet, in a list, in an example."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rules_py.base.jsonable import to_jsonable
from rules_py.inputs import Int
from rules_py.present.chance import render_chance
from rules_py.present.forms import render_fields
from rules_py.present.html import Markup, fragment, tag, visually_hidden
from rules_py.sheets.change_log import describe_change
from rules_py.sheets.panel import Cost, RollButton
from rules_py.systems.game import Game


def roll_button(
    words: Any,
    calculator: str,
    inputs: Mapping[str, Any],
    *,
    look: str,
    label: str = "",
    spends: Any = None,
    blocked: bool = False,
    options: str | None = None,
) -> Markup:
    """Return a button that rolls, if an element of the page listens to it.

    The tray shows the roll's `label`, or its calculator's title. `spends` is its cost on a sheet; a button
    that is `blocked` keeps its place and says what is missing. `options` are the house rules that the roll
    follows, as `options_attribute` names them.
    """
    return tag(
        "button",
        words,
        type="button",
        class_=f"button button--{look}",
        data_calculator=calculator,
        data_inputs=inputs_attribute(inputs),
        data_label=label or None,
        data_options=options,
        data_spends=json.dumps(spends) if spends else None,
        aria_disabled="true" if blocked else None,
    )


def inputs_attribute(inputs: Mapping[str, Any]) -> str:
    """Return inputs as JSON, for the attribute of elements that roll."""
    return json.dumps(to_jsonable(dict(inputs)), ensure_ascii=False, separators=(",", ":"))


def roll_button_with_cost(
    game: Game,
    roll: RollButton,
    own_id: str,
    word: str = "",
    full: Mapping[str, int] | None = None,
    current_values: Mapping[str, Any] | None = None,
) -> Markup:
    """Return the button of a roll, with an optional word before its chance, its possible cost, and fields for
    inputs that the situation decides. `full` are the maximums of tracks, by path, and `current_values` the
    current values of the fields that are spent.

    Its accessible name contains its visible text, and repeats nothing.
    """
    names = (roll.label, *(each for each in roll.situation.values() if each and each != word))
    name = visually_hidden(f"Roll {', '.join(names)}: ")
    chance = render_chance(roll.chance) if roll.shows_chance else None
    word = word if chance else "Roll"
    named = fragment(tag("span", word, class_="roll-button__word"), " ") if word else None
    spends = [_cost(game, each, full or {}) for each in roll.costs]
    button = roll_button(
        (name, named, chance),
        roll.calculator,
        roll.inputs,
        look="roll",
        label=roll.full_label,
        spends=spends,
        blocked=any(_is_short(each, current_values or {}) for each in spends),
    )
    cost = _may_cost(game, roll)
    if not roll.prompted:
        return fragment(button, cost) if cost else button
    calculator = next(each for each in game.calculators if each.id == roll.calculator)
    prompted = tuple(each for each in calculator.inputs if each.name in roll.prompted)
    return tag(
        "details",
        tag("summary", name, named, chance),
        render_fields(own_id, game.id, prompted, roll.inputs),
        button,
        cost,
        class_="asking",
        data_part="asking",
    )


def _cost(game: Game, spend: Cost, full: Mapping[str, int]) -> dict[str, Any]:
    """Return a cost as the page applies it, with the limits of its field, and its name in the change log."""
    if not game.sheet:
        return spend.to_json()
    field = game.sheet.at(spend.field)
    limits = {"low": field.low, "high": full.get(spend.field, field.high)} if isinstance(field, Int) else {}
    return {**spend.to_json(), "label": describe_change(game.sheet, spend.field, 0, 0).subject, **limits}


def _is_short(spend: Mapping[str, Any], current_values: Mapping[str, Any]) -> bool:
    """Return whether the character can't pay a cost, as `docs/assets/js/sheet/costs.js` does."""
    now = current_values.get(spend["field"])
    if not isinstance(now, int) or spend.get("clips"):
        return False
    after = now - spend["by"]
    return bool(after < spend.get("low", 0) if spend["by"] > 0 else after > spend.get("high", after))


def _may_cost(game: Game, roll: RollButton) -> Markup | None:
    """Return the cost that depends on the dice. A fixed cost is part of the button's own label."""
    if not game.sheet:
        return None
    due = [
        f"{'+' if each.by < 0 else ''}{abs(each.by)} {describe_change(game.sheet, each.field, 0, 0).subject}"
        for each in roll.costs
        if each.when
    ]
    return tag("span", f" up to {', '.join(due)}", class_="roll-button__cost") if due else None
