"""A duel at the combat tracker, shared by many tests."""

from __future__ import annotations

import pytest

from tests.systems.two_d6.tracker import BOW, SWORD, Table, fighter


@pytest.fixture
def duel():
    return Table(fighter("Ada", attacks=[SWORD, BOW]), fighter("Bo", "npc", attacks=[SWORD]))
