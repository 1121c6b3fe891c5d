"""Inputs above a list or a character's rolls: initial values and limits."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules_py.inputs import Input, Int
from rules_py.systems import registry

LISTS = {
    ("two_d6", "spells"): {
        "resolve": (6, 0, 10),
        "power": "listed",
        "targets": (1, 1, 6),
        "against": (4, 0, 10),
        "aimed": False,
    },
    ("basic_systems", "difficulties"): {"pool": (5, 0, 20)},
}
SITUATIONS = {
    "core_rules": {"situation": "average"},
    "dichotomy": {"tn_a": (10, -999, 999), "tn_b": (10, -999, 999), "mod": (0, -999, 999)},
    "two_d6": {"dc": 9, "steps": (0, -5, 5), "stat": None, "foe": (4, 0, 10), "aimed": False},
    "basic_systems": {"difficulty": (6, 2, 10), "degree": 1},
    "action_consequence": {"opponent": [10, 8], "advantage": "none", "own": [8, 8]},
}


def initial_values(inputs: Sequence[Input]) -> dict[str, object]:
    """Return the initial value of each input, with the limits of a number."""
    return {
        each.name: (each.initial_value, each.low, each.high) if isinstance(each, Int) else each.initial_value
        for each in inputs
    }


@pytest.mark.parametrize(("where", "query"), LISTS.items(), ids=" ".join)
def test_list_query_inputs_have_the_stated_values_and_limits(where, query) -> None:
    game, name = where
    assert initial_values(registry.game(game).reference(name).query_inputs) == query


@pytest.mark.parametrize(("game", "query"), SITUATIONS.items(), ids=SITUATIONS)
def test_sheet_situation_has_the_stated_values_and_limits(game, query) -> None:
    assert initial_values(registry.game(game).sheet.play.situation) == query


def test_no_other_list_or_sheet_has_query_inputs() -> None:
    lists = {
        (game.id, each.name) for game in registry.games() for each in game.references if each.query_inputs
    }
    situations = {game.id for game in registry.games() if game.sheet and game.sheet.play.situation}
    assert (lists, situations) == (LISTS.keys(), SITUATIONS.keys())
