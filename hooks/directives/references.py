"""The `reference` fence: a list of the package's data, complete on the page."""

from __future__ import annotations

from collections.abc import Mapping

from hooks.directives import yaml_body
from hooks.directives.errors import mistake
from hooks.directives.fences import Fence, FenceKind
from rules_py import present
from rules_py.base.errors import join_or
from rules_py.present import Markup
from rules_py.sheets.reference_list import ReferenceList
from rules_py.systems import registry
from rules_py.systems.game import Game

FENCES: Mapping[str, FenceKind] = {
    "reference": FenceKind(
        "A list of a game's data, complete: sortable, filterable, an anchor for each entry.",
        {
            "list": "The game and the list's name, such as `core_rules.skills`.",
            "folded": "`yes` where it stands behind a line, because few will read it from end to end.",
        },
    )
}


def named_by(fence: Fence) -> tuple[Game, ReferenceList]:
    """The game and the list that the fence's `list: core_rules.skills` names."""
    found = yaml_body.read(fence)
    found.only(*FENCES["reference"].fields)
    known = {f"{game.id}.{each.name}": (game, each) for game in registry.games() for each in game.references}
    name = found.text("list", join_or(known))
    if name not in known:
        raise mistake(found.place("list"), "list", name, join_or(known))
    return known[name]


def stated_by(fence: Fence) -> tuple[str, ...]:
    """The numbers of the rules that the entries of the list state."""
    _, listed_here = named_by(fence)
    if not listed_here.states:
        return ()
    return tuple(number for entry in listed_here.entries for number in entry.rules)


def shown(fence: Fence) -> Markup:
    """The list, with the marks of the rules it states; behind a line where it is `folded`."""
    found = yaml_body.read(fence)
    folded = found.values.get("folded", False)
    if not isinstance(folded, bool):
        raise mistake(found.place("folded"), "folded", folded, "yes or no")
    return present.reference(*named_by(fence), folded=folded)
