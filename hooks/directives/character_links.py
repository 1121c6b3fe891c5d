"""A character of an example, ready to play: a link that holds it and puts it on the reader's own sheet."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hooks.directives import fences
from hooks.directives.errors import mistake
from hooks.directives.examples import Call, Session
from hooks.directives.fences import Fence
from hooks.directives.pages import Page
from rules_py.base import file_format
from rules_py.present import Markup
from rules_py.present.html import tag
from rules_py.systems import registry

if TYPE_CHECKING:
    from hooks.directives.library import Library

OPTION = "ready"


def link(fence: Fence, calls: Sequence[Call], page: Page, library: Library) -> Markup | None:
    """The link whose words are the fence's `ready="Put Odile on a sheet"`, to the one character in it."""
    words = fence.options.get(OPTION)
    if words is None:
        return None
    checked = [call for call in calls if call.name == "check_sheet"]
    if len(checked) != 1:
        raise mistake(fence.place, OPTION, f"{len(checked)} characters", "an example that checks one sheet")
    [call] = checked
    if not call.result.legal:
        raise mistake(fence.place, OPTION, call.result.errors, "a character that breaks no rule")
    address = library.sheets.get(call.about)
    if address is None:
        raise mistake(fence.place, OPTION, call.about, "a game whose book has a page with its sheet")
    way = f"{page.root}{address}#{_fragment(call)}"
    return tag("p", tag("a", words, href=way, class_="button button--quiet"), class_="ready")


def characters(game: str, library: Library) -> list[tuple[str, str]]:
    """Every character that the game's book has ready: its name, and the fragment of a link that holds it."""
    found = []
    for page, lines in library.chapters(game):
        pieces = fences.split(lines, page.start)
        examples = [each for each in pieces if isinstance(each, Fence) and each.language == "pycon"]
        if not any(OPTION in each.options for each in examples):
            continue
        session = Session()  # one for the page, as later examples speak of earlier ones
        for each in examples:
            ran = session.run("\n".join(each.body), each.body_place)
            checked = [call for call in ran if call.name == "check_sheet"]
            if OPTION in each.options:
                found += [(str(call.given["sheet"]["name"]), _fragment(call)) for call in checked[:1]]
    return found


def _fragment(call: Call) -> str:
    """The character as a link holds it; docs/assets/js/storage/share-link.js reads it."""
    sheet = registry.game(call.about).sheet
    assert sheet is not None  # it was checked against it
    kind = file_format.CHARACTERS
    file = kind.head(call.about, sheet.version) | {kind.among: [sheet.blank() | call.given["sheet"]]}
    text = json.dumps(file, ensure_ascii=False, separators=(",", ":")).encode()
    packed = zlib.compress(text, 9, wbits=-zlib.MAX_WBITS)
    return f"sheet={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
