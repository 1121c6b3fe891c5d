"""How slow the machine is just now: what takes its time there takes longer, and is no worse for it."""

import os
from time import process_time

_COUNTED = 1_000_000
_USUALLY = 0.011
"""Seconds of processor time that counting so far takes the machine that the tests have their limits from."""


def in_time(seconds: float, longest: float) -> bool:
    """Whether so many seconds of processor time are no more than there may be, the machine being as it is."""
    return seconds <= longest or seconds <= longest * slowness()


def slowness() -> float:
    """How many times as long as usual all takes, never less than 1: where jobs wait for a processor, or where
    that itself is slower, as one in a data centre is while its neighbours are busy. It takes a moment to say.
    """
    waiting = os.getloadavg()[0] / (os.cpu_count() or 1)
    return max(1.0, waiting) * max(1.0, _counting() / _USUALLY)


def _counting() -> float:
    began = process_time()
    for _ in range(_COUNTED):
        pass
    return process_time() - began
