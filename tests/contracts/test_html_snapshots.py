"""No page and no answer changes unseen: each against what is on record."""

from __future__ import annotations

import pytest

from rules_py.systems import registry
from tests.contracts import snapshots
from tests.contracts.html_snapshots import RECORDS, pages_of, sums

GAMES = snapshots.read(RECORDS)
PAGES = {game: pages_of(registry.game(game)) for game in GAMES}
TOLD = "look at it; a change that is meant is written by: .venv/bin/python -m tests.contracts.html_snapshots"


@pytest.mark.parametrize("game", GAMES)
def test_every_page_is_on_record(game: str) -> None:
    assert [*PAGES[game]] == [*GAMES[game]], TOLD


@pytest.mark.parametrize(("game", "page"), [(game, page) for game, pages in GAMES.items() for page in pages])
def test_it_is_shown_as_it_is_on_record(game: str, page: str) -> None:
    assert sums(PAGES[game][page]) == GAMES[game][page], TOLD
