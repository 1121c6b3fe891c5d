"""Quick dice: buttons that compose a roll, and its notation."""

from __future__ import annotations

from rules_py.calculators.calculator import Calculator
from rules_py.present.components import button
from rules_py.present.dice import draw_die
from rules_py.present.html import Markup, tag, visually_hidden
from rules_py.present.tray.parts import sign_button

SIZES = (4, 6, 8, 10, 12, 20, 100)

MODES = {
    "highest": "Keep highest",
    "lowest": "Keep lowest",
    "explode": "Explode",
    "advantage": "Advantage",
    "disadvantage": "Disadvantage",
}
"""The roll modes of quick dice; `tray/quick-dice.js` writes them as dice notation."""


def render_quick_dice(own: Calculator) -> Markup:
    """Return the buttons that add dice, above the resulting notation and the button that rolls it."""
    dice = [
        _key(
            draw_die(sides, ""),
            visually_hidden("Add a "),
            f"d{sides}",
            tag("span", class_="tray__chosen", data_part="chosen"),
            data_die=sides,
        )
        for sides in SIZES
    ]
    others = (
        _key("−1", visually_hidden(" from the total"), data_modify="-1"),
        _key("+1", visually_hidden(" to the total"), data_modify="1"),
        _key("Clear", data_part="clear"),
    )
    modes = [_key(label, data_mode=mode, aria_pressed="false") for mode, label in MODES.items()]
    return tag(
        "form",
        tag("div", dice, others, class_="tray__keys", role="group", aria_label="Quick dice"),
        tag("div", modes, class_="tray__modes", role="group", aria_label="How to roll"),
        _notation(),
        class_="tray__quick",
        data_part="own",
        data_calculator=own.id,
        data_input=own.notation_input,
        novalidate=True,
    )


def _key(*label: object, **attributes: object) -> Markup:
    return tag("button", *label, type="button", class_="tray__key", **attributes)


def _notation() -> Markup:
    """Return the field for the notation, the number of dice kept, and the button that rolls."""
    field = tag(
        "input",
        type="text",
        data_part="written",
        placeholder="3d6 + 2",
        enterkeyhint="go",
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
    )
    keep_stepper = tag(
        "span",
        sign_button("−", "Keep fewer", data_keep_more="-1"),
        tag("span", data_part="kept-count"),
        sign_button("+", "Keep more", data_keep_more="1"),
        class_="tray__keep-count",
        data_part="kept-dice",
        hidden=True,
    )
    return tag(
        "div",
        tag("label", visually_hidden("Dice notation"), field, class_="field tray__written"),
        keep_stepper,
        button("Roll", kind="primary", type="submit"),
        class_="tray__own",
    )
