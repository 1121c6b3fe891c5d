"""A small cache."""

from __future__ import annotations

from collections.abc import Hashable


class Memo[Key: Hashable, Value](dict[Key, Value]):
    """A dict that holds at most `max_size` items and drops the least recently used ones.

    Look a value up with `memo[key]`, which marks it as used; `in` and `get` don't.
    """

    def __init__(self, max_size: int) -> None:
        super().__init__()
        self.max_size = max_size

    def __getitem__(self, key: Key) -> Value:
        value = self.pop(key)
        super().__setitem__(key, value)
        return value

    def __setitem__(self, key: Key, value: Value) -> None:
        self.pop(key, None)
        super().__setitem__(key, value)
        while len(self) > self.max_size:
            del self[next(iter(self))]
