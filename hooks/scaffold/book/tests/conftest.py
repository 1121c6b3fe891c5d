"""What all tests share."""

from hooks.pytest_plugin import *  # noqa: F403
