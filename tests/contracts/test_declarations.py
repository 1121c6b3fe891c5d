"""Nothing that may be given changes unseen: the inputs of each game against the list that was
last agreed on.
"""

from __future__ import annotations

import pytest

from rules_py.systems import registry
from tests.contracts.declarations import LISTS, written


@pytest.mark.parametrize("game", sorted(path.stem for path in LISTS.glob("*.txt")))
def test_what_may_be_given_is_what_was_agreed_on(game: str) -> None:
    agreed = (LISTS / f"{game}.txt").read_text("utf-8")
    found = written(registry.game(game))
    told = "a change that is meant is written by: .venv/bin/python -m tests.contracts.declarations"
    assert found.splitlines() == agreed.splitlines(), told
