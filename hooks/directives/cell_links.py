"""Links in the cells of tables and lists that a page declares.

Pages anywhere in the book show these cells, so their links lead from the root of the site.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from hooks.base.errors import Place, mistake
from hooks.directives import yaml_body
from hooks.directives.directive import Context
from hooks.directives.fences import Fence
from hooks.directives.pages import made_page
from rules_py.base.inline_markup import DESTINATION, addresses

_ELSEWHERE = ("https://", "http://", "mailto:")
_DESTINATION = re.compile(rf"(?<=\]){DESTINATION}")


def from_root(cell: str, place: Place) -> str:
    """Return the cell with its links to pages as addresses from the root of the site: `/ferry/gear/#bell`.

    Raises DirectiveError for other links.
    """
    name = place.path.partition("/")[2]
    linked = addresses(cell)

    def replacement(match: re.Match[str]) -> str:
        address = match["address"]
        if address not in linked or address.startswith(_ELSEWHERE):
            return match[0]
        path, hash_, anchor = address.partition("#")
        if path and not path.endswith(".md"):
            raise mistake(place, "link in a cell", address, "a page, such as gear.md#bell, or #bell")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
        return f"(/{made_page(target).address}{hash_}{anchor})"

    return _DESTINATION.sub(replacement, cell)


def check(fence: Fence, rows: Sequence[Sequence[str]], context: Context) -> None:
    """Raise DirectiveError for a link in these rows of a block to a page that the book lacks."""
    game = context.page.game
    page_addresses = {page.address for page, _ in context.chapters(game)}
    for at, row in enumerate(rows):
        for address in (address for cell in row for address in addresses(str(cell))):
            path = address.partition("#")[0].removeprefix("/")
            if path.startswith(f"{game}/") and path not in page_addresses:
                place = yaml_body.read(fence).place("rows", at)
                raise mistake(place, "link", f"{path.removesuffix('/')}.md", "a page of the book")
