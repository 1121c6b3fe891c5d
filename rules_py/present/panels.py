"""Panels: the tables derived from a sheet or an encounter, with their rolls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.present.chance import render_chance
from rules_py.present.html import Markup, classes, fragment, tag
from rules_py.present.roll_buttons import roll_button_with_cost
from rules_py.sheets.panel import OpenChoices, Panel, RollButton
from rules_py.systems.game import Game


def render_panels(
    game: Game,
    panels: Sequence[Panel],
    *,
    live: bool = True,
    own_id: str = "asked",
    maximums: Mapping[str, int] | None = None,
) -> list[Markup]:
    """Return a table for each panel.

    Rolls are buttons if `live`, else only their chances. `own_id` is the prefix of ids. `maximums` are those
    of the fields that a roll can spend, by path.
    """
    return [_panel(game, each, live, f"{own_id}-{place}", maximums) for place, each in enumerate(panels)]


def _panel(game: Game, panel: Panel, live: bool, own_id: str, maximums: Mapping[str, int] | None) -> Markup:
    def cell(value: Any, column: str, place: str) -> Markup:
        return _cell(game, value, column, live, f"{own_id}-{place}", maximums)

    head = tag("tr", [tag("th", each, scope="col") for each in panel.columns])
    rows = [
        tag(
            "tr",
            tag("th", cell(first, panel.columns[0], f"{row}-0"), scope="row"),
            [
                tag(
                    "td",
                    cell(each, column, f"{row}-{place}"),
                    data_label=column,
                    class_=None if isinstance(each, str | OpenChoices) else "number",
                )
                for place, (each, column) in enumerate(zip(rest, panel.columns[1:], strict=True), start=1)
            ],
        )
        for row, (first, *rest) in enumerate(panel.rows)
    ]
    note = tag("p", panel.note, class_="panel__note") if panel.note else None
    table = tag(
        "table", tag("caption", panel.title), tag("thead", head), tag("tbody", rows), class_="panel__table"
    )
    return tag(
        "div",
        note,
        tag("div", table, class_="scroll", tabindex=0, role="group", aria_label=panel.title),
        class_=classes("panel", None if panel.paper else "is-off-paper"),
    )


def _cell(
    game: Game, value: Any, column: str, live: bool, own_id: str, maximums: Mapping[str, int] | None
) -> Markup:
    if isinstance(value, RollButton):
        word = value.filled_button_text if value.filled_button_text != column else ""
        if live:
            return roll_button_with_cost(game, value, own_id, word, maximums)
        return fragment(word, " ", render_chance(value.chance))
    return render_chance(value) if isinstance(value, Fraction) else fragment(str(value))
