"""The web manifest and icons, with which a reader can install the site as an app."""

from __future__ import annotations

import html
import json
from pathlib import Path

PAPER = {"light": "#faf6ee", "dark": "#1a1815"}
"""The colours around the page, as in palette.css; `docs/assets/js/shell/color-scheme.js` changes them."""

# The favicon, enlarged: without a margin, and with one for systems that crop icons.
_ICONS = {"icon-192.png": "192x192", "icon-512.png": "512x512"}
_MASKABLE = "icon-maskable-512.png"
_APPLE = "icon-apple-180.png"


def write_manifest(site: Path, folder: str, name: str, description: str) -> None:
    """Write `manifest.webmanifest`; the icons are in the folder below the site.

    It has no `id`: that would be relative to the root of the host, which may have several books. Without one,
    an app is identified by its start address.
    """
    images = {**_ICONS, _MASKABLE: _ICONS["icon-512.png"]}
    icons = [
        {"src": f"{folder}/{name}", "sizes": sizes, "type": "image/png"} for name, sizes in images.items()
    ]
    icons[-1]["purpose"] = "maskable"
    facts = {
        "name": name,
        "short_name": name,
        "description": description,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "lang": "en",
        "theme_color": PAPER["light"],
        "background_color": PAPER["light"],
        "icons": icons,
    }
    (site / "manifest.webmanifest").write_text(json.dumps(facts, indent=1) + "\n")


def links(root: str, folder: str, name: str) -> str:
    """Return the elements for the head of a page; `root` is its relative path to the root of the site."""
    bars = [
        f'<meta name="theme-color" content="{colour}" media="(prefers-color-scheme: {scheme})">'
        for scheme, colour in PAPER.items()
    ]
    return "".join(
        [
            f'<link rel="manifest" href="{root}manifest.webmanifest">',
            f'<link rel="apple-touch-icon" href="{root}{folder}/{_APPLE}">',
            f'<meta name="apple-mobile-web-app-title" content="{html.escape(name)}">',
            '<meta name="apple-mobile-web-app-status-bar-style" content="default">',
            '<meta name="mobile-web-app-capable" content="yes">',
            *bars,
        ]
    )
