"""The `shelf` fence, every book there is, so that a new game is listed without an edit; and `kept`, all that
a reader keeps of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from hooks.directives import yaml_body
from hooks.directives.fences import Fence, FenceKind
from hooks.pages import covers
from rules_py import present
from rules_py.present import Markup
from rules_py.systems import registry

FENCES: Mapping[str, FenceKind] = {
    "shelf": FenceKind("Every book there is, by its cover. It has no fields."),
    "kept": FenceKind("All that a reader keeps of the books, with its backup. It has no fields."),
}


def shown(fence: Fence) -> Markup:
    """The games that are books: those with numbered rules."""
    yaml_body.must_be_empty(fence, "it lists every book")
    return present.render_bookshelf((each for each in registry.games() if each.numbers), covers.drawing)


def kept_shown(fence: Fence) -> Markup:
    """What the reader keeps in the browser, with its backup."""
    yaml_body.must_be_empty(fence, "it shows whatever the reader keeps")
    return present.render_backup(registry.games())
