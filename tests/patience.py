"""How long a test waits for what must come: the time it takes a machine at rest, and longer where others keep
this one busy, so that a slow machine makes the tests slower and not red.
"""

import time
from collections.abc import Callable, Iterator

from hooks.crowding import crowding

AT_REST = 30.0
PAUSE = 0.03


def moments(at_rest: float = AT_REST, pause: float = PAUSE) -> Iterator[bool]:
    """Moments at which to look again, each saying whether it is the last. The load is asked each time, since
    it tells of a crowd only after a while.
    """
    began = time.monotonic()
    while time.monotonic() - began < at_rest * crowding():
        yield False
        time.sleep(pause)
    yield True


def until[Found](look: Callable[[], Found], complaint: str, at_rest: float = AT_REST) -> Found:
    """What `look` finds as soon as that is true. Raises TimeoutError with the complaint."""
    for _ in moments(at_rest):
        if found := look():
            return found
    raise TimeoutError(complaint)
