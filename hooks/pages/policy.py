"""The content security policy of pages and workers.

Each page has it in a meta element, as many hosts can't send headers; the rest is in `_headers`, for hosts
that read it.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

HEADERS = "_headers"
"""The file that Netlify, Cloudflare Pages and others read; elsewhere it does no harm."""

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
    # docs/assets/js/trusted.js alone turns text into markup and scripts
    "require-trusted-types-for": "'script'",
    "trusted-types": "diceleaf",
}
WORKER = "default-src 'none'; script-src blob: 'wasm-unsafe-eval'; connect-src 'self'"
"""The policy of the engine's worker, which is a header only: from the host or the service worker."""
_SERVICE_WORKER = "default-src 'none'; connect-src 'self'"

_IMMUTABLE = "Cache-Control: public, max-age=31536000, immutable"
_HEADERS_BY_PATH = {
    "/*": [
        "Content-Security-Policy: frame-ancestors 'none'",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
        "Cross-Origin-Opener-Policy: same-origin",
        "Cross-Origin-Resource-Policy: same-origin",
        "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ],
    "/engine/worker-*": [f"Content-Security-Policy: {WORKER}", _IMMUTABLE],
    "/engine/*.bin": [_IMMUTABLE],
    "/sw.js": [f"Content-Security-Policy: {_SERVICE_WORKER}", "Cache-Control: no-cache"],
    **{f"/assets/{name}-*": [_IMMUTABLE] for name in ("css", "fonts", "images", "js")},
}


def inline_scripts(pages: Iterable[str]) -> list[str]:
    """Return the hashes of the inline scripts of the pages."""
    return _hashes(
        found["body"]
        for page in pages
        for found in _SCRIPT.finditer(page)
        if "src=" not in found["attributes"] and 'type="application/' not in found["attributes"]  # data
    )


def of_page(page: str, scripts: Iterable[str]) -> str:
    """Return the policy of a page: resources of the site, inline scripts with these hashes, which may come
    from the next page that a reader turns to, and the inline styles of this page.
    """
    styles = _hashes(found["body"] for found in _STYLE.finditer(page))
    rules = _PAGE | {
        "script-src": " ".join([_PAGE["script-src"], *scripts]),
        "style-src": " ".join([_PAGE["style-src"], *styles]),
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def write_headers(site: Path) -> None:
    """Write the headers that only a host can send, for a site at the root of its host."""
    lines = (
        f"{pattern}\n" + "".join(f"  {each}\n" for each in found)
        for pattern, found in _HEADERS_BY_PATH.items()
    )
    (site / HEADERS).write_text("\n".join(lines), "utf-8")


def _hashes(bodies: Iterable[str]) -> list[str]:
    digests = {hashlib.sha256(body.encode()).digest() for body in bodies}
    return sorted(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
