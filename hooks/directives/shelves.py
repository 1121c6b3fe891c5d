"""The `shelf` fence: every book of the catalogue, so that a new game is listed without an edit."""

from __future__ import annotations

from hooks.directives import body
from hooks.directives.fences import Fence
from rules_py import catalogue, present
from rules_py.present import Markup


def shown(fence: Fence) -> Markup:
    """The games that are books: those with numbered rules."""
    body.must_be_empty(fence, "it lists every book")
    return present.shelf(each for each in catalogue.games() if each.numbers)
