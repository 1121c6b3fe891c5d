"""The contract tests for every game and every book, including those of newer versions of Diceleaf."""

from hooks.contracts.all import *  # noqa: F403
