"""What pages, and the programs beside them, may do: each page says it in a meta element, since many hosts
send no headers of ours; the rest stands in `_headers`, for hosts that read it.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

HEADERS = "_headers"
"""Netlify, Cloudflare Pages and others read it; where it isn't read it does no harm."""

_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<body>.*?)</script>", re.DOTALL)
_STYLE = re.compile(r"<style[^>]*>(?P<body>.*?)</style>", re.DOTALL)

_PAGE = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    # docs/assets/js/trusted.js is the one way from text to markup and scripts
    "require-trusted-types-for": "'script'",
    "trusted-types": "diceleaf",
}
WORKER = "default-src 'none'; script-src blob: 'wasm-unsafe-eval'; connect-src 'self'"
"""That of the engine's worker. It comes as a header alone: from the host, or from what the service worker
stored.
"""
_SERVICE_WORKER = "default-src 'none'; connect-src 'self'"

_FOR_EVER = "Cache-Control: public, max-age=31536000, immutable"
_OF_EACH = {
    "/*": [
        "Content-Security-Policy: frame-ancestors 'none'",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
        "Cross-Origin-Opener-Policy: same-origin",
        "Cross-Origin-Resource-Policy: same-origin",
        "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ],
    "/engine/worker-*": [f"Content-Security-Policy: {WORKER}", _FOR_EVER],
    "/engine/*.bin": [_FOR_EVER],
    "/sw.js": [f"Content-Security-Policy: {_SERVICE_WORKER}", "Cache-Control: no-cache"],
    **{f"/assets/{name}-*": [_FOR_EVER] for name in ("css", "fonts", "images", "js")},
}


def inline_scripts(pages: Iterable[str]) -> list[str]:
    """Hashes of the scripts that stand in the pages themselves."""
    return _hashes(
        found["body"]
        for page in pages
        for found in _SCRIPT.finditer(page)
        if "src=" not in found["attributes"] and 'type="application/json"' not in found["attributes"]
    )


def of_page(page: str, scripts: Iterable[str]) -> str:
    """Everything from the site itself and nothing from elsewhere; of what stands in pages themselves only the
    scripts with these hashes, which any page turned to may bring, and the styles of this one.
    """
    styles = _hashes(found["body"] for found in _STYLE.finditer(page))
    rules = _PAGE | {
        "script-src": " ".join([_PAGE["script-src"], *scripts]),
        "style-src": " ".join([_PAGE["style-src"], *styles]),
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def write_headers(site: Path) -> None:
    """Write the headers that only a host can send, for one at whose root the site stands."""
    lines = (f"{pattern}\n" + "".join(f"  {each}\n" for each in found) for pattern, found in _OF_EACH.items())
    (site / HEADERS).write_text("\n".join(lines), "utf-8")


def _hashes(bodies: Iterable[str]) -> list[str]:
    digests = {hashlib.sha256(body.encode()).digest() for body in bodies}
    return sorted(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
