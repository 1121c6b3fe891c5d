"""The reason why a text can't be read as dice, with readable spellings."""

from __future__ import annotations

MAX_QUOTED = 20
"""The most characters of the reader's text in a message."""


class Refusal(ValueError):
    """A text that can't be read.

    `reason` is a stable name, `message` a sentence for a reader, `tries` the nearest spellings that work.
    """

    def __init__(self, reason: str, message: str, *tries: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.tries = tries


def quote(text: str) -> str:
    """Return the start of the reader's text in quotation marks."""
    return f"“{text.strip()[:MAX_QUOTED]}”"


def division() -> Refusal:
    """Return the refusal of a divisor that can be 0."""
    return Refusal("division", "The divisor must never be 0.")


def unread(text: str, *tries: str) -> Refusal:
    """Return the refusal of a part that isn't dice."""
    return Refusal("unread", f"Couldn’t read {quote(text)} as dice.", *tries)
