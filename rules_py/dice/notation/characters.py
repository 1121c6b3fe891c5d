"""The different characters that devices, pages and chat commands use in dice notation, and the text around
the dice.
"""

from __future__ import annotations

import re
import unicodedata

_SIGNS = {
    **dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\u2014\u2015\ufe58\ufe63", "-"),
    **dict.fromkeys("\u00d7\u2715\u2716\u2217\u22c5\u00b7", "*"),
    **dict.fromkeys("\u00f7\u2215\u2044", "/"),
    **dict.fromkeys("\u2265\u2267\u2a7e", ">="),
    **dict.fromkeys("\u2264\u2266\u2a7d", "<="),
    "\u2260": "<>",
}

_FULL_WIDTH = range(0xFF01, 0xFF5F)
"""The full-width forms of ASCII, which are `_WIDTH` above it."""
_WIDTH = 0xFF01 - ord("!")

_QUOTES = {"`": "`", '"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "«": "»", "»": "«"}
_COMMANDS = "publicroll|blindroll|selfroll|gmroll|broll|roll|dice|gmr|gr|pr|sr|br|r"
_COMMAND = re.compile(rf"[/!.](?:{_COMMANDS})(?![^\W\d])", re.IGNORECASE)
_VERB = re.compile(r"(?:roll|throw|output|r)\s+(?=\S)|dice:\s*", re.IGNORECASE)
_REMARK = re.compile(r"\s(?://|#)\s*([^\W\d_][^\[\]]*)$")
_SAME_SIGNS = (("=>", ">="), ("=<", "<="), ("==", "="))


def plain(text: str) -> str:
    """Return the text with its characters replaced by ASCII where possible, without invisible ones.

    Not Unicode's own NFKC form, which turns 2d6² into 2d62.
    """
    text = "".join(map(_plain_sign, text))
    for character, sign in _SAME_SIGNS:
        text = text.replace(character, sign)
    return text


def _plain_sign(sign: str) -> str:
    if sign in _SIGNS:
        return _SIGNS[sign]
    if ord(sign) in _FULL_WIDTH:
        return chr(ord(sign) - _WIDTH)
    category = unicodedata.category(sign)
    if category == "Nd":
        return str(unicodedata.decimal(sign))
    if category == "Cf" or "\ufe00" <= sign <= "\ufe0f":
        return ""
    return " " if category[0] == "Z" or sign.isspace() else sign


def undress(text: str) -> tuple[str, str]:
    """Return the dice without the commands, quotes and symbols around them, and without the remark behind
    them.
    """
    remark = ""
    while True:
        before = text
        text = _undress_once(text.strip())
        if match := _REMARK.search(text):
            remark = remark or match[1].strip()
            text = text[: match.start()]
        if text == before:
            return text, remark


def _undress_once(text: str) -> str:
    if len(text) > 1 and _QUOTES.get(text[0]) == text[-1]:
        return text[1:-1]
    if text.startswith("[[") and text.endswith("]]"):
        return text[2:-2]
    if text and unicodedata.category(text[0]) == "So":
        return text[1:]
    if text and unicodedata.category(text[-1]) == "So":
        return text[:-1]
    if match := _COMMAND.match(text) or _VERB.match(text):
        return text[match.end() :]
    return text


def lower(text: str) -> str:
    """Return the text in lower case, each character at the same position."""
    return "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)
