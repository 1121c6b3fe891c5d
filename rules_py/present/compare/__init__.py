"""Odds beside each other in the page: one picture, one table with the differences, and the same as text.

The build prints only buttons; everything behind them comes from the engine when it is first asked for.
"""

from rules_py.present.compare.character_picker import characters, whose_sides
from rules_py.present.compare.description import Named, named_by_difference, sum_up
from rules_py.present.compare.export import as_csv, as_markdown
from rules_py.present.compare.frame import comparing, filling, render_frame
from rules_py.present.compare.page import parts

__all__ = [
    "Named",
    "as_csv",
    "as_markdown",
    "characters",
    "comparing",
    "filling",
    "render_frame",
    "named_by_difference",
    "parts",
    "sum_up",
    "whose_sides",
]
