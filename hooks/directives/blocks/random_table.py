"""The `table` directive: a random table, complete on the page, with its roller."""

from __future__ import annotations

from hooks.directives import cell_links, declaring, yaml_body
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from rules_py import present
from rules_py.calculators.random_table import RandomTable
from rules_py.present import Markup
from rules_py.present.html import fragment
from rules_py.systems import registry
from rules_py.systems.game import Game

_FIELDS = {
    "table": "The game and the name of a table declared elsewhere, such as `recipes.weather`.",
    **declaring.TABLE.fields,
}


def _read(fence: Fence) -> tuple[Game, RandomTable]:
    tables = {table.id: (game, table) for game in registry.games() for table in game.tables}
    if declaring.declares(fence):
        return declaring.find_declaration(fence, tables)
    body = yaml_body.read(fence)
    body.only("table")
    return body.one_of("table", tables)


def _form(fence: Fence) -> str:
    return _read(fence)[1].id


def _states(fence: Fence) -> tuple[str, ...]:
    _, table = _read(fence)
    return table.id, *(entry.rule for entry in table.entries if entry.rule)


def _show(fence: Fence, context: Context) -> Markup:
    """Return the table below its roller, a chip."""
    game, table = _read(fence)
    if declaring.declares(fence):
        cell_links.check(fence, declaring.declaration(fence)["rows"], context)
    roller = present.render_calculator(registry.calculator(table.id), {}, anchor=context.form_id(fence))
    return fragment(roller, present.render_random_table(game, table))


DIRECTIVES = (
    Directive(
        declaring.TABLE.language,
        "A random table, with the exact chance of each entry and a roll button.",
        fields=_FIELDS,
        show=_show,
        made_from=lambda fence, context: context.form_id(fence),
        kind="table",
        shows=declaring.TABLE.shows,
        states=_states,
        form=_form,
    ),
)
