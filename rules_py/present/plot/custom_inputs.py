"""A chart with the reader's own inputs instead of the book's: the collapsible for them, its form once the
engine has loaded, and the title of the changed chart.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from rules_py.analysis.plot_spec import MAX_SERIES, PlotSpec
from rules_py.calculators.calculator import BoundCalculator, Inputs
from rules_py.calculators.distribution import EACH
from rules_py.inputs import Choice, Input
from rules_py.present.calculator_form import calculator_form
from rules_py.present.components import button, note_line
from rules_py.present.house_figures import as_json, house_note, options_attribute
from rules_py.present.html import Markup, fragment, tag, visually_hidden
from rules_py.present.input_labels import labelled_value
from rules_py.present.input_text import value_text
from rules_py.present.loading_status import status
from rules_py.present.plot.data import MAX_STRIPS
from rules_py.present.shared_labels import HOUSE_RULE, STANDARD_RULES


def custom_inputs_collapsible(spec: PlotSpec, title: str) -> Markup | None:
    """Return `<dice-plot>`, a line that opens, with the data that the engine needs. None if nothing in the
    plot can be changed.
    """
    if not spec.changeable_inputs:
        return None
    return tag(
        "dice-plot",
        note_line(
            fragment("Use your own values", visually_hidden(": ", title)),
            status(),
            tag("div", data_part="place"),
            tag("p", class_="calc__message", data_part="message", role="alert"),
            look="table-wrap",
            data_part="fold",
        ),
        data_plot=as_json(spec.to_json()),
        data_options=options_attribute(spec.calculator, named=spec.named_inputs),
    )


def custom_inputs_form(own_id: str, spec: PlotSpec) -> Markup:
    """Return the form of the changeable inputs, with the book's values, and a button that restores these."""
    back = button("Reset", data_part="back", hidden=True)
    return fragment(
        calculator_form(own_id, _initial_inputs(spec), spec.changeable_inputs, whole=True), tag("p", back)
    )


def _initial_inputs(spec: PlotSpec) -> BoundCalculator:
    """Return the initial inputs of the form."""
    return spec.bind(spec.series[0], spec.points[0])


def title(book: PlotSpec, own: PlotSpec, left_out: Sequence[str] = ()) -> str:
    """Return the title of the chart with the reader's inputs: those that differ, and the points without a
    value. It is empty if none differs.
    """
    before, after = _initial_inputs(book).inputs, own.bind(own.base_series, own.points[0]).inputs
    changed = [each for each in book.changeable_inputs if before[each.name] != after[each.name]]
    values = ", ".join(_labelled_value(each, after[each.name]) for each in changed)
    without = f". Omitted as impossible: {', '.join(left_out)}" if left_out else ""
    return f"Your values: {values}{without}" if changed else ""


def beside_book(spec: PlotSpec, house: Inputs) -> PlotSpec | None:
    """Return the plot with each series under house rules and by the book; None if there is no room."""
    both = spec.beside_house_rules(house, HOUSE_RULE, STANDARD_RULES)
    scale = spec.calculator.scale if spec.kind == EACH and spec.is_graded else None
    return both if len(both.series) <= (MAX_STRIPS if scale and scale.grades else MAX_SERIES) else None


NO_ROOM = "The book’s chart is below: there is no room for both in one."


def note_of_house_rules(
    spec: PlotSpec, left_out: Sequence[str], *, has_room: bool, effective: Container[str] | None = None
) -> Markup | None:
    """Return the line above a chart that names its house rules and missing points, and if it has no room for
    the book's series, where these are. `effective` are the names of the house rules that change the chart,
    once that is known.
    """
    without = f"Omitted as impossible: {', '.join(left_out)}." if left_out else ""
    beside = " ".join(filter(None, (without, "" if has_room else NO_ROOM)))
    return house_note(spec.calculator.inputs, _initial_inputs(spec).inputs, effective, beside=beside)


def _labelled_value(field: Input, value: Any) -> str:
    """Return a value with the name of its input, as nothing else names it."""
    if isinstance(field, Choice):
        return f"{field.title} {value_text(field, value)}"
    return labelled_value(field, value)
