"""How long a test waits for what must come: the time it takes a machine at rest, and longer where this one is
slow or others keep it busy, which makes the tests slower and not red.
"""

import time
from collections.abc import Callable, Iterator

from hooks.machine_load import slowness

AT_REST = 30.0
PAUSE = 0.03


def poll(at_rest: float = AT_REST, pause: float = PAUSE) -> Iterator[bool]:
    """Moments at which to look again, each saying whether it is the last. How slow the machine is is asked
    again where time seems to be up, since its load tells of a crowd only after a while.
    """
    began = time.monotonic()
    longest = at_rest
    while (spent := time.monotonic() - began) < longest or spent < (longest := at_rest * slowness()):
        yield False
        time.sleep(pause)
    yield True


def wait_for[Found](look: Callable[[], Found], complaint: str, at_rest: float = AT_REST) -> Found:
    """What `look` finds as soon as that is true. Raises TimeoutError with the complaint."""
    for _ in poll(at_rest):
        if found := look():
            return found
    raise TimeoutError(complaint)
