"""A picture with a reader's own figures in place of the book's: the fold that asks for them, what stands in
it once the engine is there, and how the picture is named then.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rules_py.analysis.plot_spec import Plotted
from rules_py.calculators.calculator import Asked
from rules_py.inputs import Choice, Input
from rules_py.present.calculator_form import form
from rules_py.present.html import Markup, fragment, tag, unseen
from rules_py.present.input_labels import named
from rules_py.present.input_text import said
from rules_py.present.loading_status import status


def fold(plotted: Plotted, title: str) -> Markup | None:
    """`<dice-plot>`: a line that opens, and what the engine needs to know of the picture. None where nothing
    in it can be changed.
    """
    if not plotted.changeable:
        return None
    return tag(
        "dice-plot",
        tag(
            "details",
            tag("summary", "With your own figures", unseen(": ", title)),
            status(),
            tag("div", data_part="place"),
            tag("p", class_="calc__message", data_part="message", role="alert"),
            class_="table-wrap",
            data_part="fold",
        ),
        data_plot=json.dumps(plotted.to_json(), ensure_ascii=False, separators=(",", ":")),
    )


def asking(own_id: str, plotted: Plotted) -> Markup:
    """The form of what can be changed, filled in as the book has it, and the way back to that."""
    back = tag(
        "button",
        "The book’s figures",
        type="button",
        class_="button button--quiet",
        data_part="back",
        hidden=True,
    )
    return fragment(form(own_id, _begun(plotted), plotted.changeable), tag("p", back))


def _begun(plotted: Plotted) -> Asked:
    """What the form asks at first."""
    return plotted.asked(plotted.lines[0], plotted.points[0])


def title(book: Plotted, own: Plotted, left_out: Sequence[str] = ()) -> str:
    """Return what the picture shows with the reader's figures: those that differ, and the points without a
    value. Empty if none differs.
    """
    before, after = _begun(book).inputs, own.asked(own.newest, own.points[0]).inputs
    changed = [each for each in book.changeable if before[each.name] != after[each.name]]
    told = ", ".join(_told(each, after[each.name]) for each in changed)
    without = f". Left out, because impossible: {', '.join(left_out)}" if left_out else ""
    return f"Your own figures: {told}{without}" if changed else ""


def _told(declared: Input, value: Any) -> str:
    """A value with the name of its input: nothing else says of what it is a choice."""
    if isinstance(declared, Choice):
        return f"{declared.title} {said(declared, value)}"
    return named(declared, value)
