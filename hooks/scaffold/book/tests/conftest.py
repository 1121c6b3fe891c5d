"""Fixtures and options for all tests."""

from hooks.pytest_plugin import *  # noqa: F403
