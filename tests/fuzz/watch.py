"""How long the longest part of an answer took."""

from __future__ import annotations

from time import process_time


class Watch:
    """Processor time, taken part by part."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._began = process_time()

    def lap(self) -> None:
        """A part is done, and the next one begins."""
        now = process_time()
        self.longest = max(self.longest, now - self._began)
        self._began = now
