"""Anchors of headings."""

from __future__ import annotations

import re
import unicodedata

from markdown.extensions.toc import slugify


def anchor(heading: str, separator: str) -> str:
    """Return the anchor of a heading: in ASCII if its letters allow that, else in its own script."""
    if all(each.isascii() for each in unicodedata.normalize("NFKD", heading) if each.isalnum()):
        return slugify(heading, separator)
    kept = filter(_is_kept, unicodedata.normalize("NFC", heading))
    return re.sub(rf"[\s{re.escape(separator)}]+", separator, "".join(kept).strip().lower())


def _is_kept(character: str) -> bool:
    """Return whether it is a letter, a mark on one, a digit, a space, an underscore or a hyphen."""
    return unicodedata.category(character)[0] in "LMN" or character in "_-" or character.isspace()
