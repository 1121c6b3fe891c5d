"""Goal seek on a page: the values of an input that give at least a certain chance of a result."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby

from rules_py.base import number_format
from rules_py.base.jsonable import to_jsonable
from rules_py.base.wording import join_words, signed
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.goal_seek import Candidate, Goal, GoalSeekResult, goals, variable_inputs
from rules_py.inputs import Choice, Flag, Int
from rules_py.present import plot
from rules_py.present.chance import one_in_n
from rules_py.present.components import button, fold
from rules_py.present.html import Markup, classes, fragment, tag, visually_hidden
from rules_py.present.input_labels import labelled_value
from rules_py.present.odds import chance_bar

MAX_ROWS = 14
"""The most values that are shown around the threshold; others are collapsed."""

AROUND = 4

MIN_DRAWN, MAX_DRAWN = 5, 60
"""The fewest numbers for which a curve is more useful than a table, and the most for which it is readable."""

NO_VALUE_WORKS = "None of these values works with the other inputs."

FEW = 6
"""The most values that a sentence lists one by one."""


def can_seek(calculator: Calculator) -> bool:
    """Return whether the calculator has an input to vary, and chances to seek."""
    if calculator.api_only or calculator.is_solver or not variable_inputs(calculator):
        return False
    return calculator.has_odds or bool(
        goals(calculator, [calculator.bind(calculator.initial_inputs()).answer()])
    )


def render_goal_seek_form(own_id: str, calculator: Calculator) -> Markup:
    """Return the form of a goal seek: input, goal and chance. The goals are filled in with the answer."""
    known = variable_inputs(calculator)
    inputs = [tag("option", each.declared.title, value=each.path) for each in known]
    return tag(
        "form",
        tag(
            "div",
            _field(own_id, "input", "Input to change", tag("select", inputs, id=f"{own_id}--input")),
            _field(own_id, "goal", "Wanted result", tag("select", id=f"{own_id}--goal")),
            _field(own_id, "chance", "Minimum chance (%)", _percentage(own_id)),
            class_="goal-seek__question",
        ),
        tag(
            "p",
            tag("span", "Trying each value… "),
            tag("progress", max=1, value=0, aria_label="Values tried"),
            " ",
            button("Stop", data_goal_seek="stop"),
            class_="goal-seek__progress",
            data_goal_seek="progress",
            hidden=True,
        ),
        tag("p", class_="compare__sum", data_goal_seek="sum", role="status"),
        tag("div", data_goal_seek="answer"),
        class_="compare__frame",
        novalidate=True,
        autocomplete="off",
    )


def _percentage(own_id: str) -> Markup:
    return tag(
        "input",
        type="number",
        id=f"{own_id}--chance",
        min=0,
        max=100,
        step="any",
        value=50,
        inputmode="decimal",
    )


def _field(own_id: str, name: str, label: str, control: Markup) -> Markup:
    return tag(
        "div",
        tag("label", label, for_=f"{own_id}--{name}", class_="field__label"),
        control,
        class_=f"field goal-seek__{name}",
        data_goal_seek=name,
    )


def goal_options(known: Sequence[Goal], chosen: str) -> Markup:
    """Return the possible goals, by kind."""
    groups = [(group, [*some]) for group, some in groupby(known, lambda each: each.group)]

    def options(some: Iterable[Goal]) -> list[Markup]:
        return [tag("option", each.label, value=each.key, selected=each.key == chosen) for each in some]

    if len(groups) == 1:
        return fragment(options(known))
    return fragment(tag("optgroup", options(some), label=group) for group, some in groups)


def describe_goal_seek(result: GoalSeekResult) -> str:
    """Return the answer in a sentence or two."""
    if not result.valid_candidates:
        return NO_VALUE_WORKS
    if not result.ranges:
        best = max(result.valid_candidates, key=_chance)
        if not best.chance:
            return f"No value is enough: “{result.goal.label}” can’t happen with any of them."
        return f"No value is enough. At best, {_candidate_text(result, best)}."
    if result.ranges == ((0, len(result.valid_candidates) - 1),):
        least = min(result.valid_candidates, key=_chance)
        if least.chance == max(map(_chance, result.valid_candidates)):
            return f"Every value is enough, with the same chance: {result.goal.label} {_percent(least)}."
        return f"Every value is enough. At worst, {_candidate_text(result, least)}."
    if result.threshold:
        return _edge(result, result.threshold)
    alone = sum(map(result.is_enough, result.valid_candidates)) == 1
    return f"Only {'this value is' if alone else 'these values are'} enough: {_sufficient_values(result)}."


def _chance(candidate: Candidate) -> Fraction:
    """Return the chance of a value that was counted."""
    return candidate.chance or Fraction()


def _edge(result: GoalSeekResult, edge: Candidate) -> str:
    """Return `Success or better: 55.6% with 2 steps of improvement; 33.3% with 1 step of improvement.`"""
    place = result.valid_candidates.index(edge)
    neighbour = result.valid_candidates[place + (1 if result.is_enough(result.valid_candidates[0]) else -1)]
    return f"{_candidate_text(result, edge)}; {_candidate_text(result, neighbour, again=True)}."


def _candidate_text(result: GoalSeekResult, candidate: Candidate, *, again: bool = False) -> str:
    """Return a value and the chance it gives; `again` omits the goal, which has been named already."""
    words = labelled_value(result.varied.declared, candidate.value)
    how = words if words.startswith("without") else f"with {words}"
    return f"{'' if again else f'{result.goal.label}: '}{_percent(candidate)} {how}"


def _sufficient_values(result: GoalSeekResult) -> str:
    """Return the sufficient values with their chances, neighbours on a scale combined."""
    if result.is_scale:
        runs = result.ranges
    else:
        runs = tuple(
            (place, place) for place, each in enumerate(result.valid_candidates) if result.is_enough(each)
        )
    spans = [_span(result, *run) for run in runs]
    return join_words(
        spans if len(spans) <= FEW else [*spans[:FEW], "others in the table"], conjunction="and"
    )


def _span(result: GoalSeekResult, first: int, last: int) -> str:
    one, other = result.valid_candidates[first], result.valid_candidates[last]
    words = labelled_value(result.varied.declared, one.value)
    if first == last:
        return f"{words} ({_percent(one)})"
    return f"{words} ({_percent(one)}) to {_label(result, other)} ({_percent(other)})"


def _percent(candidate: Candidate) -> str:
    return number_format.percent(_chance(candidate))


def render_goal_seek(result: GoalSeekResult) -> Markup:
    """Return each value with its chance, the sufficient ones marked, and a button that fills in the
    threshold.
    """
    if not result.valid_candidates:
        return Markup("")
    return fragment(_fill(result), _curve(result), _table(result))


def _fill(result: GoalSeekResult) -> Markup | None:
    """Return a button that fills in the threshold, unless it is the current value."""
    edge = result.threshold
    if edge is None or edge.value == result.varied.value_in(result.bound.inputs):
        return None
    return tag(
        "p",
        button(
            f"Use {labelled_value(result.varied.declared, edge.value)}",
            data_take=json.dumps({result.varied.path: to_jsonable(edge.value)}),
        ),
    )


def _curve(result: GoalSeekResult) -> Markup | None:
    if (
        not isinstance(result.varied.declared, Int)
        or not MIN_DRAWN <= len(result.valid_candidates) <= MAX_DRAWN
    ):
        return None
    labels = tuple(str(each.value) for each in result.valid_candidates)
    values = tuple(map(_chance, result.valid_candidates))
    title = f"{result.goal.label} by {result.varied.declared.title}"
    series = (plot.Series("", values),)
    return plot.picture(plot.Plot(plot.CURVE, title, result.varied.declared.title, "Chance", labels, series))


type Span = tuple[Candidate, Candidate]
"""The first and the last of neighbouring values with the same chance."""


def _table(result: GoalSeekResult) -> Markup:
    spans = [
        (some[0], some[-1])
        for _, each in groupby(result.candidates, lambda candidate: candidate.chance)
        if (some := [*each])
    ]
    if isinstance(result.varied.declared, Int):
        rows = spans
    else:
        rows = [(each, each) for each in result.candidates]
    if len(rows) <= MAX_ROWS:
        return _rows(result, rows, "Each value")
    middle = _middle(result, rows)
    low = max(0, min(middle - AROUND, len(rows) - 2 * AROUND - 1))
    near = rows[low : low + 2 * AROUND + 1]
    return fragment(
        _rows(result, near, "Nearby values"),
        fold(
            f"All from {_label(result, rows[0][0])} to {_label(result, rows[-1][1])}",
            _rows(result, rows, "Each value"),
            look="table-wrap",
        ),
    )


def _middle(result: GoalSeekResult, rows: Sequence[Span]) -> int:
    """Return the position to show first: that of the threshold, or else of the highest chance."""
    candidate = result.threshold or max(result.valid_candidates, key=_chance)
    place = result.candidates.index(candidate)
    ends = [result.candidates.index(last) for _, last in rows]
    return next(at for at, end in enumerate(ends) if end >= place)


def _rows(result: GoalSeekResult, rows: Sequence[Span], caption: str) -> Markup:
    head = tag(
        "tr",
        tag("th", result.varied.declared.title, scope="col"),
        tag("th", result.goal.label, scope="col", class_="number"),
        tag("th", "Exact", scope="col", class_="number"),
    )
    table = tag(
        "table",
        tag("caption", caption, class_="visually-hidden"),
        tag("thead", head),
        tag("tbody", [_row(result, *each) for each in rows]),
        class_="goal-seek__table",
    )
    return tag("div", table, class_="scroll", tabindex=0, role="group", aria_label=caption)


def _row(result: GoalSeekResult, first: Candidate, last: Candidate) -> Markup:
    label = _label(result, first) if first is last else f"{_label(result, first)} to {_label(result, last)}"
    if first.chance is None:
        cell = tag("td", "not possible", colspan=2, class_="number")
        return tag("tr", tag("th", label, scope="row"), cell)
    enough = result.is_enough(first)
    edge = result.threshold in (first, last)
    sign = (
        tag("strong", " enough" if edge else visually_hidden(" enough"), class_="goal-seek__mark")
        if enough
        else None
    )
    return tag(
        "tr",
        tag("th", label, sign, chance_bar(first.chance), scope="row", class_="grade"),
        tag("td", number_format.percent(first.chance), class_="number odds__percent"),
        tag("td", one_in_n(first.chance), class_="number odds__exactly"),
        class_=classes("is-enough" if enough else None, "is-threshold" if edge else None),
    )


def _label(result: GoalSeekResult, candidate: Candidate) -> str:
    """Return the value for a place beside the label of its input."""
    declared = result.varied.declared
    if isinstance(declared, Flag):
        return "Yes" if candidate.value else "No"
    return declared.options[candidate.value] if isinstance(declared, Choice) else signed(candidate.value)
