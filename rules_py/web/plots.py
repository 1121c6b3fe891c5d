"""Pictures of a page with a reader's own figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.analysis.plot_spec import parse_plot_spec
from rules_py.dice.incremental import Incremental
from rules_py.present import plot as drawing
from rules_py.web.request import Action, id_of, inputs_of, value_of
from rules_py.web.rolls import RECENT


def _plot_form(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {"frame": drawing.custom_inputs_form(id_of(asked), parse_plot_spec(value_of(asked, "plot")))}


def _plot(asked: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    book = parse_plot_spec(value_of(asked, "plot"))
    own, left_out = book.with_reader_inputs(inputs_of(asked)).without_impossible_points()
    every = own.bind_all()
    title = drawing.title(book, own, left_out)
    if not title:
        return {"own": False, "html": {}}
    numbers = yield from own.numbers_incrementally(every, RECENT.counting)
    shown = drawing.of_plotted(own, numbers, title)
    return {
        "own": True,
        "html": {"title": title, "picture": drawing.picture(shown), "figures": drawing.table(shown)},
    }


ACTIONS: dict[str, Action] = {"plot_form": _plot_form, "plot": _plot}
