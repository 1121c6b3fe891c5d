"""What is worked out from text alone, and so stays true whatever becomes of the rules."""

from collections.abc import Callable
from functools import cache
from weakref import WeakSet

_marked = WeakSet[object]()


def of_text[**Given, Found](work: Callable[Given, Found]) -> Callable[Given, Found]:
    """Keeps what such work came to, as `cache` does; once a rule was saved `serve` empties all others."""
    kept = cache(work)
    _marked.add(kept)
    return kept  # type: ignore[return-value]  # it is called in the same way


def is_of_text(found: object) -> bool:
    """Whether this is such work."""
    return found in _marked
