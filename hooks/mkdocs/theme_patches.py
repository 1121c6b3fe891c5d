"""Mends to what Material writes: pages everybody can use, without its script, styles that yield to ours."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

_MENDS = (
    # what wrote the page says nothing to its reader; without it two programs that write alike write the same
    (r'\n *<meta name="generator"[^>]*>', ""),
    # the list of a book's pages takes its name from an arrow without words: the title inside it has the words
    (
        r'aria-labelledby="(?P<id>__nav_\w+)_label"(?P<more>[^>]*>\s*<label class="md-nav__title")',
        r'aria-labelledby="\g<id>_title"\g<more> id="\g<id>_title"',
    ),
    # what scrolls must be reached by keyboard
    (r"<pre(?=[^>]*>(?:<span></span>)?<code>)", r'\g<0> tabindex="0"'),
    # the list of a page's sections leads to each of them too, so the keyboard needn't halt at every heading
    (r'<a class="headerlink"', r'\g<0> tabindex="-1"'),
    # the box of a task has no words of its own
    (r'<li class="task-list-item">\s*(?:<p>)?<input type="checkbox"', r'\g<0> aria-label="Done"'),
    # a table from Markdown scrolls where it is wider than the page
    (
        r"<table>.*?</table>",
        r'<div class="md-typeset__scrollwrap" tabindex="0"><div class="md-typeset__table">\g<0></div></div>',
    ),
)
_SCRIPTS = "assets/javascripts/"
_CHARSET = '@charset "UTF-8";'  # stands first in a stylesheet or counts for nothing


class UnknownMaterial(RuntimeError):
    """Material writes something else than it did; says where and what."""


@cache  # while an author works most pages stay as they are
def mend_page(text: str, name: str) -> str:
    """The text of the page called `name` with what Material should have written. Raises UnknownMaterial."""
    if _SCRIPTS in text:
        raise UnknownMaterial(f"{name}: Material's script is asked for, which this site does without")
    for pattern, better in _MENDS:
        text = re.sub(pattern, better, text, flags=re.DOTALL)
    return text


def leave_out(site: Path) -> None:
    """Remove what Material brings and nobody asks for: scripts, as a page's head and list are brought to life
    by `docs/assets/js/shell`, maps for debuggers, a picture, and what of the templates is no HTML.
    """
    for folder in (_SCRIPTS, "partials"):
        shutil.rmtree(site / folder)
    for path in (site / "assets/images/favicon.png", *(site / "assets/stylesheets").glob("*.map")):
        path.unlink()


def mend_styles(site: Path) -> None:
    """Put Material's stylesheets below `site` in the cascade layer `material`.

    Rules outside any layer beat all that are in one, so each of the book's would have to outdo Material's
    selectors. As the lowest layer, Material's give way to the book's shortest.
    """
    for sheet in (site / "assets" / "stylesheets").glob("*.min.css"):
        rules = sheet.read_text("utf-8").removeprefix(_CHARSET)
        sheet.write_text(f"{_CHARSET}@layer material{{{rules}}}", "utf-8")
