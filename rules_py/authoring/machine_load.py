"""The current speed of the machine, for the time limits of tests."""

import os
from time import process_time

_ITERATIONS = 1_000_000
_REFERENCE = 0.011
"""The seconds of processor time for the iterations on the machine for which the limits were set."""


def in_time(seconds: float, longest: float) -> bool:
    """Return whether the processor time is within the limit, extended if the machine is slow."""
    return seconds <= longest or seconds <= longest * slowness()


def slowness() -> float:
    """Measure how many times slower than the reference the machine is, at least 1.

    Waiting jobs count, and a slower processor, such as that of a busy data centre.
    """
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    return max(1.0, load) * max(1.0, _measure() / _REFERENCE)


def _measure() -> float:
    began = process_time()
    for _ in range(_ITERATIONS):
        pass
    return process_time() - began
