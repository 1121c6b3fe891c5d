"""Labels of dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable


@runtime_checkable
class DeferredLabel(Protocol):
    """A label with one text before the die is rolled and another once its face is known."""

    @property
    def before(self) -> str: ...

    def __call__(self, face: int, /) -> str: ...


Label = str | DeferredLabel | Callable[[int], str]
"""The purpose of a die, or a function from its face to a text about it."""
