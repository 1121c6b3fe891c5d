"""Contract tests of house rules."""

from hooks.contracts.house_rules import *  # noqa: F403  # as the repository of any book takes them
