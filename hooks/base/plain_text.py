"""Plain text, escaped for other languages."""

from __future__ import annotations

import json
import re

_MARKUP = re.compile(r"[\\`*_{}\[\]#+<>&|~=^$%]|:(?=[\w+-]+:)")


def in_quotes(text: str) -> str:
    """Return the text as written between double quotes in Python, YAML and JSON."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def as_markdown(text: str) -> str:
    """Return the text without Markdown markup, for use within a line."""
    return _MARKUP.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return f"&#{ord(match[0])};" if match[0] in "<>&" else f"\\{match[0]}"
