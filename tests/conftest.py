"""Fixtures that tests of every kind may ask for."""

import signal

pytest_plugins = ["tests.site.browsers"]


def pytest_configure() -> None:
    """End in order, browsers too, when told to from outside, as by Ctrl-C."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
