"""Sets of house rules, and the set in force in a browser."""

import json
from typing import Any

from tests.site.browsers import Browser

_PUT = """
const [game, text, look] = arguments;
const name = `diceleaf:house:/book/:${game}`;
if (text) (look ? sessionStorage : localStorage).setItem(name, text);
else localStorage.removeItem(name);
// what another tab is told
window.dispatchEvent(new StorageEvent("storage", { key: name }));
"""


def house_set(game: str, **parts: Any) -> dict[str, Any]:
    """Return a set of house rules, empty but for these parts."""
    empty = {"options": {}, "rules": {}, "entries": {}, "hidden": [], "new": []}
    head = {"format": "diceleaf-house", "version": 1, "game": game, "book": "1"}
    return {**head, "name": "Thursday table", "note": "", **empty, **parts}


def play_by(
    browser: Browser, game: str, options: dict[str, Any] | None, *, look: bool = False, **more: Any
) -> None:
    """Put a set with these options in force, as another tab would; without options, the book.

    With `look`, the reader of this tab only looks at it.
    """
    record = None
    if options is not None:
        record = {"id": "" if look else "thursday", "look": look, "sentences": {}}
        record["set"] = house_set(game, options=options, **more)
    browser.eval(_PUT, game, record and json.dumps(record), look)
