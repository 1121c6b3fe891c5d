"""Patches of the pages and files of Material: accessible, without its script, and easy to override."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from hooks.base.adapter import File, Files, MkDocsConfig

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
_STYLES = "assets/stylesheets/"
_UNUSED = (_SCRIPTS, "partials/", "assets/images/favicon.png")
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


def replace_files(files: Files, config: MkDocsConfig) -> None:
    """Remove Material's scripts, which `docs/assets/js/shell` replaces, source maps, favicon and partials
    from the files of the site, and put its stylesheets in the cascade layer `material`.

    Outside a layer they would override every rule in one. As the lowest layer, any rule of ours overrides
    them.
    """
    for file in [*files]:
        name = file.src_uri
        if (Path(config.docs_dir) / name).is_file():
            continue  # the book's own
        if name.startswith(_UNUSED) or fnmatch(name, f"{_STYLES}*.map"):
            files.remove(file)
        elif fnmatch(name, f"{_STYLES}*.min.css"):
            rules = file.content_string.removeprefix(_CHARSET)
            files.remove(file)
            files.append(File.generated(config, name, content=f"{_CHARSET}@layer material{{{rules}}}"))
