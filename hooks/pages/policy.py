"""The content security policy of pages and workers.

Each page has it in a meta element, as many hosts can't send headers; the rest is in `_headers`, for hosts
that read it.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from hooks.base.site_folders import EMBED

HEADERS = "_headers"
"""The file that Netlify, Cloudflare Pages and others read; other hosts ignore it."""

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

ANY, NONE = "any", "none"
"""The settings of frames for all other sites and for no other."""

_IMMUTABLE = "Cache-Control: public, max-age=31536000, immutable"
_HEADERS_BY_PATH = {
    "/*": [
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
        match["body"]
        for page in pages
        for match in _SCRIPT.finditer(page)
        if "src=" not in match["attributes"] and 'type="application/' not in match["attributes"]  # data
    )


def of_page(page: str, scripts: Iterable[str]) -> str:
    """Return the policy of a page: resources of the site, inline scripts with these hashes, which may be
    part of the page to which a reader navigates, and the inline styles of this page.
    """
    styles = _hashes(match["body"] for match in _STYLE.finditer(page))
    rules = _PAGE | {
        "script-src": " ".join([_PAGE["script-src"], *scripts]),
        "style-src": " ".join([_PAGE["style-src"], *styles]),
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def write_headers(site: Path, frames: str | Sequence[str] = NONE) -> None:
    """Write the headers that only a host can send, for a site at the root of its host.

    `frames` are the hosts whose pages may show a calculator in a frame, or NONE or ANY.
    """
    headers = {pattern: [*lines] for pattern, lines in _HEADERS_BY_PATH.items()}
    for pattern in ["/*"] if frames == NONE else _pages_without_frames(site):
        headers.setdefault(pattern, []).append(_frame_policy("'none'"))
    if frames != NONE:
        hosts = "*" if frames == ANY else " ".join(["'self'", *frames])
        headers[f"/{EMBED}/*"] = [_frame_policy(hosts)]
    lines = (f"{pattern}\n" + "".join(f"  {each}\n" for each in lines) for pattern, lines in headers.items())
    (site / HEADERS).write_text("\n".join(lines), "utf-8")


def _pages_without_frames(site: Path) -> Iterator[str]:
    """Yield patterns of all pages but the embedded ones.

    Some hosts send the headers of every pattern that fits an address, and browsers then obey the strictest.
    """
    yield "/"
    for path in sorted(site.iterdir()):
        if path.suffix == ".html":
            yield f"/{path.name}"
        elif path.name != EMBED and path.is_dir() and next(path.rglob("*.html"), None):
            yield f"/{path.name}/*"


def _frame_policy(hosts: str) -> str:
    return f"Content-Security-Policy: frame-ancestors {hosts}"


def _hashes(bodies: Iterable[str]) -> list[str]:
    digests = {hashlib.sha256(body.encode()).digest() for body in bodies}
    return sorted(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
