"""The pages that are shown instead of a missing one.

A host shows `404.html`. Without a network the service worker shows `not-saved.html` for a page of a book that
isn't stored. Both contain their styles, as they are shown at any address and relative links would fail.
"""

from __future__ import annotations

import re
from pathlib import Path

NAMES = ("404.html", "not-saved.html")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"^  (?P<selector>\S[^{}@]*?) \{\n(?P<body>[^{}]*)\n  \}", re.MULTILINE)
_LIGHT, _DARK = '[data-md-color-scheme="default"]', '[data-md-color-scheme="slate"]'


def colours(palette: Path) -> str:
    """Return the colours, fonts and covers of the palette as CSS for one page.

    The page follows the system's scheme, unless its root has another in `data-colours`.
    """
    css = _COMMENT.sub("", palette.read_text("utf-8"))
    rules = [(rule["selector"], rule["body"]) for rule in _RULE.finditer(css)]
    bodies: dict[str, str] = {}
    for selector, body in rules:
        bodies[selector] = bodies.get(selector, "") + body
    covers = [f"{selector} {{{body}}}" for selector, body in rules if selector.startswith(":is(.cover")]
    return "\n".join(
        [
            f":root {{{bodies[':root']}{bodies[_LIGHT]}}}",
            f":root[data-colours=dark] {{{bodies[_DARK]}}}",
            f"@media (prefers-color-scheme: dark) {{ :root:not([data-colours=light]) {{{bodies[_DARK]}}} }}",
            *covers,
        ]
    )
