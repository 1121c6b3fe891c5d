"""How busy the machine is: what takes its time there takes longer, and is no slower for it."""

import os


def crowding() -> float:
    """How many times as long as at rest all takes: jobs that want a processor, for each that is there."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
