"""Patches of the pages and styles of Material: accessible, without its script, and easy to override."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

_PATCHES = (
    # the name of the generator is no use to readers; without it MkDocs and ProperDocs write the same pages
    (r'\n *<meta name="generator"[^>]*>', ""),
    # our own contents and search need none of its switches
    (r'\s*<input class="md-toggle"[^>]*>', ""),
    (r'\s*<label class="md-overlay"[^>]*></label>', ""),
    # scrollable content must be reachable by keyboard
    (r"<pre(?=[^>]*>(?:<span></span>)?<code>)", r'\g<0> tabindex="0"'),
    # the table of contents leads to every heading too, so its link needn't be a tab stop, nor be heard after
    # each heading
    (r'<a class="headerlink"', r'\g<0> tabindex="-1" aria-hidden="true"'),
    # the checkbox of a task has no label
    (r'<li class="task-list-item">\s*(?:<p>)?<input type="checkbox"', r'\g<0> aria-label="Done"'),
    # a table wider than the page scrolls
    (
        r"<table>.*?</table>",
        r'<div class="md-typeset__scrollwrap" tabindex="0"><div class="md-typeset__table">\g<0></div></div>',
    ),
)
_SCRIPTS = "assets/javascripts/"
_CHARSET = '@charset "UTF-8";'  # has an effect only at the start of a stylesheet


class UnknownMaterial(RuntimeError):
    """The output of Material has changed; the message says where and how."""


@cache  # in the preview most pages stay the same
def patch_page(text: str, name: str) -> str:
    """Return the patched HTML of the page called `name`. Raises UnknownMaterial."""
    if _SCRIPTS in text:
        raise UnknownMaterial(f"{name}: expected no script of Material")
    for pattern, replacement in _PATCHES:
        text = re.sub(pattern, replacement, text, flags=re.DOTALL)
    return text


def remove_unused(site: Path) -> None:
    """Remove Material's scripts, which `docs/assets/js/shell` replaces, source maps, favicon and partials."""
    for folder in (_SCRIPTS, "partials"):
        shutil.rmtree(site / folder)
    for path in (site / "assets/images/favicon.png", *(site / "assets/stylesheets").glob("*.map")):
        path.unlink()


def patch_styles(site: Path) -> None:
    """Put Material's stylesheets below `site` in the cascade layer `material`.

    Outside a layer they would override every rule in one. As the lowest layer, any rule of ours overrides
    them.
    """
    for sheet in (site / "assets" / "stylesheets").glob("*.min.css"):
        rules = sheet.read_text("utf-8").removeprefix(_CHARSET)
        sheet.write_text(f"{_CHARSET}@layer material{{{rules}}}", "utf-8")
