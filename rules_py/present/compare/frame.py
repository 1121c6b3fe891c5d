"""The frame of a comparison: the buttons in the page, and the parts that the engine adds."""

from __future__ import annotations

from functools import cache
from typing import Any

from rules_py.calculators.calculator import Calculator
from rules_py.calculators.distribution import AT_LEAST, AT_MOST, EACH
from rules_py.present.components import button
from rules_py.present.goal_seek import can_seek
from rules_py.present.html import Markup, tag, visually_hidden
from rules_py.systems import registry


def comparison_buttons(calculator: Calculator) -> Markup | None:
    """Return the buttons, as `<dice-compare>`, which also fills in the form from characters; nothing if the
    calculator has no odds, no goal seek and no characters. They are hidden until the element connects.
    """
    buttons = [
        _button("Pin for comparison", data_part="pin") if calculator.has_odds else None,
        _button("What would it take?", data_part="turn", aria_expanded="false")
        if can_seek(calculator)
        else None,
    ]
    if not any(buttons) and not _character_button(calculator):
        return None
    places = [tag("div", data_part=each, hidden=True) for each in ("goal-seek", "comparison")]
    return tag(
        "dice-compare",
        tag("div", buttons, class_="compare__modes"),
        tag("p", class_="calc__message", data_part="refused", role="alert"),
        places,
        class_="compare",
    )


def fill_in_button(calculator: Calculator) -> Markup | None:
    """Return the button above a form that fills it in from a character, or nothing. It is the first control,
    so that readers on a phone see it before the fields.
    """
    button = _character_button(calculator)
    return button and tag(
        "div", button, tag("div", data_part="characters", hidden=True), class_="compare__filling"
    )


def _character_button(calculator: Calculator) -> Markup | None:
    """Return the button that opens the character picker, shown if the reader has saved characters, or always
    if the book has samples for the sides.
    """
    if calculator.id in rolled_from_sheets(calculator.game):
        return _button("Use a character", data_part="fill", aria_expanded="false", hidden=True)
    game = registry.game(calculator.game) if calculator.game in registry.game_ids() else None
    if game and game.sides_of(calculator.id):
        return _button(
            "Choose characters", data_part="fill", data_anybody=True, aria_expanded="false", hidden=True
        )
    if game and game.party_of(calculator.id):
        return _button("Use your characters", data_part="fill", aria_expanded="false", hidden=True)
    return None


@cache
def rolled_from_sheets(game: str) -> frozenset[str]:
    """Return the calculators that the sheet of this game rolls with inputs of the character."""
    sheet = registry.game(game).sheet if game in registry.game_ids() else None
    if sheet is None:
        return frozenset()
    blank = sheet.blank()
    # A blank sheet may have no rolls.
    filled_in = (sheet.apply_template(blank, each.id) for each in sheet.templates[:1])
    buttons = (button for each in (blank, *filled_in) for button in sheet.check(each).roll_buttons)
    return frozenset(each.calculator for each in buttons if each.character_inputs)


def render_comparison_frame(own_id: str, ordered: bool, has_grades: bool) -> Markup:
    """Return an empty comparison; the buttons of its form name their command in `data-command`."""
    return tag(
        "form",
        tag("p", class_="compare__sum", data_compared="sum", role="status"),
        tag("div", data_compared="who"),
        _mode_choice(own_id, has_grades) if ordered else None,
        tag("div", data_compared="figure"),
        tag(
            "div",
            tag("span", "Copy as", class_="compare__copy", aria_hidden="true"),
            [
                _copy_button("Markdown", "markdown"),
                _copy_button("CSV", "csv"),
                _copy_button("link", "link"),
                _button("Unpin all", data_command="unpin"),
            ],
            class_="compare__modes",
        ),
        class_="compare__frame",
        novalidate=True,
        autocomplete="off",
    )


def _mode_choice(own_id: str, has_grades: bool) -> Markup:
    """Return the choice of the display of chances: for each result, or cumulative."""
    words = {EACH: "Each", AT_LEAST: "This or better", AT_MOST: "This or worse"}
    if not has_grades:
        words |= {AT_LEAST: "At least", AT_MOST: "At most"}
    radios = [
        tag(
            "label",
            tag("input", type="radio", name=f"{own_id}--way", value=way, checked=way == EACH),
            tag("span", label),
            class_="segments__one",
        )
        for way, label in words.items()
    ]
    legend = tag("legend", "Results", class_="visually-hidden")
    return tag("fieldset", legend, tag("div", radios, class_="segments"), class_="field compare__reading")


def _button(*label: str, **more: Any) -> Markup:
    return button(*label, **more)


def _copy_button(form: str, command: str) -> Markup:
    return _button(visually_hidden("Copy as "), form, data_command=command, data_done="Copied")
