"""Exact odds as a picture: an SVG that any page can show, and behind it a table with every figure.

Not by a library: pygal, leather and svg.charts fix colours and sizes, tell screen readers nothing, and take 6
to 20 KB a chart; ours takes 2, and the engine in the browser, which has the standard library alone, draws it.

Places across are in percent and heights in em, so that a picture fills what width there is while its words
keep their size. Colours are the style sheet's: series differ by dash and mark, grades by their tone's mark.
"""

from rules_py.analysis.distribution import AT_LEAST, AT_MOST, EACH
from rules_py.analysis.plot_spec import CURVE, KINDS
from rules_py.present.plot.custom_inputs import (
    beside_book,
    custom_inputs_collapsible,
    custom_inputs_form,
    note_of_house_rules,
    title,
)
from rules_py.present.plot.data import MOST_STRIPS, UPWARD, Plot, Series, of_odds, plot_from_spec
from rules_py.present.plot.description import describe_plot
from rules_py.present.plot.figure import picture, render_plot, table

__all__ = [
    "AT_LEAST",
    "AT_MOST",
    "CURVE",
    "KINDS",
    "MOST_STRIPS",
    "EACH",
    "UPWARD",
    "Plot",
    "Series",
    "beside_book",
    "custom_inputs_form",
    "note_of_house_rules",
    "describe_plot",
    "custom_inputs_collapsible",
    "of_odds",
    "plot_from_spec",
    "picture",
    "render_plot",
    "table",
    "title",
]
