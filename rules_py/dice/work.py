"""Work done bit by bit, so that whoever waits can be told how far it is, and whoever asks for something else
needn't wait.
"""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic

type Steps[Found] = Generator[float, None, Found]
"""Yields after each bit how much of it is done, from 0 to 1, and returns what it found."""


def finished[Found](steps: Steps[Found]) -> Found:
    """All of it at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Found = end.value
            return found


def within[Found](steps: Steps[Found], begin: float, end: float) -> Steps[Found]:
    """The same as a part of something longer: what lies between these shares of it."""
    while True:
        try:
            yield begin + (end - begin) * next(steps)
        except StopIteration as over:
            found: Found = over.value
            return found


class Work[Found]:
    """Steps under way."""

    def __init__(self, steps: Steps[Found]) -> None:
        self._steps = steps
        self.progress = 0.0

    def go_on(self, seconds: float) -> tuple[Found] | None:
        """Go on for about so long, at least by one bit; what was found, once it is."""
        until = monotonic() + seconds
        while True:
            try:
                self.progress = max(self.progress, next(self._steps))
            except StopIteration as end:
                return (end.value,)
            if monotonic() > until:
                return None
