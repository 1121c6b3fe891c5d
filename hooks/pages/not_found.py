"""The page that a host shows where there is none: `404.html`. It stands alone, as no address of a stylesheet
would hold wherever it is shown.
"""

from __future__ import annotations

import re
from pathlib import Path

NAME = "404.html"
_REMARK = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"^  (?P<selector>\S[^{}@]*?) \{\n(?P<body>[^{}]*)\n  \}", re.MULTILINE)
_LIGHT, _DARK = '[data-md-color-scheme="default"]', '[data-md-color-scheme="slate"]'


def colours(palette: Path) -> str:
    """The book's colours, fonts and covers as CSS of one page, from the stylesheet that names them all.

    The page follows the system's scheme, unless its root has another in `data-colours`.
    """
    css = _REMARK.sub("", palette.read_text("utf-8"))
    rules = [(each["selector"], each["body"]) for each in _RULE.finditer(css)]
    named: dict[str, str] = {}
    for selector, body in rules:
        named[selector] = named.get(selector, "") + body
    covers = [f"{selector} {{{body}}}" for selector, body in rules if selector.startswith(":is(.cover")]
    return "\n".join(
        [
            f":root {{{named[':root']}{named[_LIGHT]}}}",
            f":root[data-colours=dark] {{{named[_DARK]}}}",
            f"@media (prefers-color-scheme: dark) {{ :root:not([data-colours=light]) {{{named[_DARK]}}} }}",
            *covers,
        ]
    )
