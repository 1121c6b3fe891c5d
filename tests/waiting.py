"""Wait for a condition, longer on a slow or busy machine."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rules_py.authoring.machine_load import slowness

AT_REST = 30.0
PAUSE = 0.03
DOWNLOAD_TIMEOUT = 1200.0
"""The most seconds for the download of browsers."""


def poll(at_rest: float = AT_REST, pause: float = PAUSE) -> Iterator[bool]:
    """Yield before each check, with whether it is the last.

    The time limit grows with the load of the machine, which is measured again when the time is up.
    """
    start = time.monotonic()
    longest = at_rest
    while (elapsed := time.monotonic() - start) < longest or elapsed < (longest := at_rest * slowness()):
        yield False
        time.sleep(pause)
    yield True


def wait_for[Found](look: Callable[[], Found], complaint: str, at_rest: float = AT_REST) -> Found:
    """Return the result of `look` as soon as it is true. Raises TimeoutError with the complaint."""
    for _ in poll(at_rest):
        if result := look():
            return result
    raise TimeoutError(complaint)


def wait_for_browsers() -> None:
    """Wait until all browsers are downloaded: `site_build.sh` then removes the marker file."""
    marker = Path(os.environ.get("BROWSERS_TO_COME", ""))
    wait_for(
        lambda: not marker.is_file(), "the browsers are still being downloaded", at_rest=DOWNLOAD_TIMEOUT
    )


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """Return a context manager that only one worker at a time can enter."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
