"""A position in a text, and the patterns of notation at it."""

from __future__ import annotations

import re
from functools import lru_cache

from rules_py.dice.notation.characters import lower
from rules_py.dice.notation.limits import MAX_DIGITS
from rules_py.dice.notation.refusal import Refusal, quote


@lru_cache(maxsize=128)
def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


class Scanner:
    """Reads a text from left to right. Patterns are in lower case; blanks before them are skipped."""

    def __init__(self, text: str) -> None:
        self.raw = text
        self.text = lower(text)
        self.at = 0

    def peek(self, pattern: str) -> re.Match[str] | None:
        """Return the match of a pattern after any blanks, without consuming it."""
        at = self.at
        while at < len(self.text) and self.text[at] == " ":
            at += 1
        return _compile(pattern).match(self.text, at)

    def take(self, pattern: str) -> re.Match[str] | None:
        """Consume and return the match of a pattern after any blanks."""
        if match := self.peek(pattern):
            self.at = match.end()
        return match

    @property
    def is_done(self) -> bool:
        return not self.text[self.at :].strip()

    @property
    def rest(self) -> str:
        """The unread text in its original spelling."""
        return self.raw[self.at :].strip()


def whole(digits: str) -> int:
    """Return a number in the reader's text. Raises Refusal for too many digits."""
    if len(digits.lstrip("0")) > MAX_DIGITS:
        raise Refusal("too_big", f"Numbers can have at most {MAX_DIGITS} digits, unlike {quote(digits)}.")
    return int(digits)
