"""A game's character sheet: the form, what follows from what is typed, and the rules it breaks.

Without JavaScript, and on paper, it is a blank sheet to be filled in by hand. What is drawn of its values
stands in elements with `data-drawn`, the name of the field that it is drawn beside.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.game import Game
from rules_py.kept import CHARACTERS
from rules_py.plain import plain
from rules_py.present.chance import chance
from rules_py.present.drawn import seesaws, stood
from rules_py.present.forms import fields
from rules_py.present.html import Markup, classes, fragment, tag
from rules_py.present.keeping import kept, words
from rules_py.present.links import rule_link
from rules_py.present.status import status
from rules_py.present.throws import offered
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
    report = declared.check(blank)
    drawn = drawings(game, report)
    form = tag(
        "form",
        [_section(game, each, blank, drawn) for each in declared.sections],
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
        _templates(declared),
        form,
        tag("div", sheet_report(game, report), data_part="report", class_="sheet__report"),
        class_="sheet",
        data_game=game.id,
        data_version=declared.version,
        data_title=game.title,
        data_file=json.dumps({"head": CHARACTERS.head(game.id, declared.version), "among": CHARACTERS.among}),
        data_blank=json.dumps(plain(blank), ensure_ascii=False),
        data_words=json.dumps(words("character"), ensure_ascii=False),
        data_tied=(
            json.dumps([[each.one, each.other, each.sum] for each in declared.tied])
            if declared.tied
            else None
        ),
    )


def _section(game: Game, section: Section, values: Mapping[str, Any], drawn: Mapping[str, Markup]) -> Markup:
    help = tag("p", section.help, class_="sheet__help") if section.help else None
    names = [each.name for each in section.fields if each.name in drawn]
    return tag(
        "fieldset",
        tag("legend", section.title),
        help,
        [tag("div", drawn[name], data_drawn=name, class_="sheet__drawn") for name in names],
        fields(f"sheet-{game.id}", game.id, section.fields, values, notes=True),
        class_=f"sheet__section sheet__section--{section.layout}",
    )


def _templates(declared: Sheet) -> Markup | None:
    """Parts of a sheet to be taken over at once, each behind its button."""
    if not declared.templates:
        return None
    buttons = [
        tag(
            "button",
            each.title,
            type="button",
            class_="button",
            data_template=each.id,
            title=each.help or None,
        )
        for each in declared.templates
    ]
    return tag(
        "div",
        buttons,
        class_="sheet__templates",
        role="group",
        aria_label="Take over at once",
        data_part="templates",
    )


def drawings(game: Game, report: SheetReport) -> dict[str, Markup]:
    """What is drawn of a sheet, by the field it stands beside: see-saws of the fields that share points,
    and ladders.
    """
    beside = dict.fromkeys(each.beside for each in report.shared)
    found = {
        name: seesaws([each for each in report.shared if each.beside == name], spoken=False)
        for name in beside
    }
    for name, now in report.standings.items():
        found[name] = fragment(found.get(name), stood(game, now, telling=True))
    return found


def sheet_report(game: Game, report: SheetReport) -> Markup:
    """How the sheet stands with the rules, and the tables of what follows from it."""
    return fragment(standing(report), panels(game, report.panels))


def panels(game: Game, shown: Sequence[Panel], *, live: bool = True, own_id: str = "asked") -> Markup:
    """Tables of what follows from a sheet or a scene.

    Throws are buttons where it is `live`, else their chance stands alone. `own_id` begins the ids within.
    """
    return fragment([_panel(game, each, live, f"{own_id}-{place}") for place, each in enumerate(shown)])


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


def _panel(game: Game, panel: Panel, live: bool, own_id: str) -> Markup:

    def cell(value: Any, place: str) -> Markup:
        return _cell(game, value, live, f"{own_id}-{place}")

    head = tag("tr", [tag("th", each, scope="col") for each in panel.columns])
    rows = [
        tag(
            "tr",
            tag("th", cell(first, f"{row}-0"), scope="row"),
            [
                tag(
                    "td",
                    cell(each, f"{row}-{place}"),
                    data_label=column,
                    class_=None if isinstance(each, str) else "number",
                )
                for place, (each, column) in enumerate(zip(rest, panel.columns[1:], strict=True), start=1)
            ],
        )
        for row, (first, *rest) in enumerate(panel.rows)
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


def _cell(game: Game, value: Any, live: bool, own_id: str) -> Markup:
    if isinstance(value, Throw):
        return offered(game, value, own_id) if live else chance(value.chance)
    return chance(value) if isinstance(value, Fraction) else fragment(value)


def notes(report: SheetReport) -> list[dict[str, str]]:
    """The notes of a sheet as a page places them: each the path of its field, and its words."""
    return [{"field": path, "text": words} for path, words in report.notes.items()]


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
