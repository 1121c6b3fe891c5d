"""Charts of exact odds: an SVG that any page can show, and a collapsed table with every number.

They don't use a library: pygal, leather and svg.charts fix colours and sizes, aren't accessible to screen
readers, and take 6 to 20 KB a chart. Ours take 2 KB, and can be drawn by the engine in the browser, which has
only the standard library.

Horizontal positions are in percent and vertical ones in em, so that a chart fills the available width while
its text keeps its size. Colours come from the style sheet; series also differ by dash and mark, grades by the
icon of their tone.
"""

from rules_py.analysis.plot_spec import CURVE, KINDS
from rules_py.calculators.distribution import AT_LEAST, AT_MOST, EACH
from rules_py.present.plot.custom_inputs import (
    beside_book,
    custom_inputs_collapsible,
    custom_inputs_form,
    note_of_house_rules,
    title,
)
from rules_py.present.plot.data import MAX_STRIPS, UPWARD, Plot, Series, of_odds, plot_from_spec
from rules_py.present.plot.description import describe_plot
from rules_py.present.plot.figure import picture, render_plot, table

__all__ = [
    "AT_LEAST",
    "AT_MOST",
    "CURVE",
    "KINDS",
    "MAX_STRIPS",
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
