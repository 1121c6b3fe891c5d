"""What stands around a comparison: the buttons in the page, and the frame the engine puts behind them."""

from __future__ import annotations

from functools import cache

from rules_py.analysis.distribution import AT_LEAST, AT_MOST, STEPS
from rules_py.calculators.calculator import Calculator
from rules_py.present.goal_seek import reversible
from rules_py.present.html import Markup, tag, unseen
from rules_py.systems import registry


def comparing(calculator: Calculator) -> Markup | None:
    """The buttons, as `<dice-compare>`; nothing where there is nothing to be asked. Hidden until the element
    lives.
    """
    buttons = [
        _button("Pin these odds", data_part="pin") if calculator.has_odds else None,
        _button("What would it take?", data_part="turn", aria_expanded="false")
        if reversible(calculator)
        else None,
    ]
    if not any(buttons):
        return None
    places = [tag("div", data_part=each, hidden=True) for each in ("comparison", "turned")]
    return tag(
        "dice-compare",
        tag("div", buttons, class_="compare__ways"),
        tag("p", class_="calc__message", data_part="refused", role="alert"),
        places,
        class_="compare",
    )


def filling(calculator: Calculator) -> Markup | None:
    """What stands above the form that `comparing` stands below: the way to fill it in with somebody, so that
    a reader on a phone meets it before a screenful of fields. Nothing where nobody fills anything in.
    """
    button = _filling(calculator)
    return button and tag(
        "div", button, tag("div", data_part="characters", hidden=True), class_="compare__filling"
    )


def _filling(calculator: Calculator) -> Markup | None:
    """The button behind which characters are chosen from, shown where the reader keeps any; where the book
    has samples for its sides, always.
    """
    if calculator.id in thrown_from_sheets(calculator.game):
        return _button("Fill in a character", data_part="fill", aria_expanded="false", hidden=True)
    game = registry.game(calculator.game) if calculator.game in registry.game_ids() else None
    if game and game.sides_of(calculator.id):
        return _button("Choose who", data_part="fill", data_anybody=True, aria_expanded="false", hidden=True)
    return None


@cache
def thrown_from_sheets(game: str) -> frozenset[str]:
    """The calculators that the sheet of this game throws."""
    sheet = registry.game(game).sheet if game in registry.game_ids() else None
    return frozenset(each.calculator for each in sheet.check(sheet.blank()).throws) if sheet else frozenset()


def frame(own_id: str, ordered: bool, graded: bool) -> Markup:
    """The comparison without what is compared; its form's buttons say by `data-command` what they do."""
    return tag(
        "form",
        tag("p", class_="compare__sum", data_compared="sum", role="status"),
        tag("div", data_compared="who"),
        _ways(own_id, graded) if ordered else None,
        tag("div", data_compared="figure"),
        tag(
            "div",
            tag("span", "Copy as", class_="compare__copy", aria_hidden="true"),
            [
                _copying("Markdown", "markdown"),
                _copying("CSV", "csv"),
                _copying("a link", "link"),
                _button("Unpin all", data_command="unpin"),
            ],
            class_="compare__ways",
        ),
        class_="compare__frame",
        novalidate=True,
        autocomplete="off",
    )


def _ways(own_id: str, graded: bool) -> Markup:
    """How the chances are read: each result by itself, or added up."""
    words = {STEPS: "Each", AT_LEAST: "Or better", AT_MOST: "Or worse"}
    if not graded:
        words |= {AT_LEAST: "At least", AT_MOST: "At most"}
    radios = [
        tag(
            "label",
            tag("input", type="radio", name=f"{own_id}--way", value=way, checked=way == STEPS),
            tag("span", label),
            class_="segments__one",
        )
        for way, label in words.items()
    ]
    legend = tag("legend", "Results", class_="visually-hidden")
    return tag("fieldset", legend, tag("div", radios, class_="segments"), class_="field compare__reading")


def _button(*label: str, **more: str | bool) -> Markup:
    return tag("button", *label, type="button", class_="button button--quiet", **more)


def _copying(form: str, deed: str) -> Markup:
    return _button(unseen("Copy as "), form, data_command=deed, data_done="Copied")
