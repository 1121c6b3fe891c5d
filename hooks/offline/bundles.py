"""The bundling of JavaScript modules and stylesheets with esbuild."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from hooks.base.site_folders import EMBED
from hooks.offline.style_bundles import PARTS, elements_of, parts_of
from rules_py.base.errors import format_value_error

_HERE = Path(__file__).parent
_SCRIPT = re.compile(r'<script src="(?P<folder>[^"]*?assets/js/)diceleaf\.js"')
_PRELOAD = '<link rel="modulepreload" fetchpriority="low" href="{address}">'
_SHEET = re.compile(r'<link rel="stylesheet" href="(?P<root>[^"]*?)(?P<path>assets/[^"]+)">\s*')


class BundleError(RuntimeError):
    """The modules or stylesheets can't be bundled; the message says why."""


PAPER = "paper.js"
"""The one script of a whole book for paper."""


def bundle_classic(folder: Path) -> None:
    """Replace our modules by a classic script for each kind of page. Raises BundleError."""
    _run("bundle_modules.mjs", "classic", folder, "diceleaf.js", PAPER)


def bundle_modules(site: Path) -> None:
    """Replace our modules by a few, and have each page preload those that it needs.

    A page would otherwise find them one after the other, each after a round trip. What draws the page comes
    first. Raises BundleError.
    """
    separate_entries = [PAPER, *(["embed.js"] if (site / EMBED).is_dir() else [])]
    every, *parts = json.loads(
        _run("bundle_modules.mjs", "modules", site / "assets" / "js", *separate_entries)
    )
    for path in sorted(site.rglob("*.html")):
        text = path.read_text("utf-8")
        if not (script := _SCRIPT.search(text)):
            continue
        needed = [part for part in parts if elements_of(text) & {*part["elements"]}]
        names = dict.fromkeys(name for part in (every, *needed) for name in part["files"])
        links = (_PRELOAD.format(address=f"{script['folder']}{name}") for name in names)
        end = [*_SHEET.finditer(text)][-1].end()
        path.write_text(text[:end] + "".join(links) + text[end:], "utf-8")


def bundle_styles(site: Path) -> None:
    """Replace the stylesheets of all pages by a common one and one for each part that a page contains.

    A page is shown once all of them have arrived. Pages of calculators alone have one of their own. Raises
    BundleError if other pages have different stylesheets.
    """
    texts = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    pages = {path: text for path, text in texts.items() if _SHEET.search(text)}
    embedded = {path for path in pages if path.relative_to(site).parts[0] == EMBED}
    lists = {path: tuple(sheet["path"] for sheet in _SHEET.finditer(text)) for path, text in pages.items()}
    common = {sheets for path, sheets in lists.items() if path not in embedded}
    if len(common) != 1:
        raise BundleError(
            format_value_error(
                f"stylesheets below {site}", sorted(common), "the same stylesheets on every page"
            )
        )
    [sheets] = common
    bundles = {name: {"sheets": each, "below": ""} for name, each in _bundles_of(sheets).items()}
    for path in embedded:
        bundles[_address(EMBED)] = {"sheets": [*lists[path]], "below": f"{EMBED}/"}
    _run("bundle_styles.mjs", site, json.dumps(bundles))
    for path, text in pages.items():
        first = next(_SHEET.finditer(text))
        names = [EMBED] if path in embedded else ["book", *(part.name for part in parts_of(text))]
        links = (f'<link rel="stylesheet" href="{first["root"]}{_address(name)}">' for name in names)
        rest = _SHEET.sub("", text[first.end() :])
        path.write_text(text[: first.start()] + "".join(links) + rest, "utf-8")


def _bundles_of(sheets: Sequence[str]) -> dict[str, list[str]]:
    """Return the stylesheets in each bundle, in order. Raises BundleError."""
    of_part = {_address(part.name): [f"assets/css/{name}.css" for name in part.sheets] for part in PARTS}
    of_parts = [sheet for part in of_part.values() for sheet in part]
    if unknown := [sheet for sheet in of_parts if sheet not in sheets]:
        raise BundleError(format_value_error("sheets of parts.py", unknown, "stylesheets of every_book.yml"))
    return {_address("book"): [sheet for sheet in sheets if sheet not in of_parts], **of_part}


def _address(name: str) -> str:
    return f"assets/css/{name}.css"


def _run(script: str, *arguments: str | Path) -> str:
    command = ["node", _HERE / script, *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise BundleError(f"{script}: {result.stderr.strip()}")
    return result.stdout
