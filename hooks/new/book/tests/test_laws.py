"""What holds for every game and every book, as Diceleaf tests it."""

from hooks.laws.every import *  # noqa: F403
