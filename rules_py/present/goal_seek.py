"""Questions the other way round in the page: which value of an input gives at least so much chance of a
result.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby

from rules_py.analysis.goal_seek import Goal, Reverse, Tried, goals, varied
from rules_py.base import number_format
from rules_py.base.jsonable import plain
from rules_py.base.wording import said, signed
from rules_py.calculators.calculator import Calculator
from rules_py.inputs import Choice, Flag, Int
from rules_py.present import plot
from rules_py.present.chance import odds_words
from rules_py.present.html import Markup, classes, fragment, tag, unseen
from rules_py.present.input_labels import gives, named
from rules_py.present.odds import bar

MOST_ROWS = 14
"""Of more values those around the one that just does are shown; the others stand folded behind."""

AROUND = 4

FEWEST_DRAWN, MOST_DRAWN = 5, 60
"""A curve says more than a table where there are so many numbers at least, and can be read for so many at
most.
"""

FEW = 6
"""So many values are told one by one in a sentence."""


def reversible(calculator: Calculator) -> bool:
    """Whether it has an input to vary, and chances to ask for."""
    if calculator.for_programs or calculator.finds or not varied(calculator):
        return False
    return calculator.has_odds or bool(
        goals(calculator, [calculator.asked(calculator.usual_inputs()).answer()])
    )


def form(own_id: str, calculator: Calculator) -> Markup:
    """The question as a form: which input, what result, how much chance. The results are filled in with the
    answer.
    """
    known = varied(calculator)
    inputs = [tag("option", each.declared.title, value=each.path) for each in known]
    return tag(
        "form",
        tag(
            "div",
            _field(own_id, "input", "Which value of", tag("select", inputs, id=f"{own_id}--input")),
            _field(own_id, "goal", "gives", tag("select", id=f"{own_id}--goal")),
            _field(own_id, "chance", "with at least, in %", _percentage(own_id)),
            class_="goal-seek__question",
        ),
        tag(
            "p",
            tag("span", "Trying each value: "),
            tag("progress", max=1, value=0, aria_label="Values tried"),
            " ",
            tag("button", "Stop", type="button", class_="button button--quiet", data_turned="stop"),
            class_="goal-seek__progress",
            data_turned="progress",
            hidden=True,
        ),
        tag("p", class_="compare__sum", data_turned="sum", role="status"),
        tag("div", data_turned="answer"),
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
        data_turned=name,
    )


def goal_options(known: Sequence[Goal], chosen: str) -> Markup:
    """What may be asked for, by its kind."""
    groups = [(group, [*some]) for group, some in groupby(known, lambda each: each.group)]

    def options(some: Iterable[Goal]) -> list[Markup]:
        return [tag("option", each.label, value=each.key, selected=each.key == chosen) for each in some]

    if len(groups) == 1:
        return fragment(options(known))
    return fragment(tag("optgroup", options(some), label=group) for group, some in groups)


def in_words(found: Reverse) -> str:
    """The answer in a sentence or two."""
    if not found.counted:
        return "None of these values is allowed with the others as they stand."
    if not found.runs:
        best = max(found.counted, key=_chance)
        if not best.chance:
            return f"None of them does: there is no chance of “{found.goal.label}” with any."
        return f"None of them does. {_told(found, best)}, the most there is."
    if found.runs == ((0, len(found.counted) - 1),):
        least = min(found.counted, key=_chance)
        if least.chance == max(map(_chance, found.counted)):
            return f"All of them do, and all the same: {found.goal.label} {_percent(least)}."
        return f"All of them do. {_told(found, least)}, the least there is."
    if found.edge:
        return _edge(found, found.edge)
    alone = sum(map(found.is_enough, found.counted)) == 1
    return f"Only {'this does' if alone else 'these do'}: {_those_that_do(found)}."


def _chance(tried: Tried) -> Fraction:
    """The chance of a value that was counted."""
    return tried.chance or Fraction()


def _edge(found: Reverse, edge: Tried) -> str:
    """`2 steps of improvement give Success or better 55.6%; 1 step of improvement gives 33.3%.`"""
    place = found.counted.index(edge)
    beside = found.counted[place + (1 if found.is_enough(found.counted[0]) else -1)]
    return f"{_told(found, edge)}; {_told(found, beside, again=True)}."


def _told(found: Reverse, tried: Tried, *, again: bool = False) -> str:
    """A value and the chance it gives; `again` where it was said already of what."""
    declared, percent = found.varied.declared, _percent(tried)
    if found.goal.is_added_up and not isinstance(declared, Flag):
        return f"{gives(declared, tried.value)}{'' if again else f' {found.goal.label}'} {percent}"
    words = named(declared, tried.value)
    how = words if words.startswith(("without", "by")) else f"with {words}"
    return f"{percent} {how}" if again else f"{found.goal.label}: {percent} {how}"


def _those_that_do(found: Reverse) -> str:
    """The values that are enough, neighbours on a scale together, with their chances."""
    if found.is_scale:
        runs = found.runs
    else:
        runs = tuple((place, place) for place, each in enumerate(found.counted) if found.is_enough(each))
    spans = [_span(found, *run) for run in runs]
    return said(spans if len(spans) <= FEW else [*spans[:FEW], "others in the table"], word="and")


def _span(found: Reverse, first: int, last: int) -> str:
    one, other = found.counted[first], found.counted[last]
    words = named(found.varied.declared, one.value)
    if first == last:
        return f"{words} ({_percent(one)})"
    return f"{words} ({_percent(one)}) to {_label(found, other)} ({_percent(other)})"


def _percent(tried: Tried) -> str:
    return number_format.percent(_chance(tried))


def answer(found: Reverse) -> Markup:
    """Each value with its chance, those that are enough marked, and the way to fill in the one that just
    does.
    """
    if not found.counted:
        return Markup("")
    return fragment(_fill(found), _curve(found), _table(found))


def _fill(found: Reverse) -> Markup | None:
    """A button that fills in the value that just does, unless it stands there already."""
    edge = found.edge
    if edge is None or edge.value == found.varied.given(found.asked.inputs):
        return None
    return tag(
        "p",
        tag(
            "button",
            f"Fill in {named(found.varied.declared, edge.value)}",
            type="button",
            class_="button button--quiet",
            data_take=json.dumps({found.varied.path: plain(edge.value)}),
        ),
    )


def _curve(found: Reverse) -> Markup | None:
    if not isinstance(found.varied.declared, Int) or not FEWEST_DRAWN <= len(found.counted) <= MOST_DRAWN:
        return None
    labels = tuple(str(each.value) for each in found.counted)
    values = tuple(map(_chance, found.counted))
    title = f"{found.goal.label} by {found.varied.declared.title}"
    series = (plot.Series("", values),)
    return plot.picture(plot.Plot(plot.CURVE, title, found.varied.declared.title, "Chance", labels, series))


type Span = tuple[Tried, Tried]
"""The first and the last of neighbours that give the same chance."""


def _table(found: Reverse) -> Markup:
    spans = [
        (some[0], some[-1])
        for _, each in groupby(found.tried, lambda tried: tried.chance)
        if (some := [*each])
    ]
    if isinstance(found.varied.declared, Int):
        shown = spans
    else:
        shown = [(each, each) for each in found.tried]
    if len(shown) <= MOST_ROWS:
        return _rows(found, shown, "Each value")
    middle = _middle(found, shown)
    low = max(0, min(middle - AROUND, len(shown) - 2 * AROUND - 1))
    near = shown[low : low + 2 * AROUND + 1]
    return fragment(
        _rows(found, near, "The values around it"),
        tag(
            "details",
            tag("summary", f"All from {_label(found, shown[0][0])} to {_label(found, shown[-1][1])}"),
            _rows(found, shown, "Each value"),
            class_="table-wrap",
        ),
    )


def _middle(found: Reverse, shown: Sequence[Span]) -> int:
    """Where to look: the value that just does, else the highest chance."""
    wanted = found.edge or max(found.counted, key=_chance)
    place = found.tried.index(wanted)
    ends = [found.tried.index(last) for _, last in shown]
    return next(at for at, end in enumerate(ends) if end >= place)


def _rows(found: Reverse, shown: Sequence[Span], caption: str) -> Markup:
    head = tag(
        "tr",
        tag("th", found.varied.declared.title, scope="col"),
        tag("th", found.goal.label, scope="col", class_="number"),
        tag("th", "Exactly", scope="col", class_="number"),
    )
    table = tag(
        "table",
        tag("caption", caption, class_="visually-hidden"),
        tag("thead", head),
        tag("tbody", [_row(found, *each) for each in shown]),
        class_="goal-seek__table",
    )
    return tag("div", table, class_="scroll", tabindex=0, role="group", aria_label=caption)


def _row(found: Reverse, first: Tried, last: Tried) -> Markup:
    label = _label(found, first) if first is last else f"{_label(found, first)} to {_label(found, last)}"
    if first.chance is None:
        told = tag("td", "not possible", colspan=2, class_="number")
        return tag("tr", tag("th", label, scope="row"), told)
    enough = found.is_enough(first)
    edge = found.edge in (first, last)
    sign = (
        tag("strong", " enough" if edge else unseen(" enough"), class_="goal-seek__mark") if enough else None
    )
    return tag(
        "tr",
        tag("th", label, sign, bar(first.chance), scope="row", class_="grade"),
        tag("td", number_format.percent(first.chance), class_="number odds__percent"),
        tag("td", odds_words(first.chance), class_="number odds__exactly"),
        class_=classes("is-enough" if enough else None, "is-threshold" if edge else None),
    )


def _label(found: Reverse, tried: Tried) -> str:
    """The value where its input stands beside it already."""
    declared = found.varied.declared
    if isinstance(declared, Flag):
        return "Yes" if tried.value else "No"
    return declared.options[tried.value] if isinstance(declared, Choice) else signed(tried.value)
