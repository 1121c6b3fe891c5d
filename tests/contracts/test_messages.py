"""Contract tests of messages about wrong values."""

from hooks.contracts.messages import *  # noqa: F403  # as the repository of any book takes them
