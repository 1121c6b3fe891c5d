"""The problems of a character sheet: their number, their messages, and their data for the page."""

from __future__ import annotations

from typing import Any

from rules_py.base.problems import Problem
from rules_py.base.wording import pluralize
from rules_py.present.html import Markup, classes, fragment, tag
from rules_py.present.links import rule_link
from rules_py.sheets.sheet import SheetReport
from rules_py.systems.game import Game


def reported_problems(report: SheetReport) -> list[Problem]:
    """Return the problems for readers, without those that a due step solves and those of fields not
    started.
    """
    due_fields = {each.field for each in report.steps if each.due}
    return [
        each
        for each in report.problems
        if each.field not in due_fields and each not in report.hidden_problems
    ]


def problem_count(report: SheetReport) -> Markup:
    """Return how many rules the sheet breaks, in a sentence."""
    problems = reported_problems(report)
    breaches = sum(each.severity == "error" for each in problems)
    warnings = len(problems) - breaches
    words = (
        _count_text(breaches, "rule broken", "rules broken"),
        _count_text(warnings, "warning", "warnings"),
    )
    summary = ", ".join(filter(None, words)) or "This character follows all the rules."
    if to_do := _count_text(len(report.hidden_problems), "thing", "things"):
        summary = f"{summary.removesuffix('.')}. {to_do} left to do."
    state = "is-illegal" if breaches else "is-warned" if warnings or report.hidden_problems else "is-legal"
    return tag("p", summary, class_=classes("sheet__standing", state))


def _count_text(number: int, one: str, many: str) -> str:
    return pluralize(number, one, many) if number else ""


def problems_data(game: Game, report: SheetReport) -> list[dict[str, Any]]:
    """Return the problems for a page, each as plain data and as HTML."""
    return [each.to_json() | {"html": render_problem(game.id, each)} for each in reported_problems(report)]


def render_problem(game_id: str, problem: Problem) -> Markup:
    """Return one problem with the rule it violates. A warning is marked by a word, not only by colour."""
    word = "Warning: " if problem.severity == "warning" else ""
    rule = fragment(" ", rule_link(game_id, problem.rule)) if problem.rule else None
    return tag(
        "p",
        tag("strong", word) if word else None,
        problem.message,
        rule,
        class_=f"problem problem--{problem.severity}",
    )


def notes_data(report: SheetReport) -> list[dict[str, str]]:
    """Return the notes of a sheet for a page, each with the path of its field and its text."""
    return [{"field": path, "text": words} for path, words in report.notes.items()]
