"""The sheets and characters that contract tests use."""

from __future__ import annotations

import base64
import copy
import json
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from hooks.contracts.markup import attribute, markup_of
from hooks.contracts.requests import reply_to
from hooks.directives import character_links
from hooks.directives.library import Library
from rules_py.base.file_format import CHARACTERS
from rules_py.base.paths import BOOK
from rules_py.systems import registry
from rules_py.systems.game import Game

DOCS = BOOK / "docs"


WITH_SHEET = [game for game in registry.games() if game.sheet]


of_every_game = pytest.mark.parametrize("game", WITH_SHEET, ids=[game.id for game in WITH_SHEET])


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(DOCS)


def character_of_link(fragment: str) -> dict[str, Any]:
    """Return the character in a link's fragment."""
    packed = fragment.partition("=")[2]
    text = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -zlib.MAX_WBITS)
    character: dict[str, Any]
    [character] = json.loads(text)[CHARACTERS.items_key]
    return character


def people(game: Game, library: Library) -> list[dict[str, Any]]:
    """Return a blank sheet and every ready character of the book."""
    characters = [
        character_of_link(fragment) for _, fragment in character_links.characters(library.chapters(game.id))
    ]
    assert game.sheet
    return [game.sheet.blank(), *characters]


def broken(game: Game, character: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the character with each of its fields damaged in turn, and without any field."""
    for name in character:
        for junk in (None, "", "x" * 90, -7, 10**9, True):
            yield (
                {**character, name: junk}
                if not isinstance(character[name], (list, dict))
                else {**character, name: [junk] if isinstance(character[name], list) else {"what": junk}}
            )
    yield {}


def request(game: Game, sheet: Any, part: str, **more: Any) -> dict[str, Any]:
    """Return the page's reply to a request for one part of a sheet."""
    return reply_to({"action": "sheet", "game": game.id, "sheet": sheet, "parts": [part], **more})


def after(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data with these changes, as the page makes them."""
    changed = copy.deepcopy(dict(data))
    for path, value in changes.items():
        *way, last = path.split(".")
        place: Any = changed
        for name in way:
            if not isinstance(place.get(name), dict):
                place[name] = {}
            place = place[name]
        place[last] = value
    return changed


def buttons(html: str) -> list[dict[str, Any]]:
    elements = markup_of(html).css("[data-changes]:not([disabled])")
    return [json.loads(attribute(each, "data-changes")) for each in elements]
