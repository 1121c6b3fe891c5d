"""The laws of what a reader is told of a wrong value."""

from hooks.contracts.messages import *  # noqa: F403  # as the repository of any book takes them
