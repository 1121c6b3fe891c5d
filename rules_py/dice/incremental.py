"""Long computations that report their progress and can be interrupted between steps."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from functools import wraps
from time import monotonic

from rules_py.base.memo import Memo

type Incremental[Result] = Generator[float, None, Result]
"""A generator that yields its progress, from 0 to 1, and returns the result."""


def run_to_completion[Result](steps: Incremental[Result]) -> Result:
    """Return the result without interruption."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def scale_progress[Result](steps: Incremental[Result], begin: float, end: float) -> Incremental[Result]:
    """Run the steps as the part of a longer computation from `begin` to `end` of its progress."""
    while True:
        try:
            yield begin + (end - begin) * next(steps)
        except StopIteration as over:
            result: Result = over.value
            return result


def incremental_cache[**Args, Result](
    max_size: int,
) -> Callable[[Callable[Args, Incremental[Result]]], Callable[Args, Incremental[Result]]]:
    """Return a decorator that caches the last `max_size` results, as `lru_cache` does for plain functions.

    Arguments must be hashable. `cache_clear` empties the cache.
    """

    def decorate(function: Callable[Args, Incremental[Result]]) -> Callable[Args, Incremental[Result]]:
        results: Memo[Hashable, Result] = Memo(max_size)

        @wraps(function)
        def cached(*args: Args.args, **kwargs: Args.kwargs) -> Incremental[Result]:
            key = (args, tuple(kwargs.items()))
            if key not in results:
                results[key] = yield from function(*args, **kwargs)
            return results[key]

        cached.cache_clear = results.clear  # type: ignore[attr-defined]  # like that of functools.cache
        return cached

    return decorate


class Task[Result]:
    """An incremental computation in progress."""

    def __init__(self, steps: Incremental[Result]) -> None:
        self._steps = steps
        self.progress = 0.0

    def advance(self, seconds: float) -> tuple[Result] | None:
        """Run for about this long, at least one step. Return the result in a tuple once there is one."""
        deadline = monotonic() + seconds
        while True:
            try:
                self.progress = max(self.progress, next(self._steps))
            except StopIteration as end:
                return (end.value,)
            if monotonic() > deadline:
                return None
