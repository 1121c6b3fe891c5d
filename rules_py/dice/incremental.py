"""Work done bit by bit, so that whoever waits can be told how far it is, and whoever asks for something else
needn't wait.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import wraps
from time import monotonic
from typing import Any

type Incremental[Found] = Generator[float, None, Found]
"""Yields after each bit how much of it is done, from 0 to 1, and returns what it found."""


def run_to_completion[Found](steps: Incremental[Found]) -> Found:
    """All of it at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Found = end.value
            return found


def scale_progress[Found](steps: Incremental[Found], begin: float, end: float) -> Incremental[Found]:
    """The same as a part of something longer: what lies between these shares of it."""
    while True:
        try:
            yield begin + (end - begin) * next(steps)
        except StopIteration as over:
            found: Found = over.value
            return found


def incremental_cache[**Asked, Found](
    most: int,
) -> Callable[[Callable[Asked, Incremental[Found]]], Callable[Asked, Incremental[Found]]]:
    """Keeps what such work came to for the last `most` things asked of it, as `lru_cache` does of what is
    done at once. What is asked must be hashable. `cache_clear` forgets it.
    """

    def keeping(work: Callable[Asked, Incremental[Found]]) -> Callable[Asked, Incremental[Found]]:
        kept: dict[Any, Found] = {}

        @wraps(work)
        def asked(*args: Asked.args, **more: Asked.kwargs) -> Incremental[Found]:
            key = (args, tuple(more.items()))
            if key in kept:
                kept[key] = found = kept.pop(key)  # the last asked for is the last to go
                return found
            found = kept[key] = yield from work(*args, **more)
            if len(kept) > most:
                del kept[next(iter(kept))]
            return found

        asked.cache_clear = kept.clear  # type: ignore[attr-defined]  # as that of functools.cache
        return asked

    return keeping


class Task[Found]:
    """Steps under way."""

    def __init__(self, steps: Incremental[Found]) -> None:
        self._steps = steps
        self.progress = 0.0

    def advance(self, seconds: float) -> tuple[Found] | None:
        """Go on for about so long, at least by one bit; what was found, once it is."""
        until = monotonic() + seconds
        while True:
            try:
                self.progress = max(self.progress, next(self._steps))
            except StopIteration as end:
                return (end.value,)
            if monotonic() > until:
                return None
