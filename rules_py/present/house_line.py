"""The line of a character or an encounter that names its house rules."""

from __future__ import annotations

from collections.abc import Sequence

from rules_py.calculators.house_rules import Option, Values, read_house_rules
from rules_py.inputs import Flag
from rules_py.present.components import command_button, note_line
from rules_py.present.html import Markup, fragment, tag
from rules_py.present.input_text import value_text
from rules_py.present.links import page_link
from rules_py.systems.game import Game

MAX_CHARS = 80
"""The most characters of house rules that aren't collapsed: about two lines on a phone."""


def render_house_line(
    game: Game, options: Sequence[Option], own: Values, table: Values, name: str = ""
) -> Markup:
    """Return the house rules of a sheet or an encounter, among those `options` that affect it.

    If they differ from those of the `table`, a button applies these; if not, the `name` of the table's set is
    added. The line is empty if both follow the book.
    """
    own, table = (read_house_rules(options, each)[0] for each in (own, table))
    if not own and not table:
        return Markup()
    named = "; ".join(_option_text(each, own[each.name]) for each in options if each.name in own)
    return tag(
        "div",
        _rules(game, named, f"House rules ({name})" if name and own == table else "House rules"),
        None if own == table else tag("p", _other_rules(table)),
        class_="house-line",
    )


def _rules(game: Game, named: str, label: str) -> Markup:
    link = page_link(f"{game.id}/house-rules/", "Our house rules", class_="on-screen")
    if len(named) <= MAX_CHARS:
        return tag("p", f"{label}: {named}. " if named else "By the book. ", link)
    topics = tag("span", named, class_="note-line__topics")
    return note_line(fragment(f"{label} ", topics), tag("p", f"{named}. ", link, data_label=label))


def _other_rules(table: Values) -> list[Markup]:
    whose = "table’s" if table else "book’s"
    return [
        tag("span", "Your table plays by other rules. " if table else "Your table plays by the book. "),
        command_button("table-rules", f"Use the {whose} rules"),
    ]


def _option_text(option: Option, value: object) -> str:
    if isinstance(option.input, Flag) and value:
        return str(option.input.label)
    return f"{option.input.label}: {value_text(option.input, value)}"
