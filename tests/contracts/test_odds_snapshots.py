"""No chance, no answer, no character and no fight goes otherwise unseen: each against what is on record."""

from __future__ import annotations

import pytest

from rules_py.systems import registry
from tests.contracts import snapshots
from tests.contracts.odds_snapshots import RECORDS, kinds_of

GAMES = snapshots.read(RECORDS)
TOLD = "a change that is meant is written by: .venv/bin/python -m tests.contracts.odds_snapshots"


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_on_record(game: str) -> None:
    assert [*kinds_of(registry.game(game))] == [*GAMES[game]], TOLD


@pytest.mark.parametrize(("game", "part"), [(game, part) for game, parts in GAMES.items() for part in parts])
def test_it_goes_as_it_is_on_record(game: str, part: str) -> None:
    found = [*kinds_of(registry.game(game))[part]()]
    assert found == GAMES[game][part].split(), TOLD
