"""The words of what a reader is told: values, lists and counts as a sentence has them, not as Python."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction

MAX_QUOTED_CHARS = 40
"""Characters of a value in a sentence for a reader."""
MAX_NAMES_LISTED = 8
"""So many choices are told in a sentence; more stand in a list that the reader sees."""

YES_NO = {True: "yes", False: "no"}
"""The words for a flag, for `Measure.words`."""

_PLURALS = frozenset({"dice"})
_OF = frozenset({"of", "in", "at", "from", "by", "on", "for", "that", "which", "with", "before", "since"})


def quoted(value: object) -> str:
    """A value as a sentence quotes it: numbers bare, words in quotation marks, what is longer by its kind."""
    if value is None or value == "":
        return "nothing"
    if isinstance(value, bool):
        return "“yes”" if value else "“no”"
    if isinstance(value, (int, Fraction)) and abs(value) < 10**MAX_QUOTED_CHARS:
        return signed(value)
    if isinstance(value, str):
        line = " ".join("".join(each if each.isprintable() else " " for each in value[:200]).split())
        return f"“{line if len(line) <= MAX_QUOTED_CHARS else line[: MAX_QUOTED_CHARS - 1] + '…'}”"
    if isinstance(value, int):
        return "so long a number"
    return "a whole list" if isinstance(value, Collection) else "that"


def signed(number: int | Fraction) -> str:
    """A number with the sign that books print: `−3`."""
    return f"−{-number}" if number < 0 else str(number)


def join_words(names: Iterable[str], *, conjunction: str = "or") -> str:
    """`a, b or c`."""
    *rest, last = [str(each) for each in names] or ["nothing"]
    return f"{', '.join(rest)} {conjunction} {last}" if rest else last


_OPENING = re.compile(r"(?:An?|The|Each|Every|What|How|Who|Whom|Which|Whether|Where|When|Their|Your) ")


def within_sentence(noun: str) -> str:
    """Return a noun as it goes on in a sentence: its article or question word in small letters."""
    return f"{noun[0].lower()}{noun[1:]}" if _OPENING.match(noun) else noun


def end_sentence(words: str) -> str:
    """The words with a full stop behind them, unless they end in a sign of their own."""
    return words if words.endswith((".", "!", "?", "…", "”")) else f"{words}."


def short_name_list(names: Iterable[str]) -> str:
    """Names as a row in a sentence; nothing where they are many, or such as a row would tear apart."""
    row = [each for each in names if each]
    torn = any("," in each or " or " in each or not re.search("[a-z]", each) for each in row)
    return "" if torn or len(row) > MAX_NAMES_LISTED else join_words(row)


def pluralize(number: int, one: str, many: str) -> str:
    """`1 die`, `3 dice`."""
    return f"{signed(number)} {one if number == 1 else many}"


def character_name(sheet: Mapping[str, object], max_chars: int) -> str:
    """Return the name on a character sheet, cut to size, or `A character` if it has none."""
    return str(sheet.get("name") or "A character")[:max_chars].strip()


def name_key(name: str) -> str:
    """Return a name for comparison, in which capitals and spaces make no difference."""
    return " ".join(name.split()).casefold()


def same_name(one: str, other: str) -> bool:
    """Return whether two names differ only in capitals and spaces."""
    return name_key(one) == name_key(other)


def count_label(number: int, label: str) -> str:
    """A number of what a label says, where that is called after many: `2 steps of improvement`, `1 hit`.
    Nothing where it isn't: `First target`.
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
    """Whether what bears this name is many: `Steps of improvement`, not `Price of the deed`."""
    for word in name.lower().replace("(", " ").replace(",", " ").split():
        if word in _OF:
            return False
        if word in _PLURALS or (word.endswith("s") and not word.endswith(("ss", "us", "is", "'s"))):
            return True
    return False
