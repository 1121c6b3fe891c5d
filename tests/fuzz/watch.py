"""A stopwatch for the longest part of a reply."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from rules_py.authoring import machine_load

MAX_WAIT = 0.25
"""Seconds of processor time that any input may take, or any slice of what is answered bit by bit."""


def in_time(seconds: float, longest: float = MAX_WAIT) -> bool:
    """Return whether a reply took no longer than the limit."""
    return machine_load.in_time(seconds, longest)


def least(do: Callable[[], object], longest: float = MAX_WAIT) -> float:
    """Return the processor seconds of a call; if it is too slow, the least of up to three runs."""
    shortest = float("inf")
    for _ in range(3):
        watch = Watch()
        do()
        watch.lap()
        shortest = min(shortest, watch.longest)
        if in_time(shortest, longest):
            break
    return shortest


class Watch:
    """Processor time, taken part by part."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._began = process_time()

    def lap(self) -> None:
        """End a part and start the next one."""
        now = process_time()
        self.longest = max(self.longest, now - self._began)
        self._began = now
