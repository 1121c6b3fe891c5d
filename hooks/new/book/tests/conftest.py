"""What all tests share."""

from hooks.failing_tests import *  # noqa: F403
