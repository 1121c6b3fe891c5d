"""A game's character sheet: the form, what follows from what is typed, and the rules it breaks.

Without JavaScript, and on paper, it is a blank sheet to be filled in by hand.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from rules_py.game import Game
from rules_py.plain import plain
from rules_py.present.chance import chance
from rules_py.present.forms import fields
from rules_py.present.html import Markup, classes, fragment, tag, unseen
from rules_py.present.keeping import kept, words
from rules_py.present.links import rule_link
from rules_py.present.status import status
from rules_py.problems import Problem
from rules_py.sheet import Panel, Section, Sheet, SheetReport, Throw

DEEDS = (
    ("new", "New"),
    ("copy", "Duplicate"),
    ("remove", "Delete"),
    ("export", "Export"),
    ("export-all", "Export all"),
    ("share", "Copy a link"),
    ("print", "Print"),
)
"""What can be done with characters, besides importing some."""


def sheet(game: Game, declared: Sheet) -> Markup:
    """The whole sheet as `<dice-sheet>`, blank, with what can be done with it."""
    blank = declared.blank()
    form = tag(
        "form",
        [_section(game, each, blank) for each in declared.sections],
        data_part="form",
        class_="sheet__form",
        novalidate=True,
        autocomplete="off",
    )
    return tag(
        "dice-sheet",
        kept("character", DEEDS),
        status(),
        tag("div", class_="problems problems--sheet", data_problems="", role="status"),
        form,
        tag("div", sheet_report(game, declared.check(blank)), data_part="report", class_="sheet__report"),
        _throw(),
        class_="sheet",
        data_game=game.id,
        data_version=declared.version,
        data_title=game.title,
        data_blank=json.dumps(plain(blank), ensure_ascii=False),
        data_words=json.dumps(words("character"), ensure_ascii=False),
        data_tied=(
            json.dumps([[each.one, each.other, each.sum] for each in declared.tied])
            if declared.tied
            else None
        ),
    )


def _section(game: Game, section: Section, values: dict[str, Any]) -> Markup:
    help = tag("p", section.help, class_="sheet__help") if section.help else None
    return tag(
        "fieldset",
        tag("legend", section.title),
        help,
        fields(f"sheet-{game.id}", game.id, section.fields, values),
        class_=f"sheet__section sheet__section--{section.layout}",
    )


def _throw() -> Markup:
    """Where a throw made from the sheet is told; its dismissal brings the reader back."""
    return tag(
        "div",
        tag("p", data_part="label", class_="sheet__thrown-label"),
        tag("div", data_part="result", class_="calc__result"),
        tag("p", class_="unseen", data_part="say", role="status"),
        tag("button", "Close", type="button", class_="button button--quiet", data_part="close"),
        class_="sheet__throw",
        data_part="throw",
        hidden=True,
    )


def sheet_report(game: Game, report: SheetReport) -> Markup:
    """How the sheet stands with the rules, and the tables of what follows from it."""
    return fragment(standing(report), panels(report))


def panels(report: SheetReport, *, live: bool = True) -> Markup:
    """The tables of what follows from a sheet.

    Throws are buttons on a `live` sheet, else their chance stands alone.
    """
    return fragment([panel(each, live) for each in report.panels])


def standing(report: SheetReport) -> Markup:
    """How many rules the sheet breaks, in a sentence."""
    breaches = sum(each.severity == "error" for each in report.problems)
    warnings = len(report.problems) - breaches
    words = [
        _counted(breaches, "breach of a rule", "breaches of a rule"),
        _counted(warnings, "warning", "warnings"),
    ]
    said = ", ".join(filter(None, words)) or "This character breaks no rule."
    return tag("p", said, class_=classes("sheet__standing", "is-legal" if report.legal else "is-illegal"))


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}" if number else ""


def panel(panel: Panel, live: bool = True) -> Markup:
    """A table of derived values; throws are buttons where it is `live`."""
    head = tag("tr", [tag("th", each, scope="col") for each in panel.columns])
    rows = [
        tag(
            "tr",
            tag("th", _cell(first, live), scope="row"),
            [
                tag(
                    "td",
                    _cell(each, live),
                    data_label=column,
                    class_=None if isinstance(each, str) else "number",
                )
                for each, column in zip(rest, panel.columns[1:], strict=True)
            ],
        )
        for first, *rest in panel.rows
    ]
    note = tag("p", panel.note, class_="panel__note") if panel.note else None
    table = tag(
        "table", tag("caption", panel.title), tag("thead", head), tag("tbody", rows), class_="panel__table"
    )
    return tag(
        "div",
        note,
        tag("div", table, class_="scroll", tabindex=0, role="group", aria_label=panel.title),
        class_="panel",
    )


def _cell(value: Any, live: bool) -> Markup:
    if isinstance(value, Throw) and not live:
        return chance(value.chance)
    if isinstance(value, Throw):
        return tag(
            "button",
            unseen(f"Roll {value.label}: "),
            chance(value.chance),
            type="button",
            class_="button button--throw",
            data_calculator=value.calculator,
            data_inputs=json.dumps(plain(dict(value.inputs)), ensure_ascii=False),
            data_label=value.label,
        )
    return chance(value) if isinstance(value, Fraction) else fragment(value)


def problem(game_id: str, found: Problem) -> Markup:
    """One problem in words, with the rule it breaks. Its severity is told by more than colour."""
    word = "Warning: " if found.severity == "warning" else ""
    rule = fragment(" ", rule_link(game_id, found.rule)) if found.rule else None
    return tag(
        "p",
        tag("strong", word) if word else None,
        found.message,
        rule,
        class_=f"problem problem--{found.severity}",
    )
