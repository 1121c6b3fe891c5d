"""The report of faults that would also stop the build."""

from collections.abc import Iterable

import pytest


def assert_no_faults(faults: Iterable[object]) -> None:
    """Fail with each fault on a line of its own."""
    if lines := [*map(str, faults)]:
        pytest.fail("\n".join(lines), pytrace=False)
