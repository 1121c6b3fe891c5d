"""The `mechanic` directive: a mechanic stated on the page, with its form, odds and roller."""

from __future__ import annotations

from hooks.base.errors import DirectiveError
from hooks.directives import declaring
from hooks.directives.blocks.calculator import KIND
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from rules_py import present
from rules_py.base.errors import InputError
from rules_py.calculators.calculator import Calculator
from rules_py.present import Markup
from rules_py.systems import registry


def _calculator(fence: Fence) -> Calculator:
    declared = declaring.mechanic(fence)
    try:
        return registry.calculator(declared.calculator.id)
    except InputError as error:
        message = (
            f"{declared.calculator.id} isn't declared. A mechanic belongs in the folder of a game in docs, "
            "whose first page has `book: yes` unless the game has Python."
        )
        raise DirectiveError(fence.place, message) from error


def _show(fence: Fence, context: Context) -> Markup:
    calculator = _calculator(fence)
    anchor, opened = context.form_id(fence), context.page.opened
    return present.render_calculator(calculator, {}, anchor=anchor, is_open=opened)


DIRECTIVES = (
    Directive(
        declaring.MECHANIC.language,
        "A mechanic without Python: its inputs, its dice and how they are read. It becomes a form with "
        "exact odds and a roll button.",
        fields=declaring.MECHANIC.fields,
        show=_show,
        kind=KIND,
        made_from=lambda fence, context: context.form_id(fence),
        form=lambda fence: _calculator(fence).id,
    ),
)
