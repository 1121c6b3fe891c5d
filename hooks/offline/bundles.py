"""Puts our JavaScript modules, and a site's stylesheets, together with esbuild."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from hooks.offline.style_bundles import PARTS, parts_of
from rules_py.base.errors import format_value_error

_HERE = Path(__file__).parent
_SHEET = re.compile(r'<link rel="stylesheet" href="(?P<root>[^"]*?)(?P<path>assets/[^"]+)">\s*')


class BundleError(RuntimeError):
    """The modules or sheets can't be put together; says why."""


def bundle_modules(form: str, folder: Path) -> str:
    """Do what `bundle_modules.mjs` does in the form "classic" or "modules"; returns what it prints.

    Raises BundleError.
    """
    return _run("bundle_modules.mjs", form, folder)


def bundle_styles(site: Path) -> None:
    """Make the stylesheets of the pages below `site`, the same on each that has any, few that they ask for
    instead, as each would have to arrive before anything is shown: the book's, and of the parts that a page
    holds one each.

    Raises BundleError.
    """
    texts = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    pages = {path: text for path, text in texts.items() if _SHEET.search(text)}
    asked = {tuple(sheet["path"] for sheet in _SHEET.finditer(text)) for text in pages.values()}
    if len(asked) != 1:
        raise BundleError(
            format_value_error(f"stylesheets below {site}", sorted(asked), "the same on every page")
        )
    [sheets] = asked
    _run("bundle_styles.mjs", site, json.dumps(_shared_out(sheets)))
    for path, text in pages.items():
        first = next(_SHEET.finditer(text))
        names = ["book", *(part.name for part in parts_of(text))]
        links = (f'<link rel="stylesheet" href="{first["root"]}{_address(name)}">' for name in names)
        rest = _SHEET.sub("", text[first.end() :])
        path.write_text(text[: first.start()] + "".join(links) + rest, "utf-8")


def _shared_out(sheets: Sequence[str]) -> dict[str, list[str]]:
    """The sheets that each of the new ones is made of, in their order. Raises BundleError."""
    shared = {_address(part.name): [f"assets/css/{name}.css" for name in part.sheets] for part in PARTS}
    of_parts = [sheet for each in shared.values() for sheet in each]
    if unknown := [sheet for sheet in of_parts if sheet not in sheets]:
        raise BundleError(
            format_value_error("sheets of parts.py", unknown, "those that every_book.yml names")
        )
    return {_address("book"): [sheet for sheet in sheets if sheet not in of_parts], **shared}


def _address(name: str) -> str:
    return f"assets/css/{name}.css"


def _run(script: str, *arguments: str | Path) -> str:
    command = ["node", _HERE / script, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BundleError(f"{script}: {done.stderr.strip()}")
    return done.stdout
