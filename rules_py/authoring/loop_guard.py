"""Detection of infinite loops in a game's Python.

Dice rolled without end are limited by number (`rules_py.dice.enumerate_branches`). This module guards plain
Python: a `while True`, an import that never returns. Every answer of a game should take less than a quarter
of a second in a browser, so a single call of a game's own code that has run for longer than GAME_LIMIT is
considered infinite, however slow the machine is. An example may compute many answers, and so has more time.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from rules_py.authoring.error_summary import InfiniteLoopError, is_example_file, is_game_file

GAME_LIMIT, EXAMPLE_LIMIT = 3.0, 10.0
"""Seconds of processor time, so that other work of the machine doesn't count."""
_LOOK = 0.05


class _Stop(BaseException):
    """Raised in the guarded thread; no `except Exception` of a game catches it."""


class _Clock:
    """Measures how long code of one kind has been in the same call."""

    def __init__(self, is_own: Callable[[str], bool], limit: float) -> None:
        self._is_own, self._limit = is_own, limit
        self._call: FrameType | None = None
        self._since = 0.0

    def endless(self, frames: Sequence[FrameType]) -> InfiniteLoopError | None:
        """Return the error if the same call has run for too long."""
        own = [frame for frame in frames if self._is_own(frame.f_code.co_filename)]
        call = own[-1] if own else None
        if call is None or call is not self._call:
            self._call, self._since = call, time.process_time()
        elif time.process_time() - self._since > self._limit:
            return InfiniteLoopError(own[0], self._limit)
        return None


class _Watch:
    """The guard of one thread."""

    def __init__(self, thread: int) -> None:
        self.thread = thread
        self.endless: InfiniteLoopError | None = None
        self._clocks = (_Clock(is_game_file, GAME_LIMIT), _Clock(is_example_file, EXAMPLE_LIMIT))

    def look(self) -> None:
        """Stop the thread if it is still in the same call of a game, or line of an example."""
        frames = [*_frames(self.thread)]
        for clock in self._clocks:
            if self.endless is None and (endless := clock.endless(frames)):
                self.endless = endless
                _raise_in(self.thread, _Stop)


_watches: dict[int, _Watch] = {}
_watches_changed = threading.Condition()


@contextmanager
def guard() -> Iterator[None]:
    """Stop a call of a game that never ends within this block. Raises InfiniteLoopError."""
    thread = threading.get_ident()
    if thread in _watches:  # guarded by an outer block
        yield
        return
    watch = _Watch(thread)
    with _watches_changed:
        _watches[thread] = watch
        _watches_changed.notify()
    _watcher()
    try:
        yield
    except _Stop:
        assert watch.endless
        raise watch.endless from None
    finally:
        with _watches_changed:
            del _watches[thread]
            _raise_in(thread, None)  # cancel a stop that was about to be raised, as the block is over


def _frames(thread: int) -> Iterator[FrameType]:
    """Yield the thread's calls from the innermost out."""
    frame = sys._current_frames().get(thread)
    while frame:
        yield frame
        frame = frame.f_back


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise an error in a thread at its next step, or cancel it with None."""
    what = ctypes.py_object(error) if error else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)


def _watch_all() -> None:
    while True:
        with _watches_changed:
            _watches_changed.wait_for(lambda: _watches)
            for watch in _watches.values():
                watch.look()
        time.sleep(_LOOK)


_watchers: list[threading.Thread] = []


def _watcher() -> None:
    """Start the thread that watches, which ends with the program."""
    if not any(each.is_alive() for each in _watchers):
        _watchers[:] = [threading.Thread(target=_watch_all, name="endless", daemon=True)]
        _watchers[0].start()
