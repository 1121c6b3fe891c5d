"""What holds for every game and every book, as Diceleaf tests it."""

from hooks.contracts.all import *  # noqa: F403
