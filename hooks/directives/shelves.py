"""The `shelf` fence: every book of the catalogue, so that a new game is listed without an edit."""

from __future__ import annotations

from hooks.directives.errors import mistake
from hooks.directives.fences import Fence
from rules_py import catalogue, present
from rules_py.present import Markup


def shown(fence: Fence) -> Markup:
    """The games that are books: those with numbered rules. The fence's body is empty."""
    if any(line.strip() for line in fence.body):
        raise mistake(
            fence.body_place, "body of a shelf fence", fence.body[0].strip(), "nothing: it lists every book"
        )
    return present.shelf(each for each in catalogue.games() if each.numbers)
