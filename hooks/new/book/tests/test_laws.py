"""What holds for every game and every book, as Diceleaf tests it."""

from hooks.laws.books import *  # noqa: F403
from hooks.laws.calculators import *  # noqa: F403
