"""The last touch once all pages are written: what they state about the engine and the index, and their
content security policy.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Iterable
from pathlib import Path

from hooks import material

_CHARSET = '<meta charset="utf-8">'
_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<body>.*?)</script>", re.DOTALL)
_POLICY = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
}


def finish_pages(site: Path, *, worker: str, index: str, policy: bool) -> None:
    """Mend every page below `site`, and write into it the name of the engine's worker script, where the index
    of all things to be found lies (from the root of the site) and, with `policy`, one content security policy
    for all: a page that is turned to keeps the first one's, so it must allow what any page runs.
    """
    paths = sorted(site.rglob("*.html"))
    pages = {path: material.mend_page(path.read_text("utf-8"), str(path)) for path in paths}
    head = "".join(
        f'<meta name="diceleaf-{name}" content="{html.escape(what)}">'
        for name, what in (("engine", worker), ("index", index))
    )
    if policy:
        allowed = content_security_policy(pages.values())
        head = f'<meta http-equiv="Content-Security-Policy" content="{allowed}">{head}'
    for path, text in pages.items():
        path.write_text(text.replace(_CHARSET, _CHARSET + head, 1), "utf-8")


def content_security_policy(pages: Iterable[str]) -> str:
    """Everything from the site itself and nothing from elsewhere; of the inline scripts only those that
    `pages` hold.
    """
    bodies = {
        found["body"] for page in pages for found in _SCRIPT.finditer(page) if _is_inline(found["attributes"])
    }
    hashes = sorted(
        f"'sha256-{base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()}'" for body in bodies
    )
    rules = _POLICY | {"script-src": " ".join([_POLICY["script-src"], *hashes])}
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _is_inline(attributes: str) -> bool:
    """Whether a script element holds a script, rather than an address or data."""
    return "src=" not in attributes and 'type="application/json"' not in attributes
