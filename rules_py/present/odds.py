"""Exact odds, grade by grade: a table, and a chart if it shows more than the table."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import Any

from rules_py.analysis.house_effect import odds_differ
from rules_py.base import number_format
from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.calculators.distribution import (
    EACH,
    collapse_tails,
    distribution_rows,
    redundant_measures,
    scale_of,
)
from rules_py.calculators.measure import HIDDEN, Measure
from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.odds import Odds
from rules_py.present import plot
from rules_py.present.chance import one_in_n, render_chance, render_exact_value
from rules_py.present.grid import render_odds_table
from rules_py.present.house_figures import render_no_effect
from rules_py.present.html import Markup, classes, fragment, tag
from rules_py.present.links import rule_link
from rules_py.present.shared_labels import HOUSE_RULE, STANDARD_RULES
from rules_py.present.tone_icons import tone_icon

MAX_ROWS = 30
"""The most rows of a scale; of a longer one, the likely results are shown, with one row for each end."""

MAX_BOTH_WAYS = 9
"""The most rows and columns of a table with a second scale."""

FEW = 3
"""The most grades that need no plot, because the bars of their rows show as much."""


def grade_label(game: str, grade: Grade, toned: bool) -> Markup:
    """Return the label of a grade, with its tone icon and rule link."""
    rule = fragment(" ", rule_link(game, grade.rule, tab_stop=False)) if grade.rule else None
    return fragment(
        tone_icon(grade.tone) if toned else None, tag("span", grade.label, class_="grade__label"), rule
    )


def chance_bar(fraction: Fraction) -> Markup:
    """Return a bar as long as the chance, hidden from screen readers, which read the number beside it."""
    width = number_format.format_number(Fraction(fraction) * 100)
    return tag(
        "svg",
        tag("rect", class_="bar__room", width="100", height="8"),
        tag("rect", class_="bar__part", width=width, height="8"),
        class_="bar",
        viewBox="0 0 100 8",
        preserveAspectRatio="none",
        aria_hidden="true",
        focusable="false",
    )


def shares_bar(parts: Iterable[tuple[str, Fraction]]) -> Markup:
    """Return a bar divided among results by their chances, each in its tone, and hidden from screen
    readers.
    """
    pieces, at = [], Fraction()
    for tone, part in parts:
        if part:
            x, width = number_format.format_number(at * 100), number_format.format_number(part * 100)
            pieces.append(
                tag("rect", class_=f"bar__part bar__share tone--{tone}", x=x, width=width, height="8")
            )
        at += part
    return tag(
        "svg",
        pieces,
        class_="bar",
        viewBox="0 0 100 8",
        preserveAspectRatio="none",
        aria_hidden="true",
        focusable="false",
    )


def render_calculator_odds(
    bound: BoundCalculator, odds: Odds | None = None, book: Odds | None = None
) -> Markup:
    """Return the odds of a calculator with these inputs; under house rules, the book's are beside them.

    `odds` are its odds if they are already known, `book` those without house rules.

    Raises TooManyBranchesError if counting would take too long.
    """
    if book is None and (plain := bound.without_house_rules()):
        book = plain.odds()
    return render_odds(bound.calculator, odds or bound.odds(), book)


def render_odds(calculator: Calculator, odds: Odds, book: Odds | None = None) -> Markup:
    """Return the exact chance of every grade: percentage, fraction, bar, and `at least` for an ordered scale.

    A chart is above the table of an ordered scale with many grades.

    `book` are the odds without house rules, shown beside the others with the differences. If house rules
    change nothing, a line says so instead.
    """
    scale = scale_of(calculator, odds)
    is_same = book is not None and not odds_differ(odds, book)
    book = None if is_same else book
    several = [book, odds] if book else [odds]
    head = tag(
        "tr",
        [
            tag("th", scale.title, scope="col"),
            tag("th", "Chance", scope="col", class_="number"),
            tag("th", "Exact", scope="col", class_="number"),
            tag("th", "Or better" if scale.grades else "At least", scope="col", class_="number")
            if scale.ordered
            else None,
            tag("th", STANDARD_RULES, scope="col", class_="number") if book else None,
        ],
    )
    body, remaining = [], Fraction(1)
    for row in collapse_tails(scale, distribution_rows(scale, several), EACH, MAX_ROWS):
        part = row.chances[-1]
        book_cell = _book_comparison(row.chances[0], *row.changes) if book else None
        body.append(_row(calculator.game, scale, row.grade, part, remaining, book_cell))
        remaining -= part
    name = f"Exact odds: {calculator.title}"
    table = tag(
        "table",
        tag("caption", name, class_="visually-hidden"),
        tag("thead", head),
        tag("tbody", body),
        class_="odds__table",
    )
    scroll = tag("div", table, class_="scroll", tabindex=0, role="group", aria_label=name)
    return tag(
        "div",
        _picture(name, scale, odds, book),
        scroll,
        _combined_odds(calculator, scale, odds),
        _measures(calculator, odds),
        render_no_effect() if is_same else None,
        class_="odds",
    )


def _combined_odds(calculator: Calculator, scale: Scale, odds: Odds) -> Markup | None:
    """Return the chance of each combination of two scales, such as successes down and harm across; None for a
    calculator with one scale.
    """
    if calculator.second_scale is None:
        return None
    across = calculator.second_scale
    joint = odds.by(lambda outcome: (scale.key(outcome), across.key(outcome)))
    down, along = (_results_to_show(each, odds) for each in (scale, across))
    cells = [[(_of_both(joint, row, column), None) for column in along] for row in down]
    names = [[label for label, _ in each] for each in (down, along)]
    caption = f"{scale.title} and {across.title.lower()} together"
    return render_odds_table(caption, scale.title, names[0], across.title, names[1], cells)


ResultGroup = tuple[str, frozenset[Hashable]]
"""The label of a row or column, and the keys of the results it combines."""


def _results_to_show(scale: Scale, odds: Odds) -> list[ResultGroup]:
    """Return the results of a scale as rows or columns; if there are very many, the highest are combined."""
    grades = scale.grades_of(odds)
    results = [(each.label, frozenset({each.key})) for each in grades[:MAX_BOTH_WAYS]]
    if len(grades) > MAX_BOTH_WAYS:
        label, _ = results[-1]
        rest = frozenset(each.key for each in grades[MAX_BOTH_WAYS - 1 :])
        results[-1] = (f"{label} or more" if scale.ordered else "any other", rest)
    return results


def _of_both(joint: Odds, row: ResultGroup, column: ResultGroup) -> Fraction:
    return joint.chance(lambda both: both[0] in row[1] and both[1] in column[1])


def _picture(name: str, scale: Scale, odds: Odds, book: Odds | None) -> Markup | None:
    """Return the odds as a chart, under house rules beside the book's; None for an unordered scale, or one
    with so few grades that the bars of their rows show as much.
    """
    if not scale.ordered or len(scale.grades_of(odds)) <= FEW:
        return None
    series = {HOUSE_RULE: odds, STANDARD_RULES: book} if book else {"": odds}
    return plot.picture(plot.of_odds(plot.EACH, name, scale, series), keyed=False)


def _book_comparison(book: Fraction, change: Fraction) -> Markup:
    """Return the book's chance, and the difference of the house rules' chance from it."""
    words = f"({number_format.percentage_points(change)})"
    return fragment(number_format.percent(book), " ", tag("span", words, class_="odds__change"))


def _row(
    game: str, scale: Scale, grade: Grade, part: Fraction, remaining: Fraction, book_cell: Markup | None
) -> Markup:
    toned = bool(scale.grades)
    return tag(
        "tr",
        tag("th", grade_label(game, grade, toned), chance_bar(part), scope="row", class_="grade"),
        tag("td", number_format.percent(part), class_="number odds__percent"),
        tag("td", one_in_n(part), class_="number odds__exactly"),
        tag("td", number_format.percent(remaining), class_="number odds__least") if scale.ordered else None,
        tag("td", book_cell, class_="number odds__book") if book_cell else None,
        class_=classes(f"tone tone--{grade.tone}" if toned else None, None if part else "is-impossible"),
    )


def _measures(calculator: Calculator, odds: Odds) -> Markup | None:
    """Return the calculator's values, such as a mean, and its short texts."""
    scale = scale_of(calculator, odds)
    redundant = redundant_measures(scale, scale.grades_of(odds))
    rows = []
    for measure in calculator.measures:
        value = odds.measures.get(measure.name)
        if measure.name in redundant or measure.kind == HIDDEN or value is None:
            continue
        words = measure.say(value)
        if isinstance(words, (int, Fraction, str)) and not isinstance(words, bool) and words != "":
            rows.append(tag("div", tag("dt", measure.label_for(odds)), tag("dd", _measure(measure, words))))
    return tag("dl", rows, class_="figures") if rows else None


def _measure(measure: Measure, value: Any) -> Markup:
    if not isinstance(value, (int, Fraction)):
        return fragment(value)
    return render_chance(Fraction(value)) if measure.is_chance else render_exact_value(value)
