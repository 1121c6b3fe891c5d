"""The `reference` directive: a list of a game's data, complete on the page."""

from __future__ import annotations

from contextlib import suppress

from hooks.base.errors import DirectiveError, mistake
from hooks.directives import cell_links, declaring, fences, yaml_body
from hooks.directives.directive import Chapters, Context, Directive
from hooks.directives.fences import Fence
from hooks.directives.yaml_body import Body
from rules_py import present
from rules_py.present import Markup
from rules_py.sheets.reference_list import ReferenceList
from rules_py.systems import registry
from rules_py.systems.game import Game

_FIELDS = {
    "list": "The game and the name of a list declared elsewhere, such as `core_rules.skills`.",
    "collapsed": "`yes` to collapse it under its title.",
    **declaring.LIST.fields,
}


def pages_of_lists(chapters: Chapters) -> dict[str, str]:
    """Return the address of the first page that shows each list, by the id of the list."""
    pages: dict[str, str] = {}
    for page, lines in chapters:
        for piece in fences.split(lines, page.start):
            if isinstance(piece, Fence) and piece.language == declaring.LIST.language:
                with suppress(DirectiveError):  # reported on its page
                    pages.setdefault(_id(piece), page.address)
    return pages


def _id(fence: Fence) -> str:
    if declaring.declares(fence):
        return declaring.declared_id(fence)
    return str(yaml_body.read(fence).values["list"])


def _read(fence: Fence) -> tuple[Body, Game, ReferenceList]:
    body = yaml_body.read(fence)
    lists = {
        f"{game.id}.{reference.name}": (game, reference)
        for game in registry.games()
        for reference in game.references
    }
    if declaring.declares(fence):
        return body, *declaring.find_declaration(fence, lists)
    body.only("list", "collapsed")
    return body, *body.one_of("list", lists)


def _states(fence: Fence) -> tuple[str, ...]:
    _, _, reference = _read(fence)
    if not reference.states_rules:
        return ()
    return tuple(number for entry in reference.entries for number in entry.rules)


def _show(fence: Fence, context: Context) -> Markup:
    body, game, reference = _read(fence)
    if declaring.declares(fence):
        cell_links.check(fence, declaring.declaration(fence)["rows"], context)
    collapsed = body.values.get("collapsed", False)
    if not isinstance(collapsed, bool):
        raise mistake(body.place("collapsed"), "collapsed", collapsed, "yes or no")
    return present.render_reference(game, reference, collapsed=collapsed)


DIRECTIVES = (
    Directive(
        declaring.LIST.language,
        "A list, sortable and filterable, with an anchor for each entry.",
        fields=_FIELDS,
        show=_show,
        kind="list",
        shows=declaring.LIST.shows,
        states=_states,
    ),
)
