"""The ready characters of a book's examples: links that hold one and put it on the reader's own sheet."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence

from hooks.base.errors import mistake
from hooks.directives import fences
from hooks.directives.directive import Chapters, Context
from hooks.directives.examples import EXAMPLE, Session
from hooks.directives.fences import Fence
from rules_py.analysis.examples import Call
from rules_py.base import file_format
from rules_py.present import Markup
from rules_py.present.html import tag
from rules_py.systems import registry

OPTION = "ready"


def link(fence: Fence, calls: Sequence[Call], context: Context) -> Markup | None:
    """Return the link to the example's one character, labelled by `ready="Put Odile on a sheet"`, if any."""
    label = fence.options.get(OPTION)
    if label is None:
        return None
    checks = [call for call in calls if call.name == "check_sheet"]
    if len(checks) != 1:
        raise mistake(fence.place, OPTION, f"{len(checks)} characters", "one check_sheet call in the example")
    [call] = checks
    if not call.result.legal:
        raise mistake(fence.place, OPTION, call.result.errors, "a character without broken rules")
    address = context.sheet_pages.get(call.subject)
    if address is None:
        raise mistake(fence.place, OPTION, call.subject, "a game with a sheet block in its book")
    href = f"{context.page.root}{address}#{_fragment(call)}"
    return tag("p", tag("a", label, href=href, class_="button"), class_="ready")


def characters(chapters: Chapters) -> list[tuple[str, str]]:
    """Return every ready character of a book: its name, and the fragment of a link to it."""
    characters = []
    for page, lines in chapters:
        pieces = fences.split(lines, page.start)
        examples = [piece for piece in pieces if isinstance(piece, Fence) and piece.language == EXAMPLE]
        if not any(OPTION in example.options for example in examples):
            continue
        session = Session()  # one for the page, as later examples use names of earlier ones
        for example in examples:
            calls = session.run("\n".join(example.body), example.body_place)
            checks = [call for call in calls if call.name == "check_sheet"]
            if OPTION in example.options:
                characters += [(str(call.inputs["sheet"]["name"]), _fragment(call)) for call in checks[:1]]
    return characters


def _fragment(call: Call) -> str:
    """Return the character as a link holds it, which docs/assets/js/storage/share-link.js reads."""
    sheet = registry.game(call.subject).sheet
    assert sheet is not None  # the call has checked a character against it
    kind = file_format.CHARACTERS
    file = kind.header(call.subject, sheet.version) | {kind.items_key: [sheet.blank() | call.inputs["sheet"]]}
    text = json.dumps(file, ensure_ascii=False, separators=(",", ":")).encode()
    packed = zlib.compress(text, 9, wbits=-zlib.MAX_WBITS)
    return f"sheet={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
