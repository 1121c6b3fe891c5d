"""The file with which the quick dice of the tray are rolled before the engine has arrived.

`docs/assets/js/rolls/quick-dice.js` compiles their notation on the page.
"""

from __future__ import annotations

from pathlib import Path

from hooks.compiled_rolls.compiler import compact
from hooks.compiled_rolls.pages import FOLDER
from hooks.compiled_rolls.tables import Drawables, templates
from rules_py.calculators.calculator import Calculator
from rules_py.dice.roll_steps import DROPPED, KEPT, PLAIN
from rules_py.present.links import Places, calculator_address, link_rules
from rules_py.present.tray.quick_dice import SIZES

NAME = "quick-dice.json"


def write_quick_dice(site: Path, own: Calculator, places: Places) -> None:
    """Write the file for `own`, which rolls dice notation."""
    drawables = Drawables(
        frozenset({""}), frozenset((sides, 1) for sides in SIZES), frozenset({PLAIN, KEPT, DROPPED})
    )
    with link_rules("{root}", places, "{index}"):
        address = calculator_address(own.id, {own.notation_input: "{notation}"}, ["{dice}"]) or ""
    for escaped, slot in (("%7Bnotation%7D", "{notation}"), ("%5B%22%7Bdice%7D%22%5D", "{dice}")):
        address = address.replace(escaped, slot)
    data = {
        "templates": templates(drawables),
        "quick": {"calculator": own.id, "input": own.notation_input, "address": address},
    }
    (site / FOLDER).mkdir(parents=True, exist_ok=True)
    (site / FOLDER / NAME).write_text(compact(data), "utf-8")
