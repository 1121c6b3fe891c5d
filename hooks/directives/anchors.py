"""The anchors of headings."""

from __future__ import annotations

import re
import unicodedata

from markdown.extensions.toc import slugify


def anchor(heading: str, separator: str) -> str:
    """Return the anchor of a heading: in ASCII if its letters allow that, else in its own script."""
    if all(letter.isascii() for letter in unicodedata.normalize("NFKD", heading) if letter.isalnum()):
        return slugify(heading, separator)
    text = "".join(filter(_is_allowed, unicodedata.normalize("NFC", heading)))
    return re.sub(rf"[\s{re.escape(separator)}]+", separator, text.strip().lower())


def _is_allowed(character: str) -> bool:
    """Return whether it is a letter, an accent, a digit, a space, an underscore or a hyphen."""
    return unicodedata.category(character)[0] in "LMN" or character in "_-" or character.isspace()
