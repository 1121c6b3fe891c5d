"""A cache of functions of text, which stays valid when the rules change."""

from collections.abc import Callable
from functools import cache
from weakref import WeakSet

_text_caches = WeakSet[object]()


def text_cache[**Params, Result](function: Callable[Params, Result]) -> Callable[Params, Result]:
    """Cache a function whose result depends on its arguments alone.

    The preview server empties all other caches when a rule is saved.
    """
    cached = cache(function)
    _text_caches.add(cached)
    return cached  # type: ignore[return-value]  # it has the same parameters


def is_text_cache(value: object) -> bool:
    """Return whether the value is a function decorated with `text_cache`."""
    return value in _text_caches
