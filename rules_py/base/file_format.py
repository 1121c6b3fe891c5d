"""The format of a reader's files, which hold characters or encounters.

A file is JSON: `{"format": "diceleaf-sheet", "version": 1, "game": "core_rules", "sheets": [{…}]}`. `version`
is that of the game's sheet or tracker and determines how to read the items.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.base import safe_json
from rules_py.base.errors import Fault, InputError
from rules_py.base.limits import MAX_FILE_CHARS, MAX_JSON_CHARS, MAX_SAVED_ITEMS
from rules_py.base.wording import quote


@dataclass(frozen=True)
class FileKind:
    """The format's name, the key of its items, and the noun for one of them."""

    format: str
    items_key: str
    item_name: str

    def header(self, game: str, version: int) -> dict[str, Any]:
        """Return the fields before the items."""
        return {"format": self.format, "version": version, "game": game}


CHARACTERS = FileKind("diceleaf-sheet", "sheets", "character")
ENCOUNTERS = FileKind("diceleaf-desk", "scenes", "encounter")


def file_error(code: str, value: object, message: str) -> InputError:
    """Return the error for a file that can't be read."""
    return InputError(Fault("file", code, value, "", message))


def read(kind: FileKind, text: Any, game: str, version: int) -> tuple[int, list[Mapping[str, Any]]]:
    """Return the version of a file and its items, which aren't validated.

    Raises InputError with a message for readers: `bad_file` if it is damaged or another kind of file,
    `other_game`, or `unknown_version` if it comes from a later version.
    """
    items = f"{kind.item_name}s"
    if not isinstance(text, str) or len(text) > MAX_FILE_CHARS:
        raise file_error("bad_file", text, "This file is too large.")
    try:
        file = safe_json.parse(text, longest=MAX_FILE_CHARS)
    except safe_json.InvalidJsonError as error:
        message = f"Couldn’t read this file. It’s damaged or doesn’t contain {items}."
        raise file_error("bad_file", text, message) from error
    if not isinstance(file, Mapping) or file.get("format") != kind.format:
        raise file_error("bad_file", file, f"This file doesn’t contain {items} from this site.")
    if file.get("game") != game:
        other = quote(file.get("game")).strip("“”")
        message = f"The {items} in this file belong to another game ({other})."
        raise file_error("other_game", file.get("game"), message)
    return _check_version(file.get("version"), version), _check_items(kind, file.get(kind.items_key))


def _check_version(version: Any, newest: int) -> int:
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise file_error("bad_file", version, "Couldn’t read this file. Its version is missing.")
    if version > newest:
        versions = f"file version {quote(version)}; this site reads up to {newest}"
        message = f"This file was made by a newer version of the site ({versions}). Reload the page."
        raise file_error("unknown_version", version, message)
    return version


def _check_items(kind: FileKind, items: Any) -> list[Mapping[str, Any]]:
    is_list = isinstance(items, list) and 1 <= len(items) <= MAX_SAVED_ITEMS
    if not is_list or not all(isinstance(item, Mapping) for item in items):
        message = f"Couldn’t read this file. It contains no readable {kind.item_name}s."
        raise file_error("bad_file", items, message)
    if any(len(json.dumps(item)) > MAX_JSON_CHARS for item in items):
        message = f"One of the {kind.item_name}s in this file is too large."
        raise file_error("bad_file", items, message)
    return list(items)
