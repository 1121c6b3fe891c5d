"""Exact odds, grade by grade: a picture where it says more than rows do, and the table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from rules_py import figures
from rules_py.calculator import Asked, Calculator
from rules_py.dice.odds import Odds
from rules_py.measure import Measure
from rules_py.plain import key_text
from rules_py.present import plot
from rules_py.present.chance import chance, exact_figure, odds_words
from rules_py.present.html import Markup, classes, fragment, tag
from rules_py.present.links import rule_link
from rules_py.present.marks import mark
from rules_py.scale import Grade, Scale

MOST_ROWS = 30
"""A scale of more rungs is shown where the chances are, its far ends in one row each."""

FEW = 3
"""So few grades need no picture: the bars of their rows are one."""


def scale_of(calculator: Calculator) -> Scale:
    """The calculator's scale, or else one that reads each outcome by what it says itself."""
    return calculator.scale or Scale("Result", _own_words, ordered=False)


def _own_words(outcome: Any) -> str:
    return getattr(outcome, "verdict", None) or key_text(outcome)


def grade_label(game: str, grade: Grade, toned: bool) -> Markup:
    """What a result is called, with the mark of its tone and the rule behind it."""
    rule = fragment(" ", rule_link(game, grade.rule)) if grade.rule else None
    return fragment(
        mark(grade.tone) if toned else None, tag("span", grade.label, class_="grade__label"), rule
    )


def bar(fraction: Fraction) -> Markup:
    """A bar as long as the chance; silent, because the number beside it says the same."""
    width = figures.figure(Fraction(fraction) * 100)
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


def counted(asked: Asked, found: Odds | None = None) -> Markup:
    """The odds of a calculator with these inputs; with a house option chosen, the book's beside them.

    `found` are its odds where they are known already.

    Raises TooManyPaths where counting would take too long.
    """
    book = asked.by_the_book()
    return odds(asked.calculator, found or asked.odds(), book.odds() if book else None)


def odds(calculator: Calculator, found: Odds, book: Odds | None = None) -> Markup:
    """The exact chance of every grade: percentage, fraction, bar, `at least` where that means something.

    Above them a picture, where the grades are many and in order.

    `book` are the odds without house options: shown beside, each with what the house changes.
    """
    scale = scale_of(calculator)
    rows = _rows(scale, found)
    by_book = scale.chances(book) if book else {}
    head = tag(
        "tr",
        [
            tag("th", scale.title, scope="col"),
            tag("th", "Chance", scope="col", class_="number"),
            tag("th", "Exactly", scope="col", class_="number"),
            tag("th", "Or better" if scale.grades else "At least", scope="col", class_="number")
            if scale.ordered
            else None,
            tag("th", "By the book", scope="col", class_="number") if book else None,
        ],
    )
    body, remaining = [], Fraction(1)
    for grade, part in rows:
        beside = _beside(part, by_book.get(grade.key, Fraction())) if book else None
        body.append(_row(calculator.game, scale, grade, part, remaining, beside))
        remaining -= part
    name = f"Exact odds: {calculator.title}"
    table = tag(
        "table",
        tag("caption", name, class_="unseen"),
        tag("thead", head),
        tag("tbody", body),
        class_="odds__table",
    )
    scroll = tag("div", table, class_="scroll", tabindex=0, role="group", aria_label=name)
    return tag("div", _picture(name, scale, found, book), scroll, _measures(calculator, found), class_="odds")


def _picture(name: str, scale: Scale, found: Odds, book: Odds | None) -> Markup | None:
    """The odds as a picture, with a house option chosen beside the book's; None for a scale without order,
    or of so few grades that the bars of their rows say it all.
    """
    if not scale.ordered or len(scale.grades_of(found)) <= FEW:
        return None
    series = {"Your house": found, "By the book": book} if book else {"": found}
    return plot.picture(plot.of_odds(plot.STEPS, name, scale, series), keyed=False)


def _beside(part: Fraction, book: Fraction) -> Markup:
    """The chance that the book gives, and by how much the house's differs from it."""
    change = part - book
    words = f"{'+' if change > 0 else '−'}{figures.percent(abs(change))}" if change else "the same"
    return fragment(figures.percent(book), " ", tag("span", f"({words})", class_="odds__change"))


def _row(
    game: str, scale: Scale, grade: Grade, part: Fraction, remaining: Fraction, beside: Markup | None
) -> Markup:
    toned = bool(scale.grades)
    return tag(
        "tr",
        tag("th", grade_label(game, grade, toned), bar(part), scope="row", class_="grade"),
        tag("td", figures.percent(part), class_="number odds__percent"),
        tag("td", odds_words(part), class_="number odds__exactly"),
        tag("td", figures.percent(remaining), class_="number odds__least") if scale.ordered else None,
        tag("td", beside, class_="number odds__book") if beside else None,
        class_=classes(f"tone tone--{grade.tone}" if toned else None, None if part else "is-impossible"),
    )


def _rows(scale: Scale, found: Odds) -> list[tuple[Grade, Fraction]]:
    """Grade and chance; of a long scale the far ends are gathered into `12 or less` and `40 or more`."""
    chances = scale.chances(found)
    rows = [(grade, chances[grade.key]) for grade in scale.grades_of(found)]
    if len(rows) <= MOST_ROWS or not scale.ordered:
        return rows
    low, high = 0, len(rows) - 1
    below = above = Fraction()
    while high - low + 1 > MOST_ROWS - 2:
        if below + rows[low][1] <= above + rows[high][1]:
            below, low = below + rows[low][1], low + 1
        else:
            above, high = above + rows[high][1], high - 1
    kept = rows[low : high + 1]
    if low:
        kept.insert(0, (replace(rows[low - 1][0], label=f"{rows[low - 1][0].label} or less"), below))
    if high < len(rows) - 1:
        kept.append((replace(rows[high + 1][0], label=f"{rows[high + 1][0].label} or more"), above))
    return kept


def _measures(calculator: Calculator, found: Odds) -> Markup | None:
    """The calculator's single figures, such as a mean."""
    told = _told_above(scale_of(calculator), found)
    shown = []
    for measure in calculator.measures:
        value = found.measures.get(measure.name)
        if measure.name in told or isinstance(value, bool) or not isinstance(value, (int, Fraction)):
            continue
        words = measure.say(value)
        if words != "":
            shown.append(tag("div", tag("dt", measure.label), tag("dd", _measure(measure, words))))
    return tag("dl", shown, class_="figures") if shown else None


def _told_above(scale: Scale, found: Odds) -> set[str]:
    """The measures that a row of the scale tells already: the chance of a grade, or of at least it."""
    grades = [key_text(grade.key) for grade in scale.grades_of(found)]
    return {*grades, *(f"at_least_{grade}" for grade in grades if scale.ordered)}


def _measure(measure: Measure, value: Any) -> Markup:
    if not isinstance(value, (int, Fraction)):
        return fragment(value)
    return chance(Fraction(value)) if measure.is_chance else exact_figure(value)
