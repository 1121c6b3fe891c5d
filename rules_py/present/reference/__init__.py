"""Reference lists: every entry with an anchor, complete on the page; the element adds filters and sorting.

A list with long texts has rows that open: a row has the name, two short values and one roll, and the rest is
below it. A short list, or one of numbers, is a table.

A list may have inputs above its entries. Then each entry shows its rolls for these inputs: at first for the
initial values, and again whenever the reader changes them.
"""

from __future__ import annotations

from rules_py.present.html import Markup, tag
from rules_py.present.reference.columns import has_rows
from rules_py.present.reference.entries import render_rows, render_table
from rules_py.present.reference.rolls import render_list_inputs, render_roll_options, with_roll_form
from rules_py.present.reference.tools import render_tools
from rules_py.sheets.reference_list import ReferenceList
from rules_py.systems.game import Game

__all__ = ["render_list_inputs", "render_reference", "render_roll_options"]


def render_reference(game: Game, reference_list: ReferenceList, *, collapsed: bool = False) -> Markup:
    """Return the list as a section that a `<dice-reference>` filters and sorts. Its entries have the marks of
    the rules they state, or links to them.

    A list that is `collapsed` opens from a line.
    """
    rows = has_rows(reference_list)
    options = render_roll_options(game, reference_list, reference_list.initial_query)
    entries = (
        render_rows(game, reference_list, options) if rows else render_table(game, reference_list, options)
    )
    rolls = reference_list.query_inputs or any(each.roll_button for each in reference_list.entries)
    whole = tag(
        "section",
        tag("dice-reference", render_tools(game, reference_list, rows=rows)),
        with_roll_form(game, reference_list, entries) if rolls else entries,
        class_="reference",
        id=f"list-{reference_list.name}",
    )
    summary = tag("summary", reference_list.title, " ", tag("span", f"({len(reference_list.entries)})"))
    return tag("details", summary, whole, class_="fold table-wrap") if collapsed else whole
