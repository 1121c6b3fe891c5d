"""Curly quotation marks and apostrophes, as in the chapters (Markdown's `smarty`)."""

from __future__ import annotations

import re

_BEFORE = r"(?:^|(?<=[\s(\[{–—/-]))"
_opening_double = re.compile(rf'(?:{_BEFORE}|(?<=‘))"(?=[^\s.,;:!?)\]])').sub
_opening_single = re.compile(
    rf"(?:{_BEFORE}|(?<=“))'(?=[^\s.,;:!?)\]])(?!(?:s|t|d|m|ll|re|ve|em|tis|twas|\d\ds)\b)"
).sub


def typeset(text: str) -> str:
    """Return the text with curly quotation marks and apostrophes instead of straight ones."""
    text = _opening_double("“", text)
    text = _opening_single("‘", text)
    return _opening_double("“", text).replace('"', "”").replace("'", "’")
