"""Contract tests of partial rolls."""

from hooks.contracts.partial_rolls import *  # noqa: F403  # as the repository of any book takes them
