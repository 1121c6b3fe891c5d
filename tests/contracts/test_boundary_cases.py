"""Nothing goes otherwise unseen at its limits: each input, character and fight that was chosen for them."""

from __future__ import annotations

import pytest

from rules_py.systems import registry
from tests.contracts.boundary_cases import RECORDS, by_kind, sums

CHOSEN = [
    pytest.param(game, kind, lines, id=f"{game}-{kind}")
    for game in registry.game_ids()
    if (RECORDS / f"{game}.txt").is_file()
    for kind, lines in by_kind(game).items()
]
TOLD = "a change that is meant is written by: .venv/bin/python -m tests.contracts.boundary_cases"


@pytest.mark.parametrize(("game", "kind", "lines"), CHOSEN)
def test_at_its_limits_it_goes_as_it_is_on_record(
    game: str, kind: str, lines: list[tuple[object, str]]
) -> None:
    for chosen, found in lines:
        assert sums(registry.game(game), kind, chosen) == found, f"{TOLD}; {chosen}"
