"""The `table` fence: a random table, complete on the page, with its roller."""

from __future__ import annotations

from collections.abc import Mapping

from hooks.directives import yaml_body
from hooks.directives.errors import mistake
from hooks.directives.fences import Fence, FenceKind
from rules_py import present
from rules_py.base.errors import join_or
from rules_py.calculators.random_table import RandomTable
from rules_py.present import Markup
from rules_py.present.html import fragment
from rules_py.systems import registry
from rules_py.systems.game import Game

_FIELDS = {"table": "The game and the table's name, such as `recipes.weather`."}
FENCES: Mapping[str, FenceKind] = {
    "table": FenceKind(
        "A random table of a game, whole, with the exact chance of each entry and a button.", _FIELDS
    )
}


def read(fence: Fence) -> tuple[Game, RandomTable]:
    """The game and the table that the fence's `table: lantern.weather` names."""
    asked = yaml_body.read(fence)
    asked.only(*_FIELDS)
    known = {each.id: (game, each) for game in registry.games() for each in game.tables}
    name = asked.text("table", join_or(known))
    if name not in known:
        raise mistake(asked.place("table"), "table", name, join_or(known))
    return known[name]


def stated_by(fence: Fence) -> tuple[str, ...]:
    """The id of the table, and the numbers of the rules that its entries state."""
    _, table = read(fence)
    return table.id, *(each.rule for each in table.entries if each.rule)


def shown(fence: Fence, anchor: str) -> Markup:
    """The table below its roller, a chip. `anchor` is the roller's id in the page."""
    game, table = read(fence)
    roller = present.calculator(registry.calculator(table.id), {}, anchor=anchor)
    return fragment(roller, present.random_table(game, table))
