"""The throws that kept characters make with a calculator, to be chosen from and filled in."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rules_py import figures
from rules_py.calculator import Calculator
from rules_py.plain import plain
from rules_py.present.html import Markup, fragment, tag
from rules_py.sheet import SheetReport, Throw

NAMELESS = "Without a name"


def characters(
    own_id: str, calculator: Calculator, several: Sequence[tuple[str, SheetReport]]
) -> Markup | None:
    """Who, and with what: a choice of those whose sheets throw this calculator; None where none does.

    A throw holds what the character brings along; what the moment decides stays as the form has it.
    """
    known = [(name or NAMELESS, _throws(calculator, report)) for name, report in several]
    throwing = [(name, throws) for name, throws in known if throws]
    if not throwing:
        return None
    who = [tag("option", name, value=place) for place, (name, _) in enumerate(throwing)]
    return tag(
        "form",
        _field("Character", f"{own_id}--who", tag("select", who, id=f"{own_id}--who", data_characters="who")),
        [
            _field(
                "Throw",
                f"{own_id}--throw-{place}",
                tag("select", options, id=f"{own_id}--throw-{place}", data_characters="throw"),
            )
            for place, (name, throws) in enumerate(throwing)
            if (options := [_option(name, each) for each in throws])
        ],
        tag("button", "Fill in", type="submit", class_="button"),
        tag(
            "p",
            "Pin one character’s odds, then fill in another’s: both stand beside each other.",
            class_="field__help",
        ),
        class_="compare__frame compare__characters",
        novalidate=True,
        autocomplete="off",
    )


def _field(label: str, own_id: str, control: Markup) -> Markup:
    return tag("div", tag("label", label, for_=own_id, class_="field__label"), control, class_="field")


def _throws(calculator: Calculator, report: SheetReport) -> list[Throw]:
    """The throws of this calculator, each combination of inputs once."""
    found = {_brought(each): each for each in reversed(report.throws) if each.calculator == calculator.id}
    return [*reversed(found.values())]


def _brought(throw: Throw) -> str:
    return json.dumps({name: plain(value) for name, value in throw.inputs.items() if name not in throw.asks})


def _option(name: str, throw: Throw) -> Markup:
    held = {"inputs": json.loads(_brought(throw)), "name": f"{name}, {throw.label}"}
    words = fragment(throw.label, f" ({figures.percent(throw.chance)})")
    return tag("option", words, value=json.dumps(held, ensure_ascii=False), data_throw=throw.label)
