"""Mends to what Material writes, so that its pages are accessible, keep the console empty and navigate
instantly at any address. A later Material that writes it differently stops the
build rather than losing a mend.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_ONCE = (
    # Firefox warns of an empty id
    (r"var target=(?=document\.getElementById\(location\.hash\.slice\(1\)\);)", r"\g<0>location.hash&&"),
)
_ANYWHERE = (
    # the list of a book's pages takes its name from an arrow without words: the title inside it has the words
    (
        r'aria-labelledby="(?P<id>__nav_\w+)_label"(?P<more>[^>]*>\s*<label class="md-nav__title")',
        r'aria-labelledby="\g<id>_title"\g<more> id="\g<id>_title"',
    ),
    # what scrolls must be reached by keyboard; Material's script sees to that only where there is a mouse
    (r"<pre(?=[^>]*>(?:<span></span>)?<code>)", r'\g<0> tabindex="0"'),
)
# Instant navigation goes to addresses in the sitemap only, and swaps no more than protocol and host name in
# these: on another port or below another path than that of `site_url`, each page would start the engine anew.
_REHOSTED = r"(?P<url>\w+)\.protocol=(?P<base>\w+)\.protocol,(?P=url)\.hostname=(?P=base)\.hostname,(?P=url)"
# A wide table scrolls, so it must be reached by keyboard.
_WRAPPED_TABLE = 'class:"md-typeset__scrollwrap"', r'\g<0>,tabindex:"0"'
_UNUSED = ("lunr", "workers")
"""Folders of scripts that belong to Material's search."""
# It marks the body while it sets the colours, so that nothing moves meanwhile, at every start as well: the
# whole page is styled anew, twice.
_SWITCHING = r'document\.body\.setAttribute\("data-md-color-switching",""\)', "0"


_CHARSET = '@charset "UTF-8";'  # stands first in a stylesheet or counts for nothing


class UnknownMaterial(RuntimeError):
    """Material writes something else than it did; says where and what."""


@cache  # while an author works most pages stay as they are
def mend_page(text: str, name: str) -> str:
    """The text of the page called `name` with what Material should have written. Raises UnknownMaterial."""
    text = _mended(text, name, _ONCE)
    for pattern, better in _ANYWHERE:
        text = re.sub(pattern, better, text)
    return text


def mend_scripts(site: Path, site_path: str) -> None:
    """Mend the script of all pages below `site`; `site_path` is the path of `site_url`.

    Raises UnknownMaterial.
    """
    moved = rf"new URL(\g<url>.pathname.slice({len(site_path)}),\g<base>)"
    [script] = (site / "assets" / "javascripts").glob("bundle.*.min.js")
    mends = [(_REHOSTED, moved), _WRAPPED_TABLE, _SWITCHING]
    script.write_text(_mended(script.read_text("utf-8"), script.name, mends), "utf-8")


def leave_out(site: Path) -> None:
    """Remove what Material brings for its own search, which this site does without."""
    for folder in _UNUSED:
        shutil.rmtree(site / "assets" / "javascripts" / folder)


def mend_styles(site: Path) -> None:
    """Put Material's stylesheets below `site` in the cascade layer `material`.

    Rules outside any layer beat all that are in one, so each of the book's would have to outdo Material's
    selectors. As the lowest layer, Material's give way to the book's shortest.
    """
    for sheet in (site / "assets" / "stylesheets").glob("*.min.css"):
        rules = sheet.read_text("utf-8").removeprefix(_CHARSET)
        sheet.write_text(f"{_CHARSET}@layer material{{{rules}}}", "utf-8")


def _mended(text: str, name: str, mends: Iterable[tuple[str, str]]) -> str:
    """The text with each pattern, which must be there once, replaced."""
    for pattern, better in mends:
        text, count = re.subn(pattern, better, text)
        if count != 1:
            raise UnknownMaterial(f"{name}: expected one {pattern} in what Material writes, found {count}")
    return text
