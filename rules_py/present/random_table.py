"""A complete random table: the dice, the text and the exact chance of each entry."""

from __future__ import annotations

from fractions import Fraction

from rules_py.calculators.random_table import RandomTable, TableEntry
from rules_py.present.chance import chance_in_cell
from rules_py.present.html import Markup, fragment, tag
from rules_py.present.inline_dice import prose_with_dice
from rules_py.present.links import entry_link, rule_mark
from rules_py.systems.game import Game


def render_random_table(game: Game, table: RandomTable) -> Markup:
    """Return the table, each entry with an anchor, the mark of the rule it states, and a link to its next
    table.
    """
    dice, *columns = table.headings or (table.dice, "Entry")
    head = tag(
        "tr",
        tag("th", dice, scope="col", class_="number"),
        [tag("th", each, scope="col") for each in columns],
        tag("th", "Chance", scope="col", class_="number"),
    )
    rows = [_row(game, table, place, each) for place, each in enumerate(table.entries)]
    return tag(
        "section",
        tag(
            "table",
            tag("caption", table.title, class_="visually-hidden"),
            tag("thead", head),
            tag("tbody", rows),
            class_="reference__table entries",
        ),
        class_="reference",
        id=anchor_of(table),
    )


def anchor_of(table: RandomTable) -> str:
    """Return the anchor of the whole table."""
    return f"table-{table.name}"


def _row(game: Game, table: RandomTable, place: int, entry: TableEntry) -> Markup:
    anchor = table.anchor(place)
    chance = Fraction(*table.shares[place])
    first, *others = entry.cells or (entry.text,)
    text = tag("span", prose_with_dice(game.id, first), class_="reference__name")
    then = entry.next_table and fragment(" ", _next_table_link(entry.next_table))
    mark = entry.rule and fragment(" ", rule_mark(entry.rule))
    return tag(
        "tr",
        tag("th", tag("a", table.written_span(place), href=f"#{anchor}"), scope="row", class_="number"),
        tag("td", text, None if others else fragment(then, mark)),
        [tag("td", prose_with_dice(game.id, each)) for each in others[:-1]],
        [tag("td", prose_with_dice(game.id, each), then, mark) for each in others[-1:]],
        tag("td", chance_in_cell(chance), class_="number"),
        id=anchor,
    )


def _next_table_link(table: RandomTable) -> Markup:
    """Return the link to the next table to roll on."""
    return tag("span", "→ ", entry_link(table.id, anchor_of(table), table.title), class_="entries__onward")
