"""Comparisons of odds on a page: a chart, a table with the differences, and the same as text.

The build prints only buttons; everything behind them comes from the engine when it is first requested.
"""

from rules_py.present.compare.character_picker import (
    render_character_picker,
    render_party_picker,
    render_side_picker,
)
from rules_py.present.compare.description import NamedComparison, named_by_difference, sum_up
from rules_py.present.compare.export import to_csv, to_markdown
from rules_py.present.compare.frame import comparison_buttons, fill_in_button, render_comparison_frame
from rules_py.present.compare.page import comparison_parts

__all__ = [
    "NamedComparison",
    "to_csv",
    "to_markdown",
    "render_character_picker",
    "render_party_picker",
    "comparison_buttons",
    "fill_in_button",
    "render_comparison_frame",
    "named_by_difference",
    "comparison_parts",
    "sum_up",
    "render_side_picker",
]
