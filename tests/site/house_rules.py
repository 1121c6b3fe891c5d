"""Sets of house rules, and the set in force in a browser."""

import json
from typing import Any

from tests.site.browsers import Browser

_PUT = """
const [game, text, look] = arguments;
const name = `diceleaf:house:/book/:${game}`;
if (text) (look ? sessionStorage : localStorage).setItem(name, text);
else localStorage.removeItem(name);
// as in other tabs
window.dispatchEvent(new StorageEvent("storage", { key: name }));
"""


def house_set(game: str, **parts: Any) -> dict[str, Any]:
    """Return a set of house rules that contains only these parts."""
    empty = {"options": {}, "rules": {}, "entries": {}, "hidden": [], "new": []}
    head = {"format": "diceleaf-house", "version": 1, "game": game, "book": "1"}
    return {**head, "name": "Thursday table", "note": "", **empty, **parts}


def put_in_force(
    browser: Browser, game: str, options: dict[str, Any] | None, *, preview: bool = False, **more: Any
) -> None:
    """Put a set with these options in force, as another tab would; without options, the standard rules.

    With `preview`, the set applies in this tab only.
    """
    record = None
    if options is not None:
        record = {"id": "" if preview else "thursday", "look": preview, "sentences": {}}
        record["set"] = house_set(game, options=options, **more)
    browser.eval(_PUT, game, record and json.dumps(record), preview)
