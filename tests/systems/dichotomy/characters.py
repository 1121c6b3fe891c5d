"""The game, valid attributes of three characters, and the codes of errors."""

import pytest

from rules_py import InputError, game

GAME = game("dichotomy")
EVEN = {"finesse": 6, "power": 5, "martial": 6, "spiritual": 5, "natural": 6, "technical": 5}
DWARF = {"finesse": 4, "power": 7, "martial": 7, "spiritual": 4, "natural": 5, "technical": 6}
ELF = {"finesse": 7, "power": 4, "martial": 4, "spiritual": 7, "natural": 6, "technical": 5}


def codes(call, *args, **inputs):
    """Return the codes of the error that a call must raise."""
    with pytest.raises(InputError) as caught:
        call(*args, **inputs)
    return caught.value.codes
