"""Mends to what Material writes, so that its pages are accessible, keep the console empty, navigate
instantly at any address and find words in any form. A later Material that writes it differently stops the
build rather than losing a mend.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_ONCE = (
    # a dialog needs a name
    ('data-md-component="search" role="dialog"', r'\g<0> aria-label="Search"'),
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
# A definition beside its term is content, and content stands in a landmark.
_TOOLTIP_PLACE = (
    r"(?P<given>\{viewport\$:\w+\},\w+)=document\.body\)",
    r'\g<given>=document.querySelector("main"))',
)
# The index holds stems, while the search looks for words that begin with what was typed as it stands:
# "skills" would find nothing.
_SEARCHED = r"`\$\{(?P<term>\w+)\}\*`", r"`${lunr.stemmer(new lunr.Token(\g<term>.toLowerCase()))}*`"
# The index grows with every book, and few pages are opened to search: it is fetched when the search is.
_EAGER_INDEX = r"(?P<of>[$\w]+)\(location\.protocol!==\"file:\"\)", r"\g<of>(false)"
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
    """Mend the scripts of all pages below `site`; `site_path` is the path of `site_url`.

    Raises UnknownMaterial.
    """
    moved = rf"new URL(\g<url>.pathname.slice({len(site_path)}),\g<base>)"
    for pattern, mends in (
        ("bundle.*.min.js", [(_REHOSTED, moved), _WRAPPED_TABLE, _TOOLTIP_PLACE, _EAGER_INDEX, _SWITCHING]),
        ("workers/search.*.min.js", [_SEARCHED]),
    ):
        [script] = (site / "assets" / "javascripts").glob(pattern)
        script.write_text(_mended(script.read_text("utf-8"), script.name, mends), "utf-8")


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
