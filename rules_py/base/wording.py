"""Texts for readers: values, names and numbers as part of a sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction

MAX_QUOTED_CHARS = 40
"""The most characters of a value in a sentence."""
MAX_NAMES_LISTED = 8
"""The most choices listed in a sentence; readers see longer lists on the page."""
YES_NO = {True: "yes", False: "no"}
"""The words for a flag, for `Measure.words`."""

_IRREGULAR_PLURALS = frozenset({"dice"})
_PREPOSITIONS = frozenset(
    {"of", "in", "at", "from", "by", "on", "for", "that", "which", "with", "before", "since"}
)
_OPENING = re.compile(r"(?:An?|The|Each|Every|What|How|Who|Whom|Which|Whether|Where|When|Their|Your) ")


def quote(value: object) -> str:
    """Return a value as quoted in a sentence: numbers bare, texts in quotation marks, long values by type."""
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return "“yes”" if value else "“no”"
    if isinstance(value, (int, Fraction)) and abs(value) < 10**MAX_QUOTED_CHARS:
        return signed(value)
    if isinstance(value, str):
        printable = "".join(sign if sign.isprintable() else " " for sign in value[:200])
        line = " ".join(printable.split())
        return f"“{line if len(line) <= MAX_QUOTED_CHARS else line[: MAX_QUOTED_CHARS - 1] + '…'}”"
    if isinstance(value, int):
        return "that number"
    return "a list" if isinstance(value, Collection) else "that value"


def signed(number: int | Fraction) -> str:
    """Return a number with a typographic minus: `−3`."""
    return f"−{-number}" if number < 0 else str(number)


def join_words(names: Iterable[str], *, conjunction: str = "or") -> str:
    """Return `a, b or c`."""
    *rest, last = [str(name) for name in names] or ["nothing"]
    return f"{', '.join(rest)} {conjunction} {last}" if rest else last


def within_sentence(noun: str) -> str:
    """Return a noun as it appears within a sentence: with a lower-case article or question word."""
    return f"{noun[0].lower()}{noun[1:]}" if _OPENING.match(noun) else noun


def end_sentence(text: str) -> str:
    """Return the text with a full stop, unless it already ends with a punctuation mark."""
    return text if text.endswith((".", "!", "?", "…", "”")) else f"{text}."


def short_name_list(names: Iterable[str]) -> str:
    """Return `a, b or c`; "" if there are too many names, or some would be ambiguous in a list."""
    known = [name for name in names if name]
    ambiguous = any("," in name or " or " in name or not re.search("[a-z]", name) for name in known)
    return "" if ambiguous or len(known) > MAX_NAMES_LISTED else join_words(known)


def pluralize(number: int, one: str, many: str) -> str:
    """Return `1 die`, `3 dice`."""
    return f"{signed(number)} {one if number == 1 else many}"


def character_name(sheet: Mapping[str, object], max_chars: int) -> str:
    """Return the name on a character sheet, shortened to `max_chars`, or `A character` if it has none."""
    return str(sheet.get("name") or "A character")[:max_chars].strip()


def name_key(name: str) -> str:
    """Return a name for comparison, ignoring differences in case and spaces."""
    return " ".join(name.split()).casefold()


def same_name(one: str, other: str) -> bool:
    """Return whether two names differ only in case and spaces."""
    return name_key(one) == name_key(other)


def count_label(number: int, label: str) -> str:
    """Return a number with a plural label: `2 steps of improvement`, `1 hit`.

    Return "" if the label isn't a plural: `First target`.
    """
    head, space, rest = label.partition(" ")
    if not head.isalpha() or not is_plural(head):
        return ""
    word = head.lower()
    return f"{number} {_singular(word) if number == 1 else word}{space}{rest}"


def _singular(word: str) -> str:
    if word == "dice":
        return "die"
    return f"{word.removesuffix('ies')}y" if word.endswith("ies") else word.removesuffix("s")


def is_plural(name: str) -> bool:
    """Return whether a name is a plural: `Steps of improvement`, but not `Price of the deed`."""
    for word in name.lower().replace("(", " ").replace(",", " ").split():
        if word in _PREPOSITIONS:
            return False
        if word in _IRREGULAR_PLURALS or (word.endswith("s") and not word.endswith(("ss", "us", "is", "'s"))):
            return True
    return False
