"""Files of what a reader keeps: characters, and scenes of a desk. Written and read the same way everywhere.

A file is JSON: `{"format": "diceleaf-sheet", "version": 1, "game": "core_rules", "sheets": [{…}]}`. `version`
is that of the game's sheet or desk, and says how to read what is in it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.base import safe_json
from rules_py.base.errors import Fault, InputError
from rules_py.base.limits import MAX_FILE_CHARS, MAX_JSON_CHARS, MAX_SAVED_ITEMS
from rules_py.base.wording import quoted


@dataclass(frozen=True)
class FileKind:
    """What a file holds: the name of its format, where in it the things stand, and what one is called."""

    format: str
    items_key: str
    item_name: str

    def header(self, game: str, version: int) -> dict[str, Any]:
        """What a file says before its things."""
        return {"format": self.format, "version": version, "game": game}


CHARACTERS = FileKind("diceleaf-sheet", "sheets", "character")
ENCOUNTERS = FileKind("diceleaf-desk", "scenes", "scene")


def file_error(code: str, given: object, words: str) -> InputError:
    """The error for a file that can't be taken, in words for whoever chose it."""
    return InputError(Fault("file", code, given, "", words))


def read(kind: FileKind, text: Any, game: str, version: int) -> tuple[int, list[Mapping[str, Any]]]:
    """The version of a file and the things in it, not yet judged.

    Raises InputError with words for a reader: `bad_file` for what is no such file, or damaged; `other_game`;
    `unknown_version` for one of a version yet to come.
    """
    things = f"{kind.item_name}s"
    if not isinstance(text, str) or len(text) > MAX_FILE_CHARS:
        raise file_error("bad_file", text, f"The file is too long to hold {things}.")
    try:
        file = safe_json.parse(text, longest=MAX_FILE_CHARS)
    except safe_json.InvalidJsonError as error:
        words = f"The file is damaged, or no file of {things}: it can’t be read."
        raise file_error("bad_file", text, words) from error
    if not isinstance(file, Mapping) or file.get("format") != kind.format:
        raise file_error("bad_file", file, f"This is no file of {things} from this site.")
    if file.get("game") != game:
        other = quoted(file.get("game")).strip("“”")
        words = f"The {things} in this file belong to another game ({other})."
        raise file_error("other_game", file.get("game"), words)
    return _version(kind, file.get("version"), version), _things(kind, file.get(kind.items_key))


def _version(kind: FileKind, found: Any, newest: int) -> int:
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        raise file_error("bad_file", found, "The file is damaged: its version is missing.")
    if found > newest:
        versions = f"it has version {quoted(found)}, this one {newest}"
        words = f"The file comes from a newer version of this book ({versions})."
        raise file_error("unknown_version", found, words)
    return found


def _things(kind: FileKind, found: Any) -> list[Mapping[str, Any]]:
    sound = isinstance(found, list) and 1 <= len(found) <= MAX_SAVED_ITEMS
    if not sound or not all(isinstance(each, Mapping) for each in found):
        words = f"The file is damaged: it holds no {kind.item_name}s that can be read."
        raise file_error("bad_file", found, words)
    if any(len(json.dumps(each)) > MAX_JSON_CHARS for each in found):
        words = f"One of the {kind.item_name}s in this file is too long to be one."
        raise file_error("bad_file", found, words)
    return list(found)
